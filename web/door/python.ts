/** What Python means by its operators, functions and methods, for code that was translated from it (`spieltisch.browser`).
 *
 * None is null; int and float are numbers, list and tuple arrays, dict is a Map and set a Set. Things may bring their own
 * meaning by Python's names: `__getitem__`, `__contains__`, `__or__`, `__call__` and so on. */

/* eslint-disable @typescript-eslint/no-explicit-any */
export type Any = any;

// ---------------------------------------------------------------- exceptions

export class Exception extends Error {
  args: Any[] = [];
  __init__(...args: Any[]) {
    this.args = args;
    this.message = args.map((part) => str(part)).join(", ");
  }
}
export class ValueError extends Exception {}
export class TypeError_ extends Exception {}
export class KeyError extends Exception {}
export class IndexError extends Exception {}
export class ZeroDivisionError extends Exception {}
export class StopIteration_ extends Exception {}
export class OSError extends Exception {}
export class NotImplementedError extends Exception {}
export const RecursionError = RangeError;

function fail(kind: new () => Exception, text: string): never {
  throw make(kind, text);
}

// ---------------------------------------------------------------- calls

/** Keywords of a call, handed to functions that take any number of things. */
class Keywords {
  constructor(public given: Map<string, Any>) {}
}

/** Tells a function's parameters, so that it can be called with keywords: "a b", "a *rest named", "a **more". */
export function signed(made: Any, parameters: string): Any {
  made.parameters = parameters.split(" ").filter(Boolean);
  return made;
}

/** The keywords at the end of what a function was given: the values of these names, and a Map of the others for "**". */
export function keywords(rest: Any[], names: string): Any[] {
  const given: Map<string, Any> = rest.at(-1) instanceof Keywords ? new Map(rest.pop().given) : new Map();
  const found = names.split(" ").filter(Boolean).map((name) => {
    if (name === "**") return undefined;
    const value = given.get(name);
    given.delete(name);
    return value;
  });
  if (names.endsWith("**")) found[found.length - 1] = given;
  else if (given.size) fail(TypeError_, `unexpected ${[...given.keys()]}`);
  return found;
}

function isClass(made: Any): boolean {
  return typeof made === "function" && made.prototype !== undefined && !Object.getOwnPropertyDescriptor(made, "prototype")!.writable;
}

/** A new thing of a class. */
export function make(kind: Any, ...args: Any[]): Any {
  const made = new kind();
  made.__init__?.(...args);
  return made;
}

/** Call a function, a class, or a thing that can be called. */
export function call(made: Any, ...args: Any[]): Any {
  if (isClass(made)) return make(made, ...args);
  return typeof made === "function" ? made(...args) : made.__call__(...args);
}

/** Call with keywords. */
export function callWith(made: Any, args: Any[], given: Map<string, Any>): Any {
  if (isClass(made)) {
    const thing = new made();
    apply(thing.__init__, thing, args, given);
    return thing;
  }
  return typeof made === "function" ? apply(made, undefined, args, given) : apply(made.__call__, made, args, given);
}

/** Call a method with keywords. */
export function methodWith(thing: Any, name: string, args: Any[], given: Map<string, Any>): Any {
  return isClass(thing[name]) ? callWith(thing[name], args, given) : apply(thing[name], thing, args, given);
}

/** Call a function for a thing, every keyword in the place of its parameter. */
export function apply(made: Any, self: Any, args: Any[], given: Map<string, Any>): Any {
  const parameters: string[] = made.parameters ?? fail(TypeError_, "no keywords here");
  if (parameters.some((name) => name[0] === "*" && name[1] !== "*")) {
    const fixed = parameters.slice(0, parameters.findIndex((name) => name[0] === "*"));
    const rest = new Map(given);
    const placed = [...args];
    for (let at = args.length; at < fixed.length; at++) {
      placed.push(rest.get(fixed[at]!));
      rest.delete(fixed[at]!);
    }
    return made.call(self, ...placed, new Keywords(rest));
  }
  const placed = [...args];
  const more = new Map<string, Any>();
  for (const [name, value] of given) {
    const at = parameters.indexOf(name);
    if (at >= 0) placed[at] = value;
    else more.set(name, value);
  }
  const last = parameters.length - 1;
  if (parameters[last]?.startsWith("**")) placed[last] = more;
  else if (more.size) fail(TypeError_, `unexpected ${[...more.keys()]}`);
  return made.apply(self, placed);
}

// ---------------------------------------------------------------- classes

/** Attributes that all things of a class share. */
export function attributes(kind: Any, shared: Record<string, Any>): void {
  for (const [name, value] of Object.entries(shared))
    for (const place of [kind, kind.prototype]) Object.defineProperty(place, name, { value, writable: true, configurable: true });
}

/** A dataclass: its fields in order, each with what makes its default; those of its parents first. */
export function dataclass(kind: Any, fields: [string, (() => Any)?][], named: [string, (() => Any)?][]): void {
  const parent = Object.getPrototypeOf(kind);
  const join = (old: [string, (() => Any)?][] = [], more: [string, (() => Any)?][]) => [...new Map([...old, ...more].map((one) => [one[0], one])).values()];
  kind.fields = join(parent.fields, fields);
  kind.named = join(parent.named, named);
  kind.prototype.__init__ = signed(function (this: Any, ...args: Any[]) {
    const every: [string, (() => Any)?][] = [...kind.fields, ...kind.named];
    const given = keywords(args, every.map(([name]) => name).join(" "));
    for (const [at, [name, usual]] of every.entries())
      this[name] = at < args.length && at < kind.fields.length ? args[at] : given[at] !== undefined ? given[at] : usual ? usual() : fail(TypeError_, `${name} is missing`);
    this.__post_init__?.();
  }, "*");
}

/** A tuple whose parts have names. */
export class NamedTuple {
  [name: string]: Any;
  *[Symbol.iterator](): Iterator<Any> {
    for (const name of (this.constructor as Any).fields) yield this[name];
  }
}

/** The parts of a named tuple, and the defaults of the last of them. */
export function namedtuple(kind: Any, fields: string, usual: (() => Any)[]): void {
  const names = (kind.fields = fields.split(" "));
  kind.prototype.__init__ = signed(function (this: Any, ...args: Any[]) {
    names.forEach((name: string, at: number) => {
      this[name] = args[at] !== undefined ? args[at] : (usual[at - names.length + usual.length] ?? (() => fail(TypeError_, `${name} is missing`)))();
    });
  }, fields);
  kind.prototype._replace = signed(function (this: Any, ...args: Any[]) {
    return make(kind, ...names.map((name: string, at: number) => (args[at] === undefined ? this[name] : args[at])));
  }, fields);
}

export class Enum {
  name = "";
  value: Any = null;
}

/** A set of a few marks. */
export class Flag extends Enum {
  __or__(other: Flag): Flag {
    return Object.assign(new (this.constructor as Any)(), { value: this.value | other.value });
  }
  __contains__(other: Flag): boolean {
    return (this.value & other.value) === other.value;
  }
  __eq__(other: Any): boolean {
    return other instanceof Flag && other.value === this.value;
  }
}

/** The members of an enumeration. */
export function members(kind: Any, values: Record<string, Any>): void {
  for (const [name, value] of Object.entries(values)) attributes(kind, { [name]: Object.assign(new kind(), { name, value }) });
}

/** Made when first asked for, and kept. */
export function once(self: Any, name: string, make: () => Any): Any {
  const value = make();
  Object.defineProperty(self, name, { value, writable: true, configurable: true });
  return value;
}

/** An attribute; a method stays with its thing. */
export function bound(thing: Any, name: string): Any {
  const found = thing[name];
  return typeof found === "function" && !isClass(found) && !Object.hasOwn(thing, name) && !isClass(thing) ? found.bind(thing) : found;
}

/** A function that remembers its answers. */
export function cache(made: Any): Any {
  const known = new Map<Any, Any>();
  const remembering = (...args: Any[]) => {
    let found = known;
    for (const arg of args) found = found.get(arg) ?? found.set(arg, new Map()).get(arg);
    if (!found.has(cache)) found.set(cache, made(...args));
    return found.get(cache);
  };
  return Object.assign(remembering, { parameters: made.parameters });
}

/** A function whose first arguments are given already. */
export function partial(made: Any, ...first: Any[]): Any {
  return (...rest: Any[]) => call(made, ...first, ...rest);
}

// ---------------------------------------------------------------- truth and equality

/** Is there something? Empty containers, zero and None are nothing. */
export function truth(value: Any): boolean {
  if (value == null || typeof value !== "object") return Boolean(value);
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Map || value instanceof Set) return value.size > 0;
  return value.__bool__ ? value.__bool__() : value.__len__ ? value.__len__() > 0 : true;
}

export const or = (first: Any, second: () => Any) => (truth(first) ? first : second());
export const and = (first: Any, second: () => Any) => (truth(first) ? second() : first);

/** Equal by value. */
export function eq(one: Any, other: Any): boolean {
  if (one === other) return true;
  if (typeof one === "boolean" || typeof other === "boolean") return (typeof one === "number" || typeof other === "number") && Number(one) === Number(other);
  if (one == null || other == null || typeof one !== "object" || typeof other !== "object") return one == null && other == null;
  if (one.__eq__) return one.__eq__(other);
  if (one instanceof Map) return other instanceof Map && one.size === other.size && [...one].every(([key, value]) => other.has(key) && eq(value, other.get(key)));
  if (one instanceof Set) return other instanceof Set && one.size === other.size && [...one].every((part) => other.has(part));
  const isRow = (row: Any) => Array.isArray(row) || row instanceof NamedTuple;
  if (!isRow(one) || !isRow(other)) return false;
  const [first, second] = [[...one], [...other]];
  return first.length === second.length && first.every((part, at) => eq(part, second[at]));
}

/** Negative, zero or positive, as one comes before the other. */
export function compare(one: Any, other: Any): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    const at = one.findIndex((part, place) => place >= other.length || !eq(part, other[place]));
    return at < 0 ? one.length - other.length : at >= other.length ? 1 : compare(one[at], other[at]);
  }
  if (typeof one !== typeof other && [one, other].some((part) => typeof part === "string" || part == null)) fail(TypeError_, "these cannot be compared");
  return one < other ? -1 : one > other ? 1 : 0;
}

export const lt = (one: Any, other: Any) => compare(one, other) < 0;
export const le = (one: Any, other: Any) => (one instanceof Set ? [...one].every((part) => other.has(part)) : compare(one, other) <= 0);

/** `item in container`. */
export function has(container: Any, item: Any): boolean {
  if (typeof container === "string") return container.includes(item);
  if (container instanceof Map || container instanceof Set) return container.has(item);
  if (container.__contains__) return container.__contains__(item);
  return list(container).some((part) => eq(part, item));
}

// ---------------------------------------------------------------- arithmetic

const isSet = (value: Any): value is Set<Any> => value instanceof Set;

export function add(one: Any, other: Any): Any {
  return Array.isArray(one) ? [...one, ...other] : one + other;
}

export function sub(one: Any, other: Any): Any {
  return isSet(one) ? new Set([...one].filter((part) => !other.has(part))) : one - other;
}

export function mul(one: Any, other: Any): Any {
  if (typeof other !== "number" && typeof other !== "boolean") [one, other] = [other, one];
  if (Array.isArray(one)) return Array.from({ length: Math.max(0, other) * one.length }, (_, at) => one[at % one.length]);
  return typeof one === "string" ? one.repeat(Math.max(0, other)) : one * other;
}

export function div(one: Any, other: Any): Any {
  if (one?.__truediv__) return one.__truediv__(other);
  return Number(other) === 0 ? fail(ZeroDivisionError, "division by zero") : one / other;
}

export const floordiv = (one: number, other: number) => Math.floor(div(one, other));
export const mod = (one: number, other: number) => one - floordiv(one, other) * other;
export const pow = (one: number, other: number) => (other === 2 ? one * one : one ** other);
export const shl = (one: number, by: number) => one * 2 ** by;
export const shr = (one: number, by: number) => Math.floor(one / 2 ** by);

const isSmall = (number: Any) => (number | 0) === Number(number);
const bitwise = (one: Any, other: Any, small: (a: number, b: number) => number, large: (a: bigint, b: bigint) => bigint) =>
  isSmall(one) && isSmall(other) ? small(one, other) : Number(large(BigInt(one), BigInt(other)));

export function bitand(one: Any, other: Any): Any {
  if (isSet(one)) return new Set([...one].filter((part) => other.has(part)));
  return bitwise(one, other, (a, b) => a & b, (a, b) => a & b);
}

export function bitor(one: Any, other: Any): Any {
  if (isSet(one)) return new Set([...one, ...other]);
  if (one instanceof Map) return new Map([...one, ...other]);
  return one?.__or__ ? one.__or__(other) : bitwise(one, other, (a, b) => a | b, (a, b) => a | b);
}

export function bitxor(one: Any, other: Any): Any {
  if (isSet(one)) return new Set([...sub(one, other), ...sub(other, one)]);
  return bitwise(one, other, (a, b) => a ^ b, (a, b) => a ^ b);
}

/** `one += other`: a list grows where it is. */
export function iadd(one: Any, other: Any): Any {
  if (!Array.isArray(one)) return add(one, other);
  one.push(...iter(other));
  return one;
}

/** `one |= other`: sets and dicts grow where they are. */
export function ior(one: Any, other: Any): Any {
  if (isSet(one)) for (const part of iter(other)) one.add(key(part));
  else if (one instanceof Map) for (const [name, value] of other) one.set(name, value);
  else return bitor(one, other);
  return one;
}

// ---------------------------------------------------------------- containers

/** What may be the key of a dict or in a set here: nothing that is equal to another without being the same. */
function key(value: Any): Any {
  if (value !== null && typeof value === "object" && (Array.isArray(value) || value instanceof NamedTuple)) fail(TypeError_, "a tuple is no key here");
  return value;
}

export function dict(pairs: Iterable<Any> = []): Map<Any, Any> {
  const made = new Map<Any, Any>();
  for (const [name, value] of pairs instanceof Map ? pairs : iter(pairs)) made.set(key(name), value);
  return made;
}

export function set(parts: Any = []): Set<Any> {
  return new Set<Any>(list(parts).map(key));
}

export function list(parts: Any = []): Any[] {
  return [...iter(parts)];
}

/** What a loop over something goes through. */
export function iter(value: Any): Iterable<Any> {
  if (value instanceof Map) return value.keys();
  return value?.[Symbol.iterator] ? value : fail(TypeError_, "this cannot be gone through");
}

/** Exactly so many parts; -1: any number. */
export function unpack(value: Any, count: number): Any[] {
  const parts = list(value);
  return count < 0 || parts.length === count ? parts : fail(ValueError, `${parts.length} instead of ${count} values`);
}

const place = (at: Any, length: number) => {
  const found = Number(at) < 0 ? Number(at) + length : Number(at);
  return found >= 0 && found < length ? found : fail(IndexError, "out of range");
};
const letters = (text: string) => (/[\ud800-\udfff]/.test(text) ? [...text] : text);

/** `thing[at]`. */
export function get(thing: Any, at: Any): Any {
  if (Array.isArray(thing)) return thing[place(at, thing.length)];
  if (thing instanceof Map) return thing.has(at) ? thing.get(at) : fail(KeyError, String(at));
  if (typeof thing === "string") return letters(thing)[place(at, letters(thing).length)];
  return thing.__getitem__ ? thing.__getitem__(at) : list(thing)[place(at, len(thing))];
}

/** `thing[at] = value`. */
export function put(thing: Any, at: Any, value: Any): void {
  if (Array.isArray(thing)) thing[place(at, thing.length)] = value;
  else if (thing instanceof Map) thing.set(key(at), value);
  else thing.__setitem__(at, value);
}

/** `thing[at]` replaced by what comes of it. */
export function update(thing: Any, at: Any, change: (was: Any) => Any): void {
  put(thing, at, change(get(thing, at)));
}

/** Part of something: `first:last:step`, null where it is not said. */
export class Slice {
  constructor(public first: number | null, public last: number | null, public step: number | null = null) {}
  /** From where to where, in something of this length. */
  span(length: number): [number, number] {
    const bound = (at: number | null, usual: number) => (at == null ? usual : Math.min(length, Math.max(0, at < 0 ? at + length : at)));
    return [bound(this.first, 0), bound(this.last, length)];
  }
}

export function slice(thing: Any, first: number | null, last: number | null, step: number | null = null): Any {
  const wanted = new Slice(first, last, step);
  if (thing.__getitem__) return thing.__getitem__(wanted);
  const parts = typeof thing === "string" ? letters(thing) : Array.isArray(thing) ? thing : list(thing);
  if (step !== null && step < 0 && first === null && last === null) return rejoined(thing, [...parts].reverse().filter((_, at) => at % -step === 0));
  const [from, to] = wanted.span(parts.length);
  const found = parts.slice(from, Math.max(from, to));
  return rejoined(thing, step === null || step === 1 ? found : [...found].filter((_, at) => at % step === 0));
}
const rejoined = (thing: Any, parts: Any) => (typeof thing === "string" && typeof parts !== "string" ? parts.join("") : parts);

export function putSlice(thing: Any, first: number | null, last: number | null, value: Any): void {
  if (!Array.isArray(thing)) return thing.__setitem__(new Slice(first, last), value);
  const [from, to] = new Slice(first, last).span(thing.length);
  thing.splice(from, Math.max(0, to - from), ...iter(value));
}

export function del(thing: Any, at: Any): void {
  if (thing instanceof Map) get(thing, at), thing.delete(at);
  else if (at instanceof Slice) putSlice(thing, at.first, at.last, []);
  else thing.splice(place(at, thing.length), 1);
}

export function len(thing: Any): number {
  if (typeof thing === "string") return letters(thing).length;
  if (thing instanceof Map || thing instanceof Set) return thing.size;
  return Array.isArray(thing) ? thing.length : thing.__len__ ? thing.__len__() : list(thing).length;
}

export * from "./builtins.ts";
import { str } from "./builtins.ts";

/** Python's functions, its methods of texts, lists, dicts and sets, and the little of its library that translated code uses. */

import * as py from "./python.ts";

type Any = any;

// ---------------------------------------------------------------- kinds of values

const TESTS = new Map<Any, (value: Any) => boolean>();
const kind = <F>(made: F, test: (value: Any) => boolean): F => (TESTS.set(made, test), made);

export const int = kind((value: Any = 0): number => {
  const found = typeof value === "string" ? Number(/^\s*[+-]?\d+\s*$/.test(value) ? value : NaN) : Math.trunc(Number(value));
  if (Number.isNaN(found)) throw py.make(py.ValueError, `no number: ${value}`);
  return found;
}, (value) => Number.isInteger(value) || typeof value === "boolean");
export const float = kind((value: Any): number => Number(value), (value) => typeof value === "number" && !Number.isInteger(value));
export const bool = kind((value: Any = false): boolean => py.truth(value), (value) => typeof value === "boolean");
export const str = kind((value: Any = ""): string => (typeof value === "string" ? value : value?.__str__ ? value.__str__() : repr(value)), (value) => typeof value === "string");
kind(py.list, Array.isArray);
kind(py.dict, (value) => value instanceof Map);
kind(py.set, (value) => value instanceof Set);

export function isinstance(value: Any, kinds: Any): boolean {
  if (Array.isArray(kinds)) return kinds.some((one) => isinstance(value, one));
  const test = TESTS.get(kinds);
  return test ? test(value) : value instanceof kinds;
}

export const getattr = (thing: Any, name: string, usual?: Any) => (thing[name] !== undefined || usual === undefined ? thing[name] : usual);
export const setattr = (thing: Any, name: string, value: Any) => void (thing[name] = value);
export const hasattr = (thing: Any, name: string) => thing != null && thing[name] !== undefined;

/** As Python would write a value. */
export function repr(value: Any): string {
  if (value == null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return spelled(value);
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Map) return `{${[...value].map(([name, part]) => `${repr(name)}: ${repr(part)}`).join(", ")}}`;
  if (value instanceof Set) return `{${[...value].map(repr).join(", ")}}`;
  return value.__repr__ ? value.__repr__() : value instanceof py.Enum ? value.name : value instanceof Error ? value.message : String(value);
}

function spelled(number: number): string {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : number > 0 ? "inf" : "-inf";
  if (Number.isInteger(number)) return Object.is(number, -0) ? "0" : Math.abs(number) < 1e21 ? String(number) : BigInt(number).toString();
  const [digits, power] = number.toExponential().split("e") as [string, string];
  return Number(power) < -4 ? `${digits}e-${String(-Number(power)).padStart(2, "0")}` : String(number);
}

function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const short: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", [mark]: `\\${mark}` };
  const hex = (sign: string) => {
    const code = sign.codePointAt(0)!;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : code < 65536 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  };
  return mark + [...text].map((sign) => short[sign] ?? (isPrintable(sign) ? sign : hex(sign))).join("") + mark;
}

const isPrintable = (text: string) => /^(?:[^\p{C}\p{Z}]| )*$/u.test(text);

/** A value in a text, by a format such as `04x`. */
export function format(value: Any, form: string): string {
  const hex = /^0(\d+)x$/.exec(form);
  if (!hex) throw py.make(py.ValueError, `no such format: ${form}`);
  return value.toString(16).padStart(Number(hex[1]), "0");
}

// ---------------------------------------------------------------- functions

export const abs = Math.abs;
export const ord = (sign: string) => sign.codePointAt(0)!;
export const any = (parts: Any) => py.list(parts).some(py.truth);
export const all = (parts: Any) => py.list(parts).every(py.truth);
export const enumerate = (parts: Any, { start = 0 } = {}) => py.list(parts).map((part, at) => [at + start, part]);
export const reversed = (parts: Any) => py.list(parts).reverse();
export const map = (made: Any, ...rows: Any[]) => zip(...rows).map((parts) => py.call(made, ...parts));
export const divmod = (one: number, other: number) => [py.floordiv(one, other), py.mod(one, other)];
export const sum = (parts: Any, start: Any = 0): Any => py.list(parts).reduce((total, part) => py.add(total, typeof part === "boolean" ? Number(part) : part), start);

/** Numbers from one to before another, counted when they are asked for. */
export class Range {
  constructor(public start: number, public stop: number, public step: number) {}
  __len__(): number {
    return Math.max(0, Math.ceil((this.stop - this.start) / this.step));
  }
  __contains__(value: Any): boolean {
    const at = (value - this.start) / this.step;
    return Number.isInteger(at) && at >= 0 && at < this.__len__();
  }
  *[Symbol.iterator](): Iterator<number> {
    for (let at = 0, count = this.__len__(); at < count; at++) yield this.start + at * this.step;
  }
}
export const range = (first: number, last?: number, step = 1) => (last === undefined ? new Range(0, first, step) : new Range(first, last, step));

export function zip(...rows: Any[]): Any[][] {
  const strict = rows.at(-1)?.strict !== undefined ? rows.pop().strict : false;
  const lists = rows.map((row) => py.list(row));
  const lengths = lists.map((row) => row.length);
  if (strict && new Set(lengths).size > 1) throw py.make(py.ValueError, "zip: lists of different lengths");
  return Array.from({ length: Math.min(...lengths) }, (_, at) => lists.map((row) => row[at]));
}

export function sorted(parts: Any, { key = (part: Any) => part, reverse = false }: Any = {}): Any[] {
  const keyed = py.list(parts).map((part) => [py.call(key, part), part]);
  return keyed.sort((one, other) => (reverse ? -1 : 1) * py.compare(one[0], other[0])).map(([, part]) => part);
}

function best(parts: Any[], better: (one: Any, other: Any) => boolean): Any {
  const wish = parts.at(-1);
  const { key = (part: Any) => part, default: usual } = wish?.constructor === Object ? parts.pop() : ({} as Any);
  const row = parts.length === 1 ? py.list(parts[0]) : parts;
  if (row.length === 0 && usual === undefined) throw py.make(py.ValueError, "the best of nothing");
  return row.reduce((one, other) => (better(py.call(key, other), py.call(key, one)) ? other : one), row.length ? row[0] : usual);
}
export const min = (...parts: Any[]) => best(parts, py.lt);
export const max = (...parts: Any[]) => best(parts, (one, other) => py.lt(other, one));

export function next(parts: Any, usual?: Any): Any {
  const { done, value } = (parts.next ? parts : parts[Symbol.iterator]()).next();
  if (done && usual === undefined) throw py.make(py.StopIteration_);
  return done ? usual : value;
}

/** To so many digits; halves to the even one, as Python does it with the exact value. */
export function round(number: number, digits = 0): number {
  const exact = Math.abs(number).toFixed(Math.min(100, digits + 60));
  const cut = exact.length - 60;
  const down = Number(exact.slice(0, cut));
  const isTie = /^50*$/.test(exact.slice(cut).replace(".", ""));
  const found = isTie ? (Number(exact.slice(0, cut).replace(".", "").at(-1)) % 2 ? Number(Math.abs(number).toFixed(digits)) : down) : Number(Math.abs(number).toFixed(digits));
  return number < 0 && found !== 0 ? -found : found;
}

// ---------------------------------------------------------------- methods

const blanks = (text: string) => text.split(/\s+/).filter(Boolean);
function cut(text: string, mark: string, at: number, none: string[]): string[] {
  return at < 0 ? none : [text.slice(0, at), mark, text.slice(at + mark.length)];
}
const TEXT: Record<string, (text: string, ...args: Any[]) => Any> = {
  split: (text, mark) => (mark === undefined ? blanks(text) : text.split(mark)),
  join: (text, parts) => py.list(parts).join(text),
  partition: (text, mark) => cut(text, mark, text.indexOf(mark), [text, "", ""]),
  rpartition: (text, mark) => cut(text, mark, text.lastIndexOf(mark), ["", "", text]),
  strip: (text) => text.trim(),
  rstrip: (text, signs) => (signs === undefined ? text.trimEnd() : text.slice(0, [...text].findLastIndex((sign) => !signs.includes(sign)) + 1)),
  startswith: (text, start) => [start].flat().some((one) => text.startsWith(one)),
  endswith: (text, end) => [end].flat().some((one) => text.endsWith(one)),
  replace: (text, one, other) => text.split(one).join(other),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  removeprefix: (text, start) => (text.startsWith(start) ? text.slice(start.length) : text),
  removesuffix: (text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text),
  index: (text, part) => (text.includes(part) ? text.indexOf(part) : indexError()),
  count: (text, part) => text.split(part).length - 1,
  isprintable: isPrintable,
};
const indexError = () => {
  throw py.make(py.ValueError, "not in there");
};
const LIST: Record<string, (row: Any[], ...args: Any[]) => Any> = {
  append: (row, part) => void row.push(part),
  extend: (row, parts) => void row.push(...py.iter(parts)),
  pop: (row) => (row.length ? row.pop() : indexError()),
  index: (row, part) => [row.findIndex((one) => py.eq(one, part))].map((at) => (at < 0 ? indexError() : at))[0],
  count: (row, part) => row.filter((one) => py.eq(one, part)).length,
  copy: (row) => [...row],
};
const DICT: Record<string, (map: Map<Any, Any>, ...args: Any[]) => Any> = {
  get: (map, name, usual = null) => (map.has(name) ? map.get(name) : usual),
  items: (map) => [...map],
  keys: (map) => new Set(map.keys()),
  values: (map) => [...map.values()],
  pop: (map, name, usual) => {
    const found = map.has(name) ? map.get(name) : usual === undefined ? py.get(map, name) : usual;
    map.delete(name);
    return found;
  },
  setdefault: (map, name, usual = null) => (map.has(name) ? map : map.set(name, usual)).get(name),
  update: (map, more) => void py.ior(map, py.dict(more)),
  copy: (map) => new Map(map),
};
const SET: Record<string, (set: Set<Any>, ...args: Any[]) => Any> = {
  add: (set, part) => void py.ior(set, [part]),
  discard: (set, part) => void set.delete(part),
  update: (set, parts) => void py.ior(set, parts),
};

/** Call a method that texts, lists, dicts or sets have too. */
export function method(thing: Any, name: string, ...args: Any[]): Any {
  const own = typeof thing === "string" ? TEXT : Array.isArray(thing) ? LIST : thing instanceof Map ? DICT : thing instanceof Set ? SET : null;
  return own ? (own[name] ?? indexError())(thing, ...args) : thing[name](...args);
}

// ---------------------------------------------------------------- the library

const translated = (form: string) => form.replaceAll("(?P<", "(?<");

/** A regular expression. */
class Pattern {
  whole: RegExp;
  every: RegExp;
  constructor(public pattern: string) {
    const whole = /[^\x00-\x7f]/.test(pattern) ? "u" : ""; // letters as they are, not halves of them
    this.whole = new RegExp(`^(?:${translated(pattern)})$`, whole);
    this.every = new RegExp(translated(pattern), `g${whole}`);
  }
  fullmatch(text: string): Found | null {
    const found = /\n$/.test(text) && !/\n/.test(this.pattern) ? null : this.whole.exec(text);
    return found && new Found(found);
  }
  findall(text: string): Any[] {
    return [...text.matchAll(this.every)].map((found) => (found.length > 2 ? found.slice(1).map((part) => part ?? "") : (found[1] ?? found[0])));
  }
  sub(made: (found: Found) => string, text: string): string {
    return text.replace(this.every, (...found) => made(new Found(found as Any)));
  }
}
class Found {
  constructor(private found: RegExpExecArray) {}
  __getitem__(at: Any): string | null {
    return (typeof at === "string" ? this.found.groups![at] : this.found[at]) ?? null;
  }
  groupdict(): Map<string, string | null> {
    return new Map(Object.entries(this.found.groups ?? {}).map(([name, part]) => [name, part ?? null]));
  }
}
const compile = (form: string, _marks?: number) => new Pattern(form);
export const re = {
  ASCII: 0,
  compile,
  fullmatch: (form: string, text: string) => compile(form).fullmatch(text),
  findall: (form: string, text: string) => compile(form).findall(text),
  escape: (text: string) => text.replace(/[()[\]{}?*+\-|^$\\.&~#\s]/g, (sign) => `\\${sign}`),
};

const product = (...rows: Any[]): Any[][] => rows.reduce((found: Any[][], row) => found.flatMap((parts) => py.list(row).map((part) => [...parts, part])), [[]]);
const again = (row: Any[], count: number, from = 0): Any[][] =>
  count === 0 ? [[]] : row.slice(from).flatMap((part, at) => again(row, count - 1, from + at).map((rest) => [part, ...rest]));
export const itertools = {
  product,
  combinations_with_replacement: (row: Any, count: number) => again(py.list(row), count),
  pairwise: (row: Any) => py.list(row).slice(1).map((part, at) => [py.list(row)[at], part]),
};
export const math = {
  inf: Infinity, pi: Math.PI, sqrt: Math.sqrt, floor: Math.floor, ceil: Math.ceil,
  prod: (parts: Any) => py.list(parts).reduce((one, other) => one * other, 1),
}; // prettier-ignore
export const time = { monotonic: () => performance.now() / 1000 };

/** Texts with gaps: `{name:form}`, each filled by `get_value` and `format_field`. */
class Formatter {
  vformat(text: string, args: Any[], given: Map<string, Any>): string {
    return text.replace(/\{\{|\}\}|\{([^{}:!]*)(?::([^{}]*))?\}/g, (all, name?: string, form = "") => {
      if (name === undefined) return all[0]!;
      return (this as Any).format_field((this as Any).get_value(name, args, given), form);
    });
  }
  format_field(value: Any, _form: string): string {
    return str(value);
  }
}
export const string = { Formatter };
export const sys = { _getframe: (_up: number) => ({ f_code: { co_filename: "" } }) };

/** A place among the files that came with the page. */
class Path {
  name = "";
  path = "";
  __init__(path: string) {
    this.path = path;
    this.name = path.slice(path.lastIndexOf("/") + 1);
  }
  get parent(): Path {
    return py.make(Path, this.path.slice(0, this.path.lastIndexOf("/")));
  }
  __truediv__(name: string): Path {
    return py.make(Path, `${this.path}/${name}`);
  }
  __str__(): string {
    return this.path;
  }
  exists(): boolean {
    return FILES.has(this.path);
  }
  /** A file is handed on as it is: it was read when the page was built. */
  read_text(): Any {
    return this;
  }
}
py.signed(Path.prototype.read_text, "encoding");
const FILES = new Map<string, Any>();
export const pathlib = { Path };
export const tomllib = { loads: (file: Path) => FILES.get(file.path) };

/** Bring a TOML file, read already. */
export function bring(path: string, content: Any): void {
  FILES.set(path, inside(content));
}

// ---------------------------------------------------------------- JSON, and values from and for outside

/** A value as translated code has it: objects become dicts. */
export function inside(value: Any): Any {
  if (Array.isArray(value)) return value.map(inside);
  if (value === undefined) return null;
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return new Map(Object.entries(value).map(([name, part]) => [name, inside(part)]));
}

/** A value as everybody else has it: dicts become objects. */
export function outside(value: Any): Any {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, part]) => [name, outside(part)]));
  if (value instanceof Set) return [...value].map(outside);
  return Array.isArray(value) || value instanceof py.NamedTuple ? py.list(value).map(outside) : value;
}

const ascii = (text: string) => text.replace(/[^\x00-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** JSON with a blank behind every comma and colon. */
function written(value: Any, quote: (text: string) => string): string {
  if (value instanceof Map) return `{${[...value].map(([name, part]) => `${quote(str(name))}: ${written(part, quote)}`).join(", ")}}`;
  if (Array.isArray(value)) return `[${value.map((part) => written(part, quote)).join(", ")}]`;
  return typeof value === "string" ? quote(value) : typeof value === "number" ? spelled(value) : JSON.stringify(value ?? null);
}
const plain = (text: string) => JSON.stringify(text).replace(/\\u(d[89a-f][0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
const encode_basestring_ascii = (text: string) => ascii(JSON.stringify(text)).replaceAll("\x7f", "\\u007f");

/** JSON, read. Objects become dicts; of a key that comes twice the last counts. */
function loads(text: string): Any {
  try {
    return inside(JSON.parse(text));
  } catch {
    throw py.make(py.ValueError, "no JSON");
  }
}
const dumps = (value: Any, ensure_ascii = true) => written(value, ensure_ascii ? encode_basestring_ascii : plain);
export const json = { loads, dumps: py.signed(dumps, "value ensure_ascii"), encoder: { encode_basestring_ascii } };

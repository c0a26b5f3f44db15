/**
 * A room's compiled rules: loads the module, hands out its memory, calls what it exports.
 * Everything here is synchronous, for workers and for Node; a page's own thread uses `loaded`.
 */

export type NumberType = "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "float32" | "float64";

/** Where a field of the record lies. */
export interface Field {
  offset: number;
  type: NumberType;
  shape: number[];
}

/** Something that is handed over by its place in memory. */
export interface Kind {
  type: NumberType | "record";
  shape: number[];
  bytes: number;
}

/** What stands in `<key>.json`. */
export interface Facts {
  key: string;
  itemsize: number;
  fields: Record<string, Field>;
  fresh: string;
  constants: Record<string, number>;
  secrets: boolean;
  kinds: Record<string, Kind | null>;
  exports: Record<string, { arguments: string[]; answers: number }>;
  net: Record<string, number[]>;
  seats: number[];
}

/** A place in memory. */
export type Place = number;
export type Call = (...given: (number | bigint)[]) => number;

const PAGE = 1 << 16;
const letters = new TextDecoder();

export class Memory {
  /** What the module exports, by `module.function`; numbers and places in, the first number of the answer out. */
  readonly call: Record<string, Call>;
  readonly #memory: WebAssembly.Memory;
  readonly #answers: Place;
  readonly #areas = new Map<string, Place>();
  #free: Place;
  #bytes: Uint8Array;

  constructor(
    module: WebAssembly.Module,
    readonly facts: Facts,
  ) {
    const { exports } = new WebAssembly.Instance(module);
    this.call = exports as Record<string, Call>;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#free = (exports.heap as WebAssembly.Global<"i32">).value;
    this.#answers = (exports.answers as Call)();
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  /** All of the memory; another one after it has grown. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Room for so many bytes, for good. */
  take(bytes: number): Place {
    const place = this.#free;
    this.#free = (place + bytes + 15) & ~15;
    const missing = this.#free - this.#bytes.length;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE));
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return place;
  }

  /** Room for so many of a kind, for good: always the same for the same name, unless it has to be larger. */
  area(name: string, kind: string, count = 1): Place {
    const own = `${name} ${count}`;
    if (!this.#areas.has(own)) this.#areas.set(own, this.take(this.size(kind) * count));
    return this.#areas.get(own)!;
  }

  /** How many bytes something takes. */
  size(kind: string): number {
    return kind === "record" ? this.facts.itemsize : (this.facts.kinds[kind]?.bytes ?? 0);
  }

  /** The numbers that the last call answered with. */
  answers(count: number): number[] {
    return Array.from(this.view("float64", this.#answers, count) as Float64Array);
  }

  /** A copy of what lies somewhere. */
  read(place: Place, length: number): Uint8Array {
    return this.#bytes.slice(place, place + length);
  }

  write(place: Place, content: ArrayLike<number>): void {
    this.#bytes.set(content, place);
  }

  text(place: Place, length: number): string {
    return letters.decode(this.#bytes.subarray(place, place + length));
  }

  /** Numbers as they lie in memory: to be used at once, for memory may grow. */
  view(type: NumberType, place: Place, count: number): ArrayLike<number | bigint> & { fill(value: never): unknown } {
    return new ARRAYS[type](this.#memory.buffer, place, count) as never;
  }

  numbers(type: NumberType, place: Place, count: number): number[] {
    return Array.from(this.view(type, place, count), Number);
  }
}

const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** A room's rules, on a page's own thread. */
export async function loaded(content: BufferSource | Response, facts: Facts): Promise<Memory> {
  const bytes = content instanceof Response ? await content.arrayBuffer() : content;
  return new Memory(await WebAssembly.compile(bytes), facts);
}

/** Numbers of 16 bits, as the weights are kept, made wider: nothing is lost. */
export function widened(content: Uint8Array): Float32Array {
  const halves = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const found = new Float32Array(content.byteLength / 2);
  for (let index = 0; index < found.length; index++) {
    const bits = halves.getUint16(2 * index, true);
    const exponent = (bits >> 10) & 31;
    const part = bits & 1023;
    const size = exponent ? (1 + part / 1024) * 2 ** (exponent - 15) : (part / 1024) * 2 ** -14;
    found[index] = bits & 0x8000 ? -size : size;
  }
  return found;
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

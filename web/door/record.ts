/** A game's state as its bytes, and its fields by name: what NumPy's records are in Python. */

import { Slice, iter, type Any } from "./python.ts";

type Row = [name: string, type: string, shape?: number[]];

/** Where a field lies, and how large its numbers are. */
interface Place {
  at: number;
  size: number;
  shape: number[];
}

const product = (numbers: number[]) => numbers.reduce((one, other) => one * other, 1);

/** How a room's record lies in memory: the widest fields first and no gaps, as `rule.layout` has it. */
export class Layout {
  places = new Map<string, Place>();
  bytes = 0;
  /** Records of this layout, with every field as a property. */
  kind: new (bytes: Uint8Array) => Record;

  constructor(rows: Row[]) {
    const size = (row: Row) => Number(row[1].slice(1));
    for (const row of [...rows].sort((one, other) => size(other) - size(one))) {
      this.places.set(row[0], { at: this.bytes, size: size(row), shape: row[2] ?? [] });
      this.bytes += size(row) * product(row[2] ?? []);
    }
    this.bytes = Math.ceil(this.bytes / Math.max(...rows.map(size))) * Math.max(...rows.map(size));
    const layout = this;
    this.kind = class extends Record {
      constructor(bytes: Uint8Array) {
        super(layout, bytes);
      }
    };
    for (const name of this.places.keys())
      Object.defineProperty(this.kind.prototype, name, {
        get(this: Record) {
          return this.__getitem__(name);
        },
        set(this: Record, value: Any) {
          this.__setitem__(name, value);
        },
      });
  }

  /** A new record, all zero or with these bytes. */
  record(bytes = new Uint8Array(this.bytes)): Record {
    return new this.kind(bytes);
  }
}

/** One record. */
export class Record {
  [name: string]: Any;
  view: DataView;
  constructor(public layout: Layout, public bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }
  copy(): Record {
    return this.layout.record(this.bytes.slice());
  }
  field(name: string): Field {
    const { at, size, shape } = this.layout.places.get(name)!;
    return new Field(this.view, at, size, shape);
  }
  __getitem__(name: string): Any {
    const field = this.field(name);
    return field.shape.length ? field : field.number(0);
  }
  __setitem__(name: string, value: Any): void {
    this.field(name).fill(value);
  }
}

/** Numbers of a record in rows: what NumPy's arrays are in Python. */
export class Field {
  constructor(private view: DataView, private at: number, private size: number, public shape: number[]) {}

  number(place: number): number {
    const at = this.at + place * this.size;
    return this.size === 1 ? this.view.getInt8(at) : this.size === 2 ? this.view.getInt16(at, true) : this.view.getInt32(at, true);
  }
  private put(place: number, value: number): void {
    const at = this.at + place * this.size;
    if (this.size === 1) this.view.setInt8(at, value);
    else if (this.size === 2) this.view.setInt16(at, value, true);
    else this.view.setInt32(at, value, true);
  }
  /** Everything here: one number in all places, or the numbers of a list. */
  fill(value: Any): void {
    const given = typeof value === "number" || typeof value === "boolean" ? null : value instanceof Field ? value.tolist() : [...iter(value)];
    const count = product(this.shape);
    if (given && given.length && typeof given[0] === "object") given.forEach((row: Any, at: number) => (this.__getitem__(at) as Field).fill(row));
    else for (let place = 0; place < count; place++) this.put(place, Number(given ? given[place] : value));
  }
  /** What lies at a place: a number, a row, or part of this. */
  private part(at: Any): Field {
    if (at instanceof Slice) {
      const [from, to] = at.span(this.shape[0]!);
      return new Field(this.view, this.at + from * this.step(), this.size, [Math.max(0, to - from), ...this.shape.slice(1)]);
    }
    const [first, ...rest] = Array.isArray(at) ? at : [at];
    const place = Number(first) < 0 ? Number(first) + this.shape[0]! : Number(first);
    if (!(place >= 0 && place < this.shape[0]!)) throw new RangeError(`no place ${first} among ${this.shape[0]}`);
    const inner = new Field(this.view, this.at + place * this.step(), this.size, this.shape.slice(1));
    return rest.length ? inner.part(rest) : inner;
  }
  private step(): number {
    return this.size * product(this.shape.slice(1));
  }
  __getitem__(at: Any): Any {
    const part = this.part(at);
    return part.shape.length ? part : part.number(0);
  }
  __setitem__(at: Any, value: Any): void {
    this.part(at).fill(value);
  }
  __len__(): number {
    return this.shape[0]!;
  }
  __contains__(value: Any): boolean {
    return this.tolist().flat(9).includes(Number(value));
  }
  tolist(): Any[] {
    return [...this].map((part) => (part instanceof Field ? part.tolist() : part));
  }
  any(): boolean {
    return this.tolist().flat(9).some(Boolean);
  }
  *[Symbol.iterator](): Iterator<Any> {
    for (let place = 0; place < this.shape[0]!; place++) yield this.__getitem__(place);
  }
}

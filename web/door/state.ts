/** One moment of a game: what `spieltisch.state` is in Python. */

import type { Any } from "./python.ts";
import { eq } from "./python.ts";
import type { Record } from "./record.ts";

const ONLOOKERS = 16;
const seatsIn = (audience: number) => [0, 1, 2, 3].filter((seat) => (audience >> seat) & 1);

/** The seats of a set, as translated code has it. */
export const SEATS = Array.from({ length: ONLOOKERS }, (_, acting) => new Set<number | null>(seatsIn(acting)));
/** The same for audiences: null among them are the onlookers. */
export const AUDIENCES = [...SEATS, ...SEATS.map((seats) => new Set<number | null>([...seats, null]))];

/** Never changed, only followed by another. */
export class State {
  game: Any = null;
  options: Map<string, Any> = new Map();
  cell!: Record;
  seats = 0;
  came: [Any, string, number] | null = null;
  told: [Set<number | null>, string][] | null = null;
  drawn: [string, State] | null = null;
  private known = new Map<Any, Any>();

  __init__(game: Any, record: Record, options: Map<string, Any>, before: State | null = null, acting: number | null = null, lottery: Any = null, came: Any = null): void {
    Object.assign(this, { game, options, came, cell: before ? record : record.copy(), seats: before ? before.seats : record.seats });
    if (acting !== null) this.known.set("acting", acting);
    if (lottery !== null) this.known.set("lottery", lottery);
  }
  copy(): Record {
    return this.cell.copy();
  }
  /** Another state that differs by what a rule does to this one's record. */
  twin(change: (cell: Record, ...args: Any[]) => void, ...args: Any[]): State {
    const state = new State();
    const cell = this.copy();
    change(cell, ...args);
    state.__init__(this.game, cell, this.options, this);
    return state;
  }
  /** Something that is read from a state again and again: made once. */
  once(name: Any, make: (state: State) => Any): Any {
    if (!this.known.has(name)) this.known.set(name, make(this));
    return this.known.get(name);
  }
  get record(): Record {
    return this.cell;
  }
  get acting(): number {
    return this.once("acting", () => this.game.turn.acting(this.cell));
  }
  get lottery(): [number, number, number] {
    return this.once("lottery", () => this.game.turn.lottery(this.cell));
  }
  get chance_seat(): number | null {
    return this.lottery[0] >= 0 ? this.lottery[0] : null;
  }
  /** The record's fields as numbers and lists, each read when it is first asked for. */
  get plain(): Any {
    return this.once("plain", () => {
      const fields = {};
      for (const name of this.cell.layout.places.keys())
        Object.defineProperty(fields, name, {
          configurable: true,
          get: () => {
            const found = this.cell.__getitem__(name);
            const value = typeof found === "number" ? found : found.tolist();
            Object.defineProperty(fields, name, { value });
            return value;
          },
        });
      return fields;
    });
  }
  __eq__(other: Any): boolean {
    return other instanceof State && other.game === this.game && eq(other.options, this.options) && String(other.cell.bytes) === String(this.cell.bytes);
  }
}

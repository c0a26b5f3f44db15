/** Compiled rules, for translated code: records to call them with, and the way to a room's module. What `spieltisch.rule` is in Python. */

import type { Any } from "./python.ts";
import { Layout, Record } from "./record.ts";
import type { Rules } from "./rules.ts";

export const [CHANCE_ACTS, GAME_OVER, BY_CHANCE] = [0, -1, -1];

export const layout = (...rows: Any[]) => new Layout(rows);
export const blank = (layout: Layout) => layout.record();
export const copied = (record: Record) => record.copy();
export const room_of = (name: string) => name.split(".").at(-1)!;

const opened: Compiled[] = [];

/** The compiled code of one room, once it is there. */
export class Compiled {
  #rules: Rules | null = null;
  constructor(readonly room: string) {}

  get rules(): Rules {
    if (this.#rules === null) throw new Error(`the room ${this.room} is not open yet`);
    return this.#rules;
  }
  open(rules: Rules): void {
    this.#rules = rules;
    opened.push(this);
  }
  /** A compiled function that is called with records and numbers; it may change the records. */
  of(name: string): (...args: Any[]) => Any {
    return (...args) => this.call(name, args);
  }
  call(name: string, args: Any[]): Any {
    const { memory } = this.rules;
    const records = args.filter((arg): arg is Record => arg instanceof Record);
    const given = args.map((arg) => (arg instanceof Record ? this.rules.put(arg.bytes, records.indexOf(arg)) : typeof arg === "bigint" ? arg : Number(arg)));
    const first = memory.call[name]!(...given);
    records.forEach((record, slot) => record.bytes.set(this.rules.got(slot)));
    const { answers } = memory.facts.exports[name]!;
    return answers > 1 ? memory.answers(answers) : first;
  }
}

/** What is the same in every room's compiled code: that of any room that is open. */
export function house(): Rules {
  if (!opened.length) throw new Error("no room is open yet");
  return opened[0]!.rules;
}

/** The door's way into a room's compiled rules: what `spieltisch.turn` is in Python. */
export function for_room(_module: string, module: { $rules: Compiled }): Any {
  const { $rules } = module;
  const followed = (after: Record, found: { after: Uint8Array; acting: number; lottery: number[] }) => {
    after.bytes.set(found.after);
    return [found.acting, found.lottery];
  };
  return {
    acting: (cell: Record) => $rules.rules.acting(cell.bytes),
    lottery: (cell: Record) => $rules.rules.lottery(cell.bytes),
    may_happen: (cell: Record, code: number) => $rules.rules.mayHappen(cell.bytes, code),
    play: (cell: Record, after: Record, seat: number, code: number) => followed(after, $rules.rules.play(cell.bytes, seat, code)),
    happen: (cell: Record, after: Record, code: number) => followed(after, $rules.rules.happen(cell.bytes, code)),
    drawn: (cell: Record, after: Record, ticket: number) => {
      const found = $rules.rules.drawn(cell.bytes, ticket);
      return [found.outcome, followed(after, found)];
    },
  };
}

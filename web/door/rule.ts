/** Compiled rules, for translated code: records to call them with, and the way to a room's module. What `spieltisch.rule` is in Python. */

import type { Memory } from "./memory.ts";
import type { Any } from "./python.ts";
import { Layout, Record } from "./record.ts";

export const [CHANCE_ACTS, GAME_OVER, BY_CHANCE] = [0, -1, -1];

export const layout = (...rows: Any[]) => new Layout(rows);
export const blank = (layout: Layout) => layout.record();
export const copied = (record: Record) => record.copy();
export const room_of = (name: string) => name.split(".").at(-1)!;

/** The compiled code of one room, once its memory is there. */
export class Rules {
  memory: Memory | null = null;
  constructor(public room: string) {}

  /** A compiled function that is called with records and numbers; it may change the records. */
  of(name: string): (...args: Any[]) => Any {
    return (...args) => this.call(name, args);
  }
  call(name: string, args: Any[]): Any {
    if (this.memory === null) throw new Error(`the room ${this.room} is not open yet`);
    return this.memory.call(name, args);
  }
}

/** Modules of the house that each room has a copy of: their functions, with the room's compiled code. */
export function furnished(module: string, rules: { $rules: Rules }): Any {
  const name = module.slice(module.lastIndexOf(".") + 1);
  return new Proxy({}, { get: (_, function_: string) => rules.$rules.of(`${name}.${function_}`) });
}

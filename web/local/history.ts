/** Looking back at a table without a server: the log as it was told, the table at any point, and what chance could have brought. */

import type { GameEvent } from "../lib/table";
import type { Chance } from "../lib/verify";
import type { Moment, Told } from "../lib/wire";
import { CLOCK } from "./bots";
import { Refused, type Door } from "./needs";
import { ownSeats } from "./seats";
import type { LocalTable } from "./table";

/** With whose eyes to look: one's own; after the end anybody's. */
export function viewer(table: LocalTable, wanted: string | null): number | null {
  const own = ownSeats(table.setup.chairs);
  if (wanted === null || wanted === "") return own[0] ?? null;
  const seat = Number(wanted);
  if (!Number.isInteger(seat) || seat < 0 || seat >= table.setup.chairs.length) throw new Refused("no_such_seat", { seat: wanted.slice(0, 9), seats: table.setup.chairs.length });
  if (table.state === "running" && !own.includes(seat)) throw new Refused("not_your_seat", { seat });
  return seat;
}

/** What has happened, as far as this seat may know it. The sentences are made where they are read. */
export function story(table: LocalTable, seat: number | null): Told[] {
  const { header, actions, lines } = table.match;
  const told: Told[] = [];
  const add = (at: number, event: GameEvent) => told.push({ at, text: "", event });
  if ("chance" in header) add(1, { event: "duplicate", chance: String(header.chance).slice(0, 60) });
  actions.forEach(({ by, line }, index) => {
    if (lines[line]?.note === CLOCK) add(line + 1, { event: "time_up", seat: by });
    for (const { event, audience } of table.told(index)) if (audience.includes(seat)) add(line + 1, event);
  });
  return told;
}

/** The table after that many lines of the log. */
export function moment(door: Door, lines: string[], seat: number | null, at: number): Moment {
  if (!Number.isInteger(at) || at < 1 || at > lines.length) throw new Refused("out_of_range", { key: "at", value: at, low: 1, high: lines.length });
  const match = door.replay(lines.slice(0, at));
  const last = match.actions.at(-1);
  const index = match.actions.length - 1;
  const told = last && last.line === at - 1 ? door.events(match.states[index]!, last.by, last.do, match.states[index + 1]!) : [];
  return { at, events: told.filter(({ audience }) => audience.includes(seat)).map(({ event }) => event), view: door.view(match.state, seat) };
}

/** For every die and card: its kind, for whom, the how manieth, and what could have come. */
export function chances({ door, match }: Pick<LocalTable, "door" | "match">): Chance[] {
  const drawn = new Map<string, number>();
  return match.actions.flatMap(({ by, line }, index) => {
    if (by !== "chance") return [];
    const state = match.states[index]!;
    const { kind, seat } = door.lottery(state);
    const number = drawn.get(`${kind} ${seat}`) ?? 0;
    drawn.set(`${kind} ${seat}`, number + 1);
    return [{ line: line + 1, kind, seat, number, outcomes: Object.entries(door.chances(state)) }];
  });
}

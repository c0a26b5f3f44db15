/** What a viewer of a table without a server is told: the very messages of the wire. */

import type { Message, TableInfo, TablePart } from "../lib/wire";
import { infos, ownSeats } from "./seats";
import type { LocalTable } from "./table";
import { undoable } from "./taking_back";

/** The message for a seat, or for onlookers. */
export function messageFor(table: LocalTable, seat: number | null): Message {
  const { match, door } = table;
  const isRunning = table.state === "running";
  const ask = seat === null || !isRunning ? undefined : table.asks.open.get(seat);
  const undo = seat !== null && isRunning && undoable(table, seat) ? { undo: true } : {};
  return {
    at: match.lines.length,
    events: table.events.filter(({ audience }) => audience.includes(seat)).map(({ event }) => event),
    view: door.view(match.state, seat),
    ask: ask === undefined ? null : { n: ask, moves: door.legal(match.state, seat!) },
    table: { ...part(table), ...undo },
  };
}

/** What everybody is told of the table. */
export function part(table: LocalTable): TablePart {
  const { setup, match } = table;
  return {
    id: setup.id, game: setup.game, state: table.state, seats: infos(setup.chairs, table.isWatched, match.result !== null), commit: String(match.header.commit ?? ""), hints: setup.hints,
    ...(match.result ? { result: match.result } : {}), ...revealed(table), ...(setup.next ? { next: setup.next } : {}), to_act: toAct(table), clock: clock(table),
  };
}

/** The table for a lobby, and for those who ask without a socket. */
export function info(table: LocalTable): TableInfo {
  const { setup, match } = table;
  return { ...part(table), options: setup.options, public: false, start: match.header.start ?? 0, at: match.lines.length, yours: ownSeats(setup.chairs) };
}

const toAct = (table: LocalTable): number[] => (table.state === "running" ? [...table.asks.open.keys()].sort() : []);

function revealed({ match }: LocalTable): { reveal?: string } {
  const reveal = match.lines.at(-1)?.reveal;
  return typeof reveal === "string" ? { reveal } : {};
}

/** Seconds a turn, and how many those at turn have left. */
function clock(table: LocalTable): TablePart["clock"] {
  const { clock: seconds } = table.setup;
  if (seconds === null) return null;
  const left = [...table.askedAt].map(([seat, { put }]) => [String(seat), Math.max(0, Math.round(10 * (seconds - (Date.now() - put) / 1000)) / 10)]);
  return { seconds, left: Object.fromEntries(left) };
}

/** What happened, in words: a turn is one sentence and its consequences. */

import type { Happened, LogLine, Turn, Turns } from "./table";
import type { Words } from "./words";

/** Where a room tells no turns of its own, every event is a line. */
export const plainly: Turns = (all) =>
  all.map(({ at, event: { event, ...details } }) => ({ at, seat: whose(details), head: { say: `events.${event}`, details }, rest: [], isMove: true }));

/** What the house says to a game, before it or after it. */
const NOTES = ["duplicate", "first_leg", "return_points", "return_places", "both_points", "both_places", "both_level"];

/** The log, newest first; what has no text says nothing. That the dice have fallen before, or that two games add up, is said by the house, not by a room. */
export function told(all: readonly Happened[], words: Words, me: number | null, turns: Turns = plainly): LogLine[] {
  const isNote = ({ event }: Happened) => NOTES.includes(event.event);
  const notes: Turn[] = all.filter(isNote).map(({ at, event }) => ({ at, seat: null, head: sentenceOf(event, "notes"), rest: [], isMove: false }));
  const game = turns(all.filter((one) => !isNote(one)), me, words.say);
  return [...notes.filter(({ at }) => at === 1), ...game, ...notes.filter(({ at }) => at !== 1)]
    .filter(({ head }) => words.has(head.say))
    .map((turn) => line(turn, words))
    .reverse();
}

/** What happened up to a seat's last throw: as long as its dice are in the hand, nobody reads what they brought. */
export function untilThrow(all: readonly Happened[], throws: readonly string[], seat: number): readonly Happened[] {
  const at = all.findLastIndex(({ event }) => throws.includes(event.event) && event.seat === seat);
  return at < 0 ? all : all.slice(0, at);
}

function line({ at, seat, head, rest, isMove }: Turn, words: Words): LogLine {
  const parts = words.parts(head.say, head.details);
  const more = rest.filter(({ say }) => words.has(say)).map(({ say, details }) => words.say(say, details)).join(" ");
  const said = parts.map(({ text }) => text).join("");
  return { at, seat, head: parts, rest: more, text: more ? `${said} ${more}` : said, isMove };
}

function whose(details: Record<string, unknown>): number | null {
  for (const key of ["seat", "winner"]) if (typeof details[key] === "number") return details[key] as number;
  return null;
}

/** A sentence for an event as the house or the room words it. */
export const sentenceOf = ({ event, ...details }: Happened["event"], table = "events"): { say: string; details: Record<string, unknown> } => ({ say: `${table}.${event}`, details });

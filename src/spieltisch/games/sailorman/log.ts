// A throw is one line, and what each seat enters with it is one more, with the boxes that it fills.
import { sentenceOf } from "../../../../web/lib/log";
import type { GameEvent, Say, Turn, Turns } from "../../../../web/lib/table";

export const turns: Turns = (all, _, say) => {
  const told: Turn[] = [];
  let entries = new Map<number, { turn: Turn; marks: string[] }>(); // of the throw that lies on the table
  for (const { at, event } of all) {
    const seat = typeof event.seat === "number" ? event.seat : null;
    const own = seat === null ? undefined : entries.get(seat);
    if (event.event === "thrown") {
      entries = new Map();
      told.push({ at, seat, head: sentenceOf(event, "turns"), rest: [], isMove: false });
    } else if (event.event === "wrote" || event.event === "crossed") {
      const entry = own ?? { turn: { at, seat, head: { say: "", details: {} }, rest: [], isMove: true }, marks: [] };
      if (!own) told.push(entry.turn);
      entry.marks.push(mark(event, say));
      entry.turn.at = at;
      entry.turn.head = { say: "turns.entered", details: { seat, marks: joined(entry.marks, say) } };
      entries.set(seat!, entry);
    } else if (event.event === "took_back") takeBack(told, entries, seat!, say);
    else if (event.event === "box" && own) own.turn.rest.push({ say: event.points === 1 ? "turns.filled_one" : "turns.filled", details: event });
    else if (event.event === "shell") shells(event, entries, told, at);
    else told.push({ at, seat, head: sentenceOf(event), rest: [], isMove: event.event === "skipped" || event.event.startsWith("time_") });
  }
  return told;
};

const mark = (event: GameEvent, say: Say): string => say(event.event === "crossed" ? "turns.cross" : "turns.mark", event);
const joined = (marks: string[], say: Say): string => (marks.length > 1 ? say("turns.and", { first: marks[0], last: marks[1] }) : marks[0]!);

/** Shells go to whoever filled the box: a consequence of that entry. */
function shells(event: GameEvent, entries: Map<number, { turn: Turn }>, told: Turn[], at: number): void {
  const [seat, ...more] = event.seats as number[];
  const own = more.length ? undefined : entries.get(seat!);
  if (own) own.turn.rest.push({ say: event.shells === 1 ? "turns.shell_one" : "turns.shells", details: event });
  else told.push({ at, seat: null, head: sentenceOf(event), rest: [], isMove: false });
}

function takeBack(told: Turn[], entries: Map<number, { turn: Turn; marks: string[] }>, seat: number, say: Say): void {
  const own = entries.get(seat);
  if (!own) return;
  own.marks.pop();
  own.turn.rest = [];
  if (own.marks.length) own.turn.head.details = { seat, marks: joined(own.marks, say) };
  else {
    entries.delete(seat);
    told.splice(told.indexOf(own.turn), 1);
  }
}

// A turn of this game is one sentence: what was thrown, then where the dice went; what it scored follows.
import { sentenceOf } from "../../../../web/lib/log";
import type { GameEvent, Happened, Turn, Turns } from "../../../../web/lib/table";

const OWN_WORDS = ["scored", "unclaimed", "forced"]; // shorter in a log than when they happen
const SEEN = ["dealt", "drew"]; // a new card lies on the table for all to see

export const turns: Turns = (all) => {
  const told: Turn[] = [];
  const placed = new Map<Turn, GameEvent[]>();
  let now: Turn | undefined;
  for (const one of all) {
    const { event } = one;
    if (event.event === "took_back") takeBack(told, placed, event);
    else if (SEEN.includes(event.event)) continue;
    else if (event.event.startsWith("time_")) told.push(begun(one));
    else if (!now || begins(now, event)) told.push((now = begun(one)));
    else if (event.event === "rolled") Object.assign(now, { at: one.at, head: sentenceOf(event) });
    else if (event.event === "placed") place(now, placed, one);
    else if (event.event === "swapped") Object.assign(now, { at: one.at, head: sentenceOf(event), isMove: true });
    else now.rest.push(sentenceOf(event, OWN_WORDS.includes(event.event) ? "turns" : "events"));
  }
  return told;
};

/** Somebody else acts, or the same seat throws anew: a new turn. */
function begins(now: Turn, { event, seat }: GameEvent): boolean {
  if (event === "rolled" || event === "forced") return now.seat !== seat || !now.head.say.endsWith(".forced");
  return event === "ended";
}

function begun({ at, event }: Happened): Turn {
  const seat = typeof event.seat === "number" ? event.seat : null;
  return { at, seat, head: sentenceOf(event, event.event === "forced" ? "turns" : "events"), rest: [], isMove: event.event !== "rolled" };
}

function place(now: Turn, placed: Map<Turn, GameEvent[]>, { at, event }: Happened): void {
  const dice = [...(placed.get(now) ?? []), event];
  placed.set(now, dice);
  Object.assign(now, { at, head: where(dice), isMove: true });
}

function where([first, second]: GameEvent[]): Turn["head"] {
  const details = { seat: first!.seat, value: first!.value, tray: first!.tray };
  if (!second) return { say: "turns.placed", details };
  if (second.tray === first!.tray) return { say: "turns.placed_both", details: { ...details, other: second.value } };
  return { say: "turns.placed_two", details: { ...details, other: second.value, there: second.tray } };
}

/** A placed die that was taken back was never told. */
function takeBack(told: Turn[], placed: Map<Turn, GameEvent[]>, event: GameEvent): void {
  const turn = told.findLast((one) => one.seat === event.seat);
  const dice = turn && placed.get(turn)?.slice(0, -1);
  if (!turn || !dice) return;
  placed.set(turn, dice);
  if (dice.length) turn.head = where(dice);
  else Object.assign(turn, { head: sentenceOf(event), isMove: false });
}

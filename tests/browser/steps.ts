/** What the browser's door says at every step of games that Python has played: see test_browser_door.py. Runs in Node and in a browser. */

import { Stream } from "../../web/door/chance.ts";
import { Refused, type Actor, type Door, type State } from "../../web/door/door.ts";
import { make } from "../../web/door/python.ts";

type Odd = ["play", Actor, string] | ["position", unknown] | ["guess", number | null, number] | ["choose", string, number, number] | ["advise", number, number, number];
export interface Game {
  key: string;
  seats: number;
  start: number;
  options: object;
  actions: [Actor, string][];
  odd: { [step: string]: Odd[] };
}

/** A number to the last bit. */
function bits(number: number): string {
  const eight = new DataView(new ArrayBuffer(8));
  eight.setFloat64(0, number);
  return eight.getBigUint64(0).toString(16).padStart(16, "0");
}

/** What is asked, or the refusal of it in both languages. */
function said(ask: () => unknown): string {
  try {
    return JSON.stringify(ask());
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    return JSON.stringify(["refused", problem.reason, problem.details, problem.text("de"), problem.text("en", ["Ada", "Bo"])]);
  }
}

/** Everything that a state tells. */
function told(door: Door, state: State): string[] {
  const seats = Array.from({ length: state.seats }, (_, seat) => seat);
  const acting = door.toAct(state);
  const parts = [JSON.stringify(acting), ...seats.map((seat) => JSON.stringify(door.legal(state, seat))), ...[null, ...seats].map((seat) => door.viewText(state, seat))];
  if (acting === "chance") parts.push(JSON.stringify(door.chances(state)), JSON.stringify(door.lottery(state)));
  return acting === "over" ? [...parts, JSON.stringify(door.result(state))] : parts;
}

function answered(door: Door, state: State, odd: Odd): string {
  const luck = (seed: number) => make(Stream, seed);
  if (odd[0] === "play") return said(() => door.describe(door.play(state, odd[1], odd[2])));
  if (odd[0] === "position") return said(() => door.describe(door.position(odd[1])));
  if (odd[0] === "guess") return said(() => door.describe(door.guess(door.view(state, odd[1]), luck(odd[2]))));
  if (odd[0] === "choose") return said(() => door.choose(odd[1], door.view(state, odd[2]), door.legal(state, odd[2]), luck(odd[3])));
  const found = door.advise(door.view(state, odd[1]), luck(odd[2]), [], { looks: odd[3], seconds: null });
  return JSON.stringify(found.map((one) => ({ ...one, chance: bits(one.chance) })));
}

export function played(door: Door, game: Game): string[] {
  let state = door.begin(game.seats, game.start, game.options as never);
  const steps: string[] = [];
  for (let step = 0; step <= game.actions.length; step++) {
    const parts = [...told(door, state), ...(game.odd[step] ?? []).map((odd) => answered(door, state, odd))];
    const action = game.actions[step];
    if (action) {
      const after = door.play(state, ...action);
      parts.push(JSON.stringify(door.events(state, ...action, after)));
      state = after;
    }
    steps.push(parts.join("\n"));
  }
  return steps;
}

/** A log: what it becomes when it is read, who may take back what on the way, and its review in words. */
export interface Log {
  key: string;
  lines: string[];
  review: "quick" | "full" | null;
}

export function read(door: Door, { lines, review }: Log): string[] {
  const parts = [said(() => door.replay(lines).text())];
  if (!review) return parts;
  const match = door.replay(lines);
  const seats = Array.from({ length: match.state.seats }, (_, seat) => seat);
  for (let line = 0; line < lines.length; line += 7) parts.push(JSON.stringify(seats.map((seat) => match.until(line).undoable(seat))));
  const account = door.review(match, null, review === "quick");
  parts.push(JSON.stringify(account));
  for (const lang of ["de", "en"] as const)
    for (const reader of [null, ...seats]) parts.push(JSON.stringify([door.inWords(account, match, lang, reader, [account, account]), door.reckonedWith(match, lang)]));
  return parts;
}


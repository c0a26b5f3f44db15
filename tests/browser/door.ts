/** Plays games that Python has played, and says what the browser's door says at every step: see test_browser_door.py.
 *
 * node door.js MADE: reads a list of games, answers with a list of the texts of their steps, hashed unless `full`. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Stream } from "../../web/door/chance.ts";
import { Refused, openDoor, type Actor, type Door, type State } from "../../web/door/door.ts";
import { make } from "../../web/door/python.ts";
// @ts-expect-error: made when the page is built
import { rooms } from "../../web/made/rooms/index.js";

type Odd = ["play", Actor, string] | ["position", unknown] | ["guess", number | null, number] | ["choose", string, number, number] | ["advise", number, number, number];
interface Game {
  key: string;
  seats: number;
  start: number;
  options: object;
  actions: [Actor, string][];
  odd: { [step: string]: Odd[] };
  full: boolean;
}

const made = process.argv[2]!;
const doors = new Map<string, Door>();

async function doorOf(key: string): Promise<Door> {
  if (!doors.has(key)) {
    const file = (name: string) => readFileSync(`${made}/${name}`);
    const weights = Object.fromEntries([2, 3, 4].map((seats) => [seats, file(`${key}-${seats}.bin`)]));
    doors.set(key, openDoor(key, { wasm: file(`${key}.wasm`), meta: JSON.parse(file(`${key}.json`).toString()), weights, room: await rooms[key]() }));
  }
  return doors.get(key)!;
}

/** A number to the last bit. */
function bits(number: number): string {
  const eight = Buffer.alloc(8);
  eight.writeDoubleBE(number);
  return eight.toString("hex");
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
  if (acting === "chance") parts.push(JSON.stringify(door.chances(state)), JSON.stringify(door.lot(state)));
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

async function played(game: Game): Promise<string[]> {
  const door = await doorOf(game.key);
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
    steps.push(game.full ? parts.join("\n") : createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16));
  }
  return steps;
}

/** A log: what it becomes when it is read, who may take back what on the way, and its review in words. */
interface Log {
  key: string;
  lines: string[];
  review: "quick" | "full" | null;
}

async function read({ key, lines, review }: Log): Promise<string[]> {
  const door = await doorOf(key);
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

const answers = [];
for (const game of JSON.parse(readFileSync(0, "utf8")) as (Game | Log)[]) answers.push(await ("lines" in game ? read(game) : played(game)));
console.log(JSON.stringify(answers));

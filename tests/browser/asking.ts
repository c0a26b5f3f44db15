/** The page's door over a worker, against the door itself: see test_browser_door.py. node asking.js MADE KEY */

import { readFileSync } from "node:fs";
import { Stream } from "../../web/door/chance.ts";
import { answered, type Answer, type Doors as Inside, type Question } from "../../web/door/answering.ts";
import { openDoor, type Door, type State } from "../../web/door/door.ts";
import { make } from "../../web/door/python.ts";
import { Doors, Refused, type WorkerLike } from "../../web/lib/door.ts";
// @ts-expect-error: made when the page is built
import { rooms } from "../../web/made/rooms/index.js";

const [made, key] = process.argv.slice(2) as [string, string];
const file = (name: string) => readFileSync(`${made}/${name}`);
const door: Door = openDoor(key, { wasm: file(`${key}.wasm`), meta: JSON.parse(file(`${key}.json`).toString()), weights: {}, room: await rooms[key]() });
const inside: Inside = {
  doorOf: async () => door,
  thinkingDoorOf: async (_, seats) => (door.learn(seats, file(`${key}-${seats}.bin`)), door),
};

let started = 0;
/** A worker in this very thread: whatever crosses is cloned as for a real one. */
function worker(): WorkerLike {
  started++;
  const made: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: (question: Question) => {
      const { number, key, name, given } = structuredClone(question);
      if (name === "die") return void queueMicrotask(() => made.onerror?.({ message: "dead" } as ErrorEvent));
      void answered({ number, key, name, given }, inside, (answer: Answer) => made.onmessage?.({ data: structuredClone(answer) } as MessageEvent<Answer>));
    },
  };
  return made;
}

const found: unknown[] = [];
const same = (name: string, one: unknown, other: unknown) => found.push([name, JSON.stringify(one) === JSON.stringify(other)]);
const doors = new Doors(worker);
const asked = doors.open(key);

let here: State = door.begin(3, 1);
let there = await asked.begin(3, 1, {});
const lines = [JSON.stringify({ spieltisch: 1, game: key, seats: [{}, {}, { bot: "easy" }], start: 1, options: {} })];
let asks = 0;
for (let step = 0; door.toAct(here) !== "over"; step++) {
  const acting = door.toAct(here);
  same("toAct", acting, await asked.toAct(there));
  const seat = acting === "chance" ? 0 : (acting as number[])[0]!;
  const text = acting === "chance" ? door.drawn(here, step % door.lottery(here).tickets) : door.legal(here, seat)[step % door.legal(here, seat).length]!;
  const by = acting === "chance" ? "chance" : seat;
  if (step % 9 === 0) {
    same("view", door.view(here, 1), await asked.view(there, 1));
    same("guess", door.describe(door.guess(door.view(here, 1), make(Stream, step))), await asked.describe(await asked.guess(await asked.view(there, 1), step)));
    same("events", door.events(here, by, text), await asked.events(there, by, text, null));
  }
  if (acting !== "chance" && asks++ % 25 === 5) {
    const [view, moves] = [door.view(here, seat), door.legal(here, seat)];
    same("choose", await asked.choose("strong", view, moves, 5, 1), door.choose("strong", view, moves, make(Stream, 5)));
    found.push(["any luck", moves.includes(await asked.choose("easy", view, moves, null, 1))]);
  }
  here = door.play(here, by, text);
  there = await asked.play(there, by, text);
  lines.push(JSON.stringify({ by, do: text }));
}
same("result", door.result(here), await asked.result(there));
const shares: number[] = [];
const account = await asked.review(lines, (share: number) => void shares.push(share), true);
same("review", account, door.review(door.replay(lines), null, true));
same("words", await asked.inWords(account, lines, "de", 0, null), door.inWords(account, door.replay(lines), "de", 0));
found.push(["told", shares.length > 2 && shares.at(-1) === 1]);
const refused = await asked.play(there, 0, "nonsense").catch((problem) => problem);
found.push(["refused", refused instanceof Refused && refused.reason === "over" && refused.text("de") !== refused.text("en")]);
const dead = await (asked as any).die().catch((problem: Error) => problem.message);
found.push(["dies", dead === "dead" && JSON.stringify(await asked.toAct(there)) === '"over"' && started === 2]);
console.log(JSON.stringify(found));

import { beforeEach, expect, test, vi } from "vitest";
import { home } from "../lib/home.svelte";
import { Live } from "../lib/live.svelte";
import { untilThrow } from "../lib/log";
import { seatedTable } from "../lib/seated.svelte";
import type { GameEvent } from "../lib/table";
import type { Message } from "../lib/wire";
import { Words } from "../lib/words";

const names = ["Ada", "Bo"];
const part = { state: "running", seats: names.map((name) => ({ kind: "person", name, present: true })), to_act: [0] } as unknown as Message["table"];
const rolled = (seat: number): GameEvent => ({ event: "rolled", seat });
const frame = (seat: number, at: number, events: GameEvent[], asked: boolean): Message => ({ seat, at, events, view: { at }, ask: asked ? { n: at, moves: ["x"] } : null, table: part });

beforeEach(() => {
  sessionStorage.clear();
  home.choose({ lang: "de", throws: "self" });
  vi.stubGlobal("fetch", async () => new Response("[]"));
});

/** A device that holds these seats, the first of them in sight. */
function device(...frames: Message[]): Live {
  const live = new Live("t");
  live.learn(["rolled"]);
  live.words = new Words("de", [{ events: { rolled: "{seat:seat} würfelt.", placed: "{seat:seat} legt." } }], () => names, () => null);
  live.frames = Object.fromEntries(frames.map((one) => [one.seat!, one]));
  live.shown = frames[0]!.seat!;
  return live;
}

test("what was told before a seat's last throw, all of it where there is none", () => {
  const all = [rolled(0), { event: "placed", seat: 0 }, rolled(1), rolled(0), { event: "scored", seat: 1 }].map((event, at) => ({ at, event }));
  expect(untilThrow(all, ["rolled"], 0).length).toBe(3);
  expect(untilThrow(all, ["rolled"], 1).length).toBe(2);
  expect(untilThrow(all, ["rolled"], 2).length).toBe(5);
});

test("as long as my dice are in my hand the log says nothing of them, nor of what they brought", () => {
  const live = device(frame(0, 5, [], true));
  live.past = [{ at: 4, event: { event: "placed", seat: 1 } }, { at: 5, event: rolled(0) }, { at: 6, event: { event: "placed", seat: 1 } }];
  const said = () => live.log.map(({ text }) => text);
  live.isVeiled = true;
  expect(said()).toEqual(["Bo legt."]);
  live.reveal();
  expect(said()).toEqual(["Bo legt.", "Ada würfelt.", "Bo legt."]);
});

test("whoever gets the device throws their own dice, once", () => {
  const live = device(frame(0, 7, [rolled(1)], false), frame(1, 7, [rolled(1)], true));
  live.turn(1);
  expect(live.isVeiled).toBe(true);
  live.reveal();
  live.turn(0);
  expect(live.isVeiled).toBe(false);
  live.turn(1);
  expect(live.isVeiled).toBe(false);
  home.choose({ throws: "auto" });
  sessionStorage.clear();
  live.turn(1);
  expect(live.isVeiled).toBe(false);
});

test("where several people share a device everybody has a name; alone, or after lifting the cover, one is du", () => {
  const shared = device(frame(0, 5, [], true), frame(1, 5, [], false));
  expect([0, 1].map(seatedTable(shared).name)).toEqual(["Ada", "Bo"]);
  shared.holder = 0;
  expect([0, 1].map(seatedTable(shared).name)).toEqual(["Du", "Bo"]);
  expect([0, 1].map(seatedTable(device(frame(0, 5, [], true))).name)).toEqual(["Du", "Bo"]);
});

import { beforeEach, expect, test, vi } from "vitest";
import { Cover } from "../lib/cover.svelte";
import { Live } from "../lib/live.svelte";
import type { Message } from "../lib/wire";

const frame = (seat: number, at: number, hand: number[] | null, asked: boolean): Message => ({
  seat, at, events: [], view: { seat, at, ...(hand ? { hand } : {}) }, ask: asked ? { n: at, moves: ["x"] } : null, table: { state: "running", seats: [], to_act: [] } as unknown as Message["table"],
});

function table(...frames: Message[]): { live: Live; cover: Cover } {
  const live = new Live("t1");
  for (const one of frames) live.frames = { ...live.frames, [one.seat!]: one };
  live.shown = frames[0]!.seat!;
  return { live, cover: new Cover(live) };
}
beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal("fetch", async () => new Response("[]"));
});

test("hidden hands are covered until the right person lifts it, also in a new window", () => {
  const { live, cover } = table(frame(0, 5, [1], false), frame(1, 5, [2], true));
  expect(cover.hides).toBe(true);
  expect(cover.for).toBe(1);
  cover.lift();
  expect([live.shown, cover.for]).toEqual([1, null]);
  const after = table(frame(0, 5, [1], false), frame(1, 5, [2], true)); // a reload
  expect(after.cover.for).not.toBeNull();
  after.cover.resume();
  expect([after.live.shown, after.cover.for]).toEqual([1, null]);
  after.cover.close(0);
  const again = table(frame(0, 6, [1], true), frame(1, 6, [2], false)); // a reload under the cover
  again.cover.resume();
  expect(again.cover.for).toBe(0);
});
test("an open table is never covered, not even while one seat has heard less than the other", () => {
  const { live, cover } = table(frame(0, 5, null, false), frame(1, 5, null, true));
  live.frames = { 0: { ...frame(0, 5, null, false), view: { x: 1 } }, 1: { ...frame(1, 5, null, true), view: { x: 1 } } };
  expect(cover.hides).toBe(false);
  live.frames = { 0: { ...frame(0, 6, null, false), view: { x: 2 } }, 1: live.frames[1]! };
  expect(cover.hides).toBe(false);
  expect(cover.for).toBeNull();
});
test("with one of several seats told, nothing is shown yet", () => {
  expect(table(frame(0, 5, [1], true)).cover.isWaiting).toBe(true);
});

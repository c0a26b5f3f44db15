import { expect, test } from "vitest";
import type { Message } from "../lib/wire";
import { isAbout, isSettled, moveWish, undoWish } from "../lib/wish";

const message = (at: number, ask: number | null, undo = false): Message =>
  ({ at, events: [], view: {}, ask: ask === null ? null : { n: ask, moves: ["a"] }, table: { undo } }) as unknown as Message;

test("a move names its question, and its seat where a device holds several", () => {
  expect(moveWish(2, message(5, 4), "a", false)!.frame).toEqual({ do: "a", ask: 4 });
  expect(moveWish(2, message(5, 4), "a", true)!.frame).toEqual({ do: "a", ask: 4, seat: 2 });
  expect(moveWish(2, message(5, null), "a", false)).toBeNull();
});

test("as long as the question is open the move has not arrived; any other question settles it", () => {
  const wish = moveWish(0, message(5, 4), "a", false)!;
  expect(isSettled(wish, message(6, 4))).toBe(false);
  expect(isSettled(wish, message(6, null))).toBe(true);
  expect(isSettled(wish, message(7, 7))).toBe(true);
});

test("a take-back is settled when the log has grown or nothing can be taken back", () => {
  const wish = undoWish(0, message(5, null, true), false)!;
  expect(wish.frame).toEqual({ undo: 1, ask: 5 });
  expect(isSettled(wish, message(5, null, true))).toBe(false);
  expect(isSettled(wish, message(6, 6, true))).toBe(true);
  expect(isSettled(wish, message(5, null, false))).toBe(true);
  expect(undoWish(0, message(5, null, false), false)).toBeNull();
});

test("a refusal is about the wish only with its question and seat", () => {
  const wish = moveWish(1, message(5, 4), "a", true)!;
  const no = { refused: { reason: "stale", text: "" } };
  expect(isAbout(wish, { ...no, ask: 4, seat: 1 })).toBe(true);
  expect(isAbout(wish, { ...no, ask: 4, seat: 0 })).toBe(false);
  expect(isAbout(wish, { ...no, ask: 3 })).toBe(false);
});

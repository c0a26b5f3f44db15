import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "../lib/pace";
import type { Message } from "../lib/wire";

const message = (at: number): Message => ({ at, events: [{ event: `e${at}` }] }) as unknown as Message;
let shown: Message[];
const ats = () => shown.map(({ at }) => at);
beforeEach(() => { vi.useFakeTimers(); shown = []; });
afterEach(() => vi.useRealTimers());

test("one after the other, each for its time", () => {
  const pace = new Pace((one) => shown.push(one), () => 500);
  [1, 2, 3].forEach((at) => pace.take(message(at)));
  expect(ats()).toEqual([1]);
  vi.advanceTimersByTime(500);
  expect(ats()).toEqual([1, 2]);
  vi.advanceTimersByTime(2000);
  expect(ats()).toEqual([1, 2, 3]);
  pace.take(message(4));
  expect(ats()).toEqual([1, 2, 3, 4]);
});

test("without motion nothing waits", () => {
  const pace = new Pace((one) => shown.push(one), () => 0);
  [1, 2, 3].forEach((at) => pace.take(message(at)));
  expect(ats()).toEqual([1, 2, 3]);
});

test("a tap shows the rest at once, and no event is lost", () => {
  const pace = new Pace((one) => shown.push(one), () => 500);
  [1, 2, 3].forEach((at) => pace.take(message(at)));
  pace.flush();
  expect(ats()).toEqual([1, 3]);
  expect(shown[1]!.events.map(({ event }) => event)).toEqual(["e2", "e3"]);
});

test("a long queue is shortened, and no event is lost", () => {
  const pace = new Pace((one) => shown.push(one), () => 1000);
  for (let at = 1; at <= 12; at++) pace.take(message(at));
  vi.advanceTimersByTime(20_000);
  expect(ats().at(-1)).toBe(12);
  expect(shown.length).toBeLessThan(7);
  expect(shown.flatMap(({ events }) => events).length).toBe(12);
});

import { expect, test } from "vitest";
import { byRound, labelled, line, nearestTo, pointAt, points, spread, thinned } from "../lib/curve";
import type { ReviewAction } from "../lib/wire";

const action = (at: number, round: number, chance: number): ReviewAction => ({ at, round, by: "chance", do: "roll 1", text: "", before: [0.5, 0.5], after: [chance, 1 - chance] });
const game = { actions: [action(2, 1, 0.6), action(3, 1, 0.4), action(5, 2, 0.7), action(6, 3, 0.8), action(8, 3, 1)] };

test("every round is equally wide, and the actions share it", () => {
  expect(points(game).map(({ x }) => x)).toEqual([0, 0.5, 1, 2, 2.5, 3]);
  expect(points(game)[0]).toMatchObject({ at: 0, chances: [0.5, 0.5], action: -1 });
  expect(points({ actions: [] })).toEqual([]);
});

test("of many points few are drawn: both ends, and those of the moments", () => {
  const many = points({ actions: Array.from({ length: 300 }, (_, i) => action(i + 2, 1 + Math.floor(i / 30), Math.random())) });
  const few = thinned(many, 40, [17]);
  expect(few.length).toBeLessThanOrEqual(42);
  expect([few[0], few.at(-1)]).toEqual([many[0], many.at(-1)]);
  expect(few.some((point) => point.action === 17)).toBe(true);
  expect(thinned(points(game), 40)).toEqual(points(game));
});

test("the line goes through its points and never beyond them", () => {
  const ys = [50, 80, 80, 10, 30];
  const numbers = [...line([0, 10, 20, 30, 40], ys).matchAll(/-?[\d.]+ (-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.max(...numbers)).toBeLessThanOrEqual(80);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(10);
  expect(line([5], [6])).toBe("M5 6");
  expect(line([], [])).toBe("");
});

test("pins keep apart and stay on the field", () => {
  expect(spread([50, 100, 200], 30, 12, 300)).toEqual([50, 100, 200]);
  expect(spread([100, 100, 110], 30, 12, 300)).toEqual([100, 130, 160]);
  expect(spread([280, 295, 300], 30, 12, 290)).toEqual([230, 260, 290]);
  expect(spread([], 30, 0, 100)).toEqual([]);
});

test("few enough rounds are named", () => {
  expect(labelled(4, 6)).toEqual([1, 2, 3, 4]);
  expect(labelled(20, 6)).toEqual([4, 8, 12, 16, 20]);
});

test("from a line of the log to its point, and from a place to the nearest", () => {
  expect(pointAt(points(game), 4)!.at).toBe(3);
  expect(pointAt(points(game), 99)!.at).toBe(8);
  expect(nearestTo(points(game), 1.6)!.at).toBe(5);
});

test("the same for those who read: the chances after each round", () => {
  expect(byRound(points(game)).map(({ round, chances }) => [round, chances[0]])).toEqual([[0, 0.5], [1, 0.4], [2, 0.7], [3, 1]]);
});

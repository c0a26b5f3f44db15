import { describe, expect, it } from "vitest";
import { barredBy, isContested, leader, leads, mayPlace, nearest, placed, stonesOn, threats, wonLines, WINDOWS, type View } from "../board";
import middle from "./fixtures/middle.json";
import end from "./fixtures/end.json";
import points from "./fixtures/points.json";

const view = middle.view as unknown as View;
const ended = end.view as unknown as View;
const counted = points.view as unknown as View;

describe("a field", () => {
  it("is led by whoever alone has the most stones", () => {
    expect(leader([1, 0, 2, 0])).toBe(2);
    expect(leader([1, 1, 0])).toBe(null);
    expect(leader([0, 0])).toBe(null);
  });

  it("is contested where nobody is alone in front", () => {
    expect(isContested([1, 0, 0, 1])).toBe(true);
    expect(isContested([0, 0])).toBe(false);
    expect(isContested([2, 1])).toBe(false);
  });

  it("is closed to whoever is two stones behind", () => {
    expect(barredBy(view, 0, 33)).toBe(1);
    expect(mayPlace(view, 0, 33)).toBe(false);
    expect(mayPlace(view, 3, 33)).toBe(true);
  });

  it("is locked by a lead of two, and others' stones leave", () => {
    const after = placed(view, 2, 20);
    expect(after.locked).toContain(20);
    expect(stonesOn(after, 20)).toEqual([0, 0, 3, 0]);
    expect(after.supply[2]).toBe(view.supply[2]! - 1);
    expect(stonesOn(view, 20)).toEqual([1, 0, 2, 0]);
  });
});

describe("lines", () => {
  it("are 54 on a board of six by six", () => {
    expect(WINDOWS).toHaveLength(54);
    expect(new Set(WINDOWS.map(String)).size).toBe(54);
  });

  it("threaten with three, where the fourth can be won with one stone", () => {
    expect(threats(view).map(({ seat, field }) => [seat, field])).toEqual([[2, 17]]);
  });

  it("no longer threaten where the missing field is held", () => {
    expect(threats(placed(view, 0, 17))).toEqual([]);
  });

  it("are found whole when they have won", () => {
    const lines = wonLines(ended);
    expect(lines.map((line) => line.seat)).toEqual([0]);
    expect(lines[0]!.places.length).toBeGreaterThanOrEqual(4);
    expect(wonLines(placed(view, 2, 17))).toEqual([{ seat: 2, places: [1, 8, 15, 22] }]);
    expect(wonLines(view)).toEqual([]);
  });

  it("of five are one line", () => {
    const five = { ...view, stones: Object.fromEntries([1, 14, 30, 24, 19].map((field) => [field, [1, 0, 0, 0]])) };
    expect(wonLines(five)).toEqual([{ seat: 0, places: [0, 1, 2, 3, 4] }]);
  });

  it("are put into words in the order in which they can win", () => {
    const mine = { seat: 0, places: [0, 1, 2, 3], field: 24 };
    const theirs = { seat: 2, places: [1, 8, 15, 22], field: 17 };
    expect(nearest([mine, theirs], view, 0, new Set([24]))).toBe(mine);
    expect(nearest([mine, theirs], view, 0, new Set())).toBe(theirs);
    expect(nearest([], view, 0, new Set())).toBe(null);
  });
});

describe("points", () => {
  it("are the numbers of the fields one leads, as the rules count them", () => {
    for (const [fixture, board] of [[end, ended], [points, counted]] as const) {
      expect(fixture.result!.points).toEqual(board.supply.map((_, seat) => leads(board, seat).points));
    }
  });
});

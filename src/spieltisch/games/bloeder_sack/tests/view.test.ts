import { describe, expect, it } from "vitest";
import { die, read, targets } from "../view";
import middle from "./fixtures/middle.json";
import six from "./fixtures/six.json";

describe("moves", () => {
  it("are read", () => {
    expect(read("place 4 on 2")).toMatchObject({ kind: "place", value: 4, tray: 2 });
    expect(read("swap 4 at 2.5")).toMatchObject({ kind: "swap", value: 4, tray: 2, space: 5 });
    expect(read("score 3")).toMatchObject({ kind: "score", tray: 3 });
    expect(read("fly 3")).toBeNull();
  });
  it("light places of the chosen die, and swaps of both", () => {
    const lit = targets(middle.moves, 4);
    expect([...lit.places.values()]).toEqual([1, 2, 3, 4, 5].map((tray) => `place 4 on ${tray}`));
    expect(new Set([...lit.swaps.values()].map((swap) => swap.value))).toEqual(new Set([1, 4]));
    expect(lit.scores.size).toBe(0);
  });
  it("light the cards after a double six", () => {
    const lit = targets(six.moves, null);
    expect([...lit.scores.keys()]).toEqual([1, 2, 3, 5]);
    expect(lit.decline).toBe(true);
  });
});

it("a die has its order by space, or its number", () => {
  expect(die("2:6", 4)).toEqual({ seat: 2, value: 6, order: 4 });
  expect(die("2:6#17", 4)).toEqual({ seat: 2, value: 6, order: 17 });
});

import { describe, expect, it } from "vitest";
import { recent } from "../recent";
import { nearest } from "../steps";

describe("what is marked as new", () => {
  const placed = (seat: number, tray: number, space: number) => ({ event: "placed", seat, tray, space, value: 1 });
  it("is what others did since one's own last die", () => {
    const one = recent([], null, [placed(1, 2, 1), placed(1, 3, 1), placed(2, 2, 2)], 0);
    expect(one.spots).toEqual(["2.1", "3.1", "2.2"]);
    expect(recent(one.spots, one.last, [placed(0, 2, 3)], 0).spots).toEqual([]);
  });
  it("goes with a scored tray", () => {
    expect(recent(["2.1", "3.1"], 1, [{ event: "scored", tray: 2 }], 0).spots).toEqual(["3.1"]);
  });
  it("is the last turn only, for an onlooker", () => {
    expect(recent(["2.1"], 1, [placed(2, 4, 1)], null).spots).toEqual(["4.1"]);
  });
});

describe("arrow keys", () => {
  const box = (left: number, top: number) => ({ left, top, width: 40, height: 40 });
  const boxes = [box(50, 0), box(0, 60), box(120, 60), box(50, 200)];
  it("go to what lies ahead, not to what is merely near", () => {
    expect(nearest(box(0, 0), boxes, "ArrowRight")).toBe(0);
    expect(nearest(box(0, 0), boxes, "ArrowDown")).toBe(1);
    expect(nearest(box(50, 0), boxes, "ArrowDown")).toBe(3);
    expect(nearest(box(0, 0), boxes, "ArrowUp")).toBe(-1);
    expect(nearest(box(0, 0), boxes, "x")).toBe(-1);
  });
});

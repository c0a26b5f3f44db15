import { describe, expect, it } from "vitest";
import type { View } from "../board";
import { chosenCards, moveText, slotsOf, tapCard, tapField, waysByField, whyNot } from "../choice";
import { effect } from "../effect";
import middle from "./fixtures/middle.json";

const view = middle.view as unknown as View;
const { moves } = middle;
const ways = waysByField(moves);

describe("cards and fields", () => {
  it("knows every way to a field, the shortest first", () => {
    expect(ways.get(17)).toEqual([[4, 13]]);
    expect(ways.get(13)).toEqual([[13], [4, 9]]);
    expect(ways.has(33)).toBe(false);
  });

  it("takes the other way when a field is tapped again", () => {
    const first = tapField(view.hand, ways.get(13)!, []);
    expect(chosenCards(view.hand, first)).toEqual([13]);
    const second = tapField(view.hand, ways.get(13)!, first);
    expect(chosenCards(view.hand, second)).toEqual([4, 9]);
    expect(tapField(view.hand, ways.get(13)!, second)).toEqual(first);
    expect(tapField(view.hand, ways.get(17)!, second)).toEqual([0, 3]);
  });

  it("tells equal cards apart by their place", () => {
    expect(slotsOf([2, 2, 5, 5], [2, 5])).toEqual([0, 2]);
    expect(slotsOf([2, 2, 5, 5], [2, 2, 5])).toEqual([0, 1, 2]);
  });

  it("puts cards in and out", () => {
    expect(tapCard([2], 0)).toEqual([0, 2]);
    expect(tapCard([0, 2], 2)).toEqual([0]);
  });

  it("makes the text of a move from any order", () => {
    expect(moveText([13, 4])).toBe("play 4+13");
    expect(moves).toContain(moveText(chosenCards(view.hand, [3, 0])));
  });

  it("offers nothing where one can only pass", () => {
    expect(waysByField(["pass"]).size).toBe(0);
  });
});

describe("a refusal", () => {
  it("says why", () => {
    const why = (field: number) => whyNot(view, 0, field, moves)?.say;
    expect(why(27)).toBe("refusals.locked");
    expect(why(11)).toBe("page.locked_mine");
    expect(whyNot(view, 0, 33, moves)).toEqual({ say: "refusals.barred", details: { field: 33, by: 1 } });
    expect(why(37)).toBe("refusals.beyond_board");
    expect(why(1)).toBe("page.no_way");
    expect(whyNot(view, 0, 17, moves)).toBe(null);
  });
});

describe("the preview", () => {
  const says = (seat: number, field: number, now = view) => effect(now, seat, field).map((phrase) => phrase.say);

  it("says whose line is stopped, and what happens on the field", () => {
    expect(effect(view, 0, 17)).toEqual([{ say: "page.does_stop", details: { seat: 2 } }, { say: "page.does_lead_alone" }]);
  });

  it("says that it wins", () => {
    expect(says(2, 17)).toEqual(["page.does_win"]);
  });

  it("says who is ahead afterwards", () => {
    expect(says(0, 16)).toContain("page.does_lock");
    expect(says(0, 25)).toContain("page.does_lock_out");
    expect(says(0, 24)).toContain("page.does_lead");
    expect(says(0, 26)).toContain("page.does_level");
  });

  it("says that three are in a line", () => {
    const stones = { "1": [1, 0, 0, 0], "14": [1, 0, 0, 0] };
    expect(effect({ ...view, stones, locked: [] }, 0, 30)[0]).toEqual({ say: "page.does_three", details: { field: 24 } });
  });

  it("says when it is the last stone", () => {
    expect(says(0, 4, { ...view, stones: {}, locked: [], supply: [1, 9, 9, 9] })).toEqual(["page.does_lead_alone", "page.does_last"]);
  });
});

import { describe, expect, it } from "vitest";
import { deckOf, measure, sign } from "../cards";
import { leader, preview, reason } from "../leads";
import { die, type Reason } from "../view";
import found from "./leads.json";

const deck = deckOf(null);
const on = (text: string) => text.split(" ").filter(Boolean).map((one, i) => die(one, i + 1));
const card = (id: string) => deck.get(id)!;
const table = { seats: 4, spaces: 9, newest: false };

describe("who leads a card", () => {
  it.each(found as [string, string, number | null, Reason | null][])("as the rules find it: %s %s", (id, dice, lead, why) => {
    expect(leader(card(id), on(dice), 4)).toBe(lead);
    if (lead !== null) expect(reason(card(id), on(dice), lead, 4)).toEqual(why);
  });
  it("has all 27 cards, each tried", () => {
    expect(new Set((found as unknown[][]).map(([id]) => id))).toEqual(new Set(deck.keys()));
    expect(deck.size).toBe(27);
  });
});

describe("what a die would do", () => {
  it("takes the lead", () => {
    const seen = preview(card("sum_below_15"), on("0:5 3:6 0:4 2:3 3:5 1:6 2:6"), { ...table, seat: 0, value: 4 });
    expect(seen).toMatchObject({ leader: 0, mark: "lead", scores: false, reason: { amount: 13 } });
  });
  it("fills the tray and wins it by the later die", () => {
    const seen = preview(card("most_odd"), on("2:3 0:5 2:1 3:2 0:1 1:5 0:6 3:3"), { ...table, seat: 0, value: 4 });
    expect(seen).toMatchObject({ leader: 0, mark: "win", scores: true, reason: { amount: 2, tie: true } });
  });
  it("fills the tray for somebody else", () => {
    const seen = preview(card("most_4"), on("1:4 1:4 1:4 2:1 2:1"), { ...table, seats: 2, spaces: 6, seat: 0, value: 4 });
    expect(seen).toMatchObject({ leader: 1, mark: "gives", scores: true });
  });
  it("loses the lead by making the sum odd", () => {
    expect(preview(card("sum_even"), on("0:4 0:2 1:2"), { ...table, seat: 0, value: 1 })).toMatchObject({ leader: 1, mark: "loses" });
  });
  it("changes nothing where it already leads", () => {
    expect(preview(card("most_4"), on("0:4"), { ...table, seat: 0, value: 4 }).mark).toBeNull();
  });
  it("a swap keeps its space, or counts as the newest by house rule", () => {
    const dice = on("1:1 0:1 1:2");
    expect(preview(card("last_1"), dice, { ...table, seat: 2, value: 1, space: 1 }).leader).toBe(0);
    expect(preview(card("last_1"), dice, { ...table, seat: 2, value: 1, space: 1, newest: true }).leader).toBe(2);
  });
});

describe("signs and short forms", () => {
  it("draws what the words say", () => {
    expect(sign(card("most_not_2"))).toMatchObject({ op: "most", faces: [2], not: true });
    expect(sign(card("sum_below_15"))).toMatchObject({ op: "sum", faces: [], text: "< 15" });
    expect(sign(card("last_high"))).toMatchObject({ op: "last", faces: [4, 5, 6] });
    expect(sign(card("most_dice"))).toMatchObject({ faces: [0, 0, 0] });
  });
  it("names what is counted", () => {
    const count = { measure: "count" };
    expect(["most_4", "most_odd", "most_even", "most_dice", "most_not_1"].map((id) => measure(card(id), count))).toEqual(["value", "odd", "even", "dice", "fitting"]);
    expect(measure(card("sum"), { measure: "sum" })).toBe("sum");
  });
});

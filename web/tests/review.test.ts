import { expect, test } from "vitest";
import { costlyBetween, hundred, percent, pictured, sentence, signed } from "../lib/review";
import type { ReviewAction } from "../lib/wire";

test("numbers as people write them", () => {
  expect([signed(53, "de"), signed(-0.3, "de", 1), signed(-12.4, "en"), signed(0, "de"), signed(0.9, "de", 1)]).toEqual(["+53", "−0,3", "−12", "0", "+0,9"]);
  expect([percent(0.634), percent(1.2), percent(-0.1)]).toEqual([63, 100, 0]);
  expect([sentence("passen"), sentence("Gut!"), sentence(" ")]).toEqual(["Passen.", "Gut!", ""]);
});

test("chances are a hundred together, as the server rounds them", () => {
  expect(hundred([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33]);
  expect(hundred([0.505, 0.495])).toEqual([51, 49]);
  expect(hundred([0.2449, 0.2551, 0.2502, 0.2498])).toEqual([24, 26, 25, 25]);
  expect(hundred([1, 0])).toEqual([100, 0]);
});

test("dice and cards that can be drawn", () => {
  expect([pictured("roll 1 6"), pictured("draw 19"), pictured("draw most_4"), pictured("throw bell boat 1 2"), pictured("play 7")]).toEqual([{ dice: [1, 6] }, { card: 19 }, null, null, null]);
});

const action = (more: Partial<ReviewAction>): ReviewAction => ({ at: 2, round: 5, by: 1, do: "x", text: "", before: [], after: [], ...more });

test("only a decision that cost something is worth a word, the costliest of a step", () => {
  const actions = [action({ at: 3, loss: 0.05 }), action({ at: 4, loss: 0.2 }), action({ at: 5, loss: 0.01 }), action({ at: 6, by: "chance" })];
  expect(costlyBetween(actions, 2, 4)?.at).toBe(4);
  expect(costlyBetween(actions, 4, 6)).toBeNull();
});

import { expect, test } from "vitest";
import { houseTexts } from "../lib/rooms";
import { chanceKind, costlyBetween, lucks, momentTold, percent, pictured, sentence, signed, summary } from "../lib/review";
import { Words } from "../lib/words";
import type { Review, ReviewAction, ReviewSeat } from "../lib/wire";

const seat = (luck: number, skill: number, decisions = 10): ReviewSeat => ({ luck, luck_points: 5 * luck, skill, decisions, adjusted: 0.5, uncertainty: 0.07 });
const review = (...seats: ReviewSeat[]): Review => ({ seats, actions: [], moments: [] });
const names = ["Ada", "Opa Karl", "Eule", "Fuchs"];
const say = new Words("de", houseTexts("de")).say;
const told = (found: Review, me = 0) => summary(found, { lang: "de", say, names, me });

test("one sentence on the wind, one on the play", () => {
  expect(told(review(seat(-0.1, 88), seat(0.3, 82), seat(-0.2, 95), seat(0, 74)))).toBe("Opa Karl hatte Rückenwind. Am saubersten hat Eule gespielt, du knapp dahinter.");
  expect(told(review(seat(0.2, 60), seat(-0.2, 95), seat(0, 40)))).toBe("Du hattest Rückenwind. Am saubersten hat Opa Karl gespielt.");
  expect(told(review(seat(0.01, 90), seat(-0.01, 40), seat(0, 50)))).toBe("Das Glück war gerecht verteilt. Am saubersten hast du gespielt.");
});

test("ties are told as ties, with me or without", () => {
  expect(told(review(seat(0.1, 80), seat(0.105, 80), seat(-0.2, 40)))).toBe("Du und Opa Karl, ihr hattet Rückenwind. Am saubersten habt Opa Karl und du gespielt.");
  expect(told(review(seat(0.1, 80), seat(0.105, 80), seat(-0.2, 40)), -1)).toBe("Ada und Opa Karl hatten Rückenwind. Am saubersten haben Ada und Opa Karl gespielt.");
  expect(told(review(seat(0.1, 70), seat(-0.1, 70)))).toBe("Du hattest Rückenwind. Im Können lagen alle gleichauf.");
});

test("of two one played more cleanly; who was never asked is not compared", () => {
  expect(told(review(seat(0.1, 70), seat(-0.1, 90)))).toBe("Du hattest Rückenwind. Sauberer hat Opa Karl gespielt.");
  expect(told(review(seat(0.1, 70), seat(-0.1, 100, 0)))).toBe("Du hattest Rückenwind.");
});

test("every form of the sentences is there in both languages", () => {
  for (const lang of ["de", "en"] as const) {
    const words = new Words(lang, houseTexts(lang));
    for (const form of ["one", "you", "many", "us"]) for (const kind of ["wind", "clean"]) expect(words.has(`review.${kind}.${form}`), `${kind} ${form}`).toBe(true);
    for (const form of ["one", "you", "near"]) expect(words.has(`review.cleaner.${form}`)).toBe(true);
    for (const kind of ["throw", "card", "other"]) for (const luck of ["lucky", "unlucky"]) expect(words.has(`review.${luck}.${kind}`)).toBe(true);
  }
});

test("numbers as people write them", () => {
  expect([signed(0.93, "de"), signed(-0.3, "de"), signed(-12.4, "en"), signed(0.04, "de"), signed(13, "de", 0)]).toEqual(["+0,9", "−0,3", "−12", "±0,0", "+13"]);
  expect([percent(0.634), percent(1.2), percent(-0.1)]).toEqual([63, 100, 0]);
  expect([sentence("passen"), sentence("Gut!"), sentence(" ")]).toEqual(["Passen.", "Gut!", ""]);
  expect(lucks(review(seat(0.2, 1), seat(-0.2, 1)))).toEqual({ values: [1, -1], isOwnUnit: true });
  expect(lucks(review({ ...seat(0.2, 1), luck_points: undefined }, seat(-0.2, 1)))).toEqual({ values: [20, -20], isOwnUnit: false });
});

const action = (more: Partial<ReviewAction>): ReviewAction => ({ at: 2, round: 5, by: 1, do: "x", text: "Opa Karl tut etwas.", before: [], after: [], ...more });

test("a moment is named by its kind of chance, a costly move says what was stronger", () => {
  const name = (who: number) => names[who]!;
  const game: Review = { seats: [], moments: [], actions: [action({ by: "chance", do: "roll 1 1" }), action({ by: "chance", do: "draw 7" }), action({ loss: 0.1, best: "y", best_text: "etwas anderes tun" })] };
  expect(momentTold(game, { kind: "lucky", action: 0, at: 2, seat: 1, change: 0.13 }, say, name)).toEqual({ kind: "Bester Wurf", when: "Runde 5 · Opa Karl", text: "Opa Karl tut etwas.", stronger: "", change: 13 });
  expect(momentTold(game, { kind: "unlucky", action: 1, at: 2, seat: 0, change: -0.04 }, say, name)).toMatchObject({ kind: "Bitterste Karte", change: -4 });
  expect(momentTold(game, { kind: "costly", action: 2, at: 2, seat: 1, change: -0.1 }, say, name)).toMatchObject({ kind: "Teuerster Zug", stronger: "Stärker war: Etwas anderes tun." });
  expect(["roll 1 2", "throw a b 1 2", "draw 3", "lay 4 5"].map(chanceKind)).toEqual(["throw", "throw", "card", "other"]);
  expect([pictured("roll 1 6"), pictured("draw 19"), pictured("draw most_4"), pictured("throw bell boat 1 2"), pictured("play 7")]).toEqual([{ dice: [1, 6] }, { card: 19 }, null, null, null]);
});

test("only a decision that cost something is worth a word, the costliest of a step", () => {
  const actions = [action({ at: 3, loss: 0.05 }), action({ at: 4, loss: 0.2 }), action({ at: 5, loss: 0.01 }), action({ at: 6, by: "chance" })];
  expect(costlyBetween(actions, 2, 4)?.at).toBe(4);
  expect(costlyBetween(actions, 4, 6)).toBeNull();
});

import { expect, test } from "vitest";
import { Words } from "../lib/words";

const words = new Words("de", [{ colours: { 0: "Rot", 1: "Lila" }, a: { x: "alt", y: "bleibt" } }, { a: { x: "neu {card:cards}" }, cards: { k: "Karte" }, s: "{w:seat} und {who:seat}: {list:plus}; {many:seat} {gone} {{}}" }], () => ["Ada", ""]);

test("a room's text goes before the shell's, table by table", () => {
  expect(words.say("a.x", { card: "k" })).toBe("neu Karte");
  expect(words.say("a.y")).toBe("bleibt");
});
test("seats, lists, sums and what is missing", () => {
  expect(words.say("s", { w: 0, who: 1, list: [2, 3], many: [0, 1] })).toBe("Ada und Lila: 2 + 3; Ada, Lila … {}");
});
test("counted things know their plural", () => {
  const counted = new Words("de", [{ left: "noch {stones:1 Stein|Steine}" }]);
  expect([1, 0, 5, [7], [7, 8]].map((stones) => counted.say("left", { stones }))).toEqual(["noch 1 Stein", "noch 0 Steine", "noch 5 Steine", "noch 1 Stein", "noch 2 Steine"]);
});
test("what has no text is named by its path", () => {
  expect(words.say("a.none")).toBe("a.none");
  expect(words.say("a.toString")).toBe("a.toString");
  expect(words.has("a")).toBe(false);
});
test("a value that a table does not know is shown as it is", () => {
  expect(words.say("a.x", { card: "constructor" })).toBe("neu constructor");
});

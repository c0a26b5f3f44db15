// The room that newcomers copy: its page parts, as docs/adding-a-game.md shows them.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import de from "../../tests/tiny_room/de.toml";
import en from "../../tests/tiny_room/en.toml";
import { first } from "../../tests/tiny_room/first";
import Points from "../../tests/tiny_room/Points.svelte";
import Rules from "../../tests/tiny_room/Rules.svelte";
import Table, { figures, stage } from "../../tests/tiny_room/Table.svelte";
import Tile from "../../tests/tiny_room/Tile.svelte";
import type { View } from "../../tests/tiny_room/view.made";
import { own } from "../../tests/tiny_room/words";
import { fake } from "../lib/fake";
import { ICONS } from "../lib/icons";
import { houseTexts } from "../lib/rooms";
import type { Details } from "../lib/table";
import type { Tables } from "../lib/words";

const view: View = {
  game: "tiny-room", seats: 2, seat: 0, options: {}, start: 0, turn: 0, phase: "trade", cards: [1, 1], hands: null, pile: 16, hand: [7],
};
const over: View = { ...view, phase: "over", hands: [[3], [7]] };
const texts = (lang: "de" | "en", options: Details = {}) => [...houseTexts(lang), (lang === "de" ? de : en) as Tables, own(options, lang)];
const button = (move: string) => document.querySelector<HTMLButtonElement>(`[data-act="${move}"]`);

let app: Record<string, unknown> | undefined;
function show(part: Component<any>, props: Record<string, unknown>): string {
  app = mount(part, { target: document.body, props });
  flushSync();
  return document.body.textContent ?? "";
}
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
});

test("a seat sees its own card, and acts when it is asked", () => {
  const table = fake({ view, moves: ["keep", "trade"], texts: texts("de") });
  expect(show(Table, { table })).toContain("Die höchste Karte gewinnt.");
  expect([...document.querySelectorAll("svg text")].map((node) => node.textContent)).toEqual(["7", "?"]);
  button("trade")!.click();
  expect(table.acted).toEqual(["trade"]);
  table.set({ moves: [] });
  flushSync();
  expect(button("keep")).toBeNull();
});
test("at the end all cards are shown, and the house rule changes the words", () => {
  const shown = show(Table, { table: fake({ view: over, texts: texts("en", { lowest: true }), result: { places: [2, 1], points: [3, 7], why: "card" } }) });
  expect(shown).toContain("The lowest card wins.");
  expect([...document.querySelectorAll("svg text")].map((node) => node.textContent)).toEqual(["3", "7"]);
});
test("figures and stage", () => {
  const { say } = fake({ view, texts: texts("en") });
  expect(figures(over, 1, say)).toEqual([{ icon: "cardi", value: 7, label: "card" }]);
  expect(ICONS).toHaveProperty(figures(view, 1, say)[0]!.icon!);
  expect([stage(view, 0, say), stage(over, 0, say)]).toEqual(["Turn 1 of 2", "All cards are shown."]);
});
test("the tile, the points and the rules", () => {
  const { say } = fake({ view, texts: texts("en") });
  expect(show(Tile, {})).toContain("9");
  expect(show(Rules, { say, lang: "en" })).toContain("A trade is blind");
  const points = show(Points, { view: over, say, names: ["Ada", "Bo"], result: { places: [2, 1], points: [3, 7], why: "card" } });
  expect(points.indexOf("Bo: card 7")).toBeLessThan(points.indexOf("Ada: card 3"));
});
test("the first game speaks when it is time, in texts that are there", () => {
  const table = fake({ view, moves: ["keep", "trade"], texts: texts("de") });
  expect(first.steps.filter((step) => step.when(table)).map((step) => step.id)).toEqual(["start", "choose"]);
  for (const step of first.steps) expect(table.say(step.say)).not.toBe(step.say);
});

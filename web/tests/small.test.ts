import { expect, test } from "vitest";
import { hidesFrom } from "../lib/hidden";
import { browserLang } from "../lib/home.svelte";
import { blocks, spans } from "../lib/markdown";
import { botName, fitted, renamed, resized, sameKinds, settled, wishes } from "../lib/setup";
import type { GameInfo } from "../lib/wire";

const game: GameInfo = { key: "a", name: {}, tagline: {}, credit: {}, seats: [2, 3, 4], levels: ["low", "mid", "high"], options: { board: ["printed", "other"], open: [false, true] } };

test("a first visitor gets a seat and a computer of the middle level", () => {
  expect(fitted(null, [game], "Ada", "de").seats).toEqual([{ kind: "me", name: "Ada" }, { kind: "bot", name: "Fuchs", level: "mid" }]);
});
test("a plan that was kept is made to fit", () => {
  const plan = fitted({ game: "gone", seats: [{ kind: "me" }, { kind: "bot", level: "odd" }, { kind: "what" }], options: { board: "other", open: false, x: 1 }, hints: false }, [game], "", "de");
  expect(plan.game).toBe("a");
  expect(plan.seats.map(({ kind }) => kind)).toEqual(["me", "bot"]);
  expect(plan.seats[1]!.level).toBe("mid");
  expect(plan.options).toEqual({ board: "other" });
  expect(plan.hints).toBe(false);
});
test("seats are added as computers with names of their own, and taken from the end", () => {
  const plan = resized(fitted(null, [game], "", "de"), 4, game, "de");
  expect(new Set(plan.seats.map(({ name }) => name)).size).toBe(4);
  expect(resized(plan, 2, game, "de").seats.length).toBe(2);
  expect(settled({ ...plan, seats: [] }, game, "de").seats.length).toBe(2);
});
test("computers have names in the chosen language, unique at the table, and keep those that people gave them", () => {
  const plan = { ...fitted(null, [game], "", "de"), seats: [{ kind: "me" as const, name: "Fuchs" }, { kind: "bot" as const, name: "Dachs" }, { kind: "bot" as const, name: "Oma" }] };
  expect(renamed(plan, "en").seats.map(({ name }) => name)).toEqual(["Fuchs", "Badger", "Oma"]);
  expect(renamed(renamed(plan, "en"), "de").seats).toEqual(plan.seats);
  expect(botName(plan.seats, "de")).toBe("Eule");
});
test("the same kinds of seats for another group", () => {
  const seats = [{ kind: "person", name: "Ada", level: null }, { kind: "person", name: "Bo", level: null }, { kind: "bot", name: "Eule", level: "mid" }];
  expect(sameKinds(seats, [1], "")).toEqual([{ kind: "open", name: "" }, { kind: "me", name: "Bo" }, { kind: "bot", name: "Eule", level: "mid" }]);
  expect(sameKinds(seats, [0, 1], "").map(({ kind }) => kind)).toEqual(["me", "local", "bot"]);
  expect(sameKinds(seats, [], "Eve").map(({ kind }) => kind)).toEqual(["me", "open", "bot"]);
});
test("what the server is asked for", () => {
  expect(wishes([{ kind: "me", name: " Ada " }, { kind: "open", name: "x", level: "mid" }, { kind: "bot", name: "Fuchs", level: "mid" }])).toEqual([{ kind: "me", name: "Ada" }, { kind: "open", name: "" }, { kind: "bot", name: "Fuchs", level: "mid" }]);
});
test("two pairs of eyes that see the same need no cover", () => {
  expect(hidesFrom({ seat: 0, a: [1] }, { seat: 1, a: [1] })).toBe(false);
  expect(hidesFrom({ seat: 0, hand: [1] }, { seat: 1, hand: [2] })).toBe(true);
});
test("the first of our languages that a browser asks for", () => {
  expect(browserLang(["fr", "en-GB", "de"])).toBe("en");
  expect(browserLang(["fr"])).toBe("de");
});
test("Markdown as data", () => {
  expect(spans("a **b** *c* `d` [e](http://x)")).toEqual([{ text: "a ", kind: "" }, { text: "b", kind: "b" }, { text: " ", kind: "" }, { text: "c", kind: "i" }, { text: " ", kind: "" }, { text: "d", kind: "code" }, { text: " e", kind: "" }]);
  expect(blocks("# T\n\npara\nmore\n- one\n  two\n- <b>\n\n| a | b |\n|---|---|\n| 1 | 2 |").map(({ kind }) => kind)).toEqual(["h", "p", "ul", "table"]);
});

import { expect, test } from "vitest";
import { Alarm } from "../lib/alarm";
import { countdown, isOnlyHere, spaced } from "../lib/devices";
import { home } from "../lib/home.svelte";
import { minutesOf } from "../lib/length";
import { ranking } from "../lib/ranking";
import { loadFirst, loadTable, roomTexts } from "../lib/rooms";
import { routeOf } from "../lib/route";
import { fitted, peopled, resized } from "../lib/setup";
import { withWhom } from "../lib/tables.svelte";
import { SOUNDS, soundOf } from "../lib/sounds";
import { Words } from "../lib/words";
import type { GameInfo, TableInfo } from "../lib/wire";

const game: GameInfo = { key: "a", name: {}, tagline: {}, credit: {}, seats: [2, 3, 4], levels: ["low", "mid", "high"], options: {} };
const GAMES = ["bloeder-sack", "just4fun", "sailorman"];

test("a clock warns once a turn, ten seconds before, and not where it is that short anyway", () => {
  const alarm = new Alarm();
  const clock = { seconds: 60, left: { 0: 30, 1: 9 } };
  expect(alarm.due(clock, [0, 1], "7", 0, 0)).toEqual([1]);
  expect(alarm.due(clock, [0, 1], "7", 0, 1000)).toEqual([]);
  expect(alarm.due(clock, [0, 1], "7", 0, 20_000)).toEqual([0]);
  expect(alarm.due(clock, [0], "8", 0, 20_000)).toEqual([0]);
  expect(alarm.due({ seconds: 5, left: {} }, [0], "9", 0, 0)).toEqual([]);
  expect(alarm.due(null, [0], "9", 0, 0)).toEqual([]);
});
test("all other seats of one kind, computers with names of their own", () => {
  const plan = resized(fitted(null, [game], "Ada", "de"), 4, game, "de");
  expect(peopled(plan, "local", game, "de").seats.map(({ kind }) => kind)).toEqual(["me", "local", "local", "local"]);
  const back = peopled(peopled(plan, "open", game, "de"), "bot", game, "de").seats;
  expect(back.map(({ kind }) => kind)).toEqual(["me", "bot", "bot", "bot"]);
  expect(new Set(back.map(({ name }) => name)).size).toBe(4);
  expect(back[0]!.name).toBe("Ada");
});
test("codes are read in two halves, times in minutes and seconds, and 127.0.0.1 is for this machine only", () => {
  expect(spaced("48217503")).toBe("4821 7503");
  expect(spaced("482")).toBe("482");
  expect(countdown(272.9)).toBe("4:32");
  expect(["localhost", "127.0.0.1", "[::1]"].every(isOnlyHere)).toBe(true);
  expect(["192.168.1.7", "spiel.example", "10.127.0.1"].some(isOnlyHere)).toBe(false);
  expect(routeOf("/d")).toEqual({ page: "device" });
  expect(routeOf("/d/1")).toEqual({ page: "nowhere" });
});
test("how long a game was: turns one after the other, those at the same time beside each other", () => {
  const log = [{ spieltisch: 1 }, { by: "chance", do: "x" }, { by: 0, ms: 60_000 }, { by: 0, ms: 30_000 }, { by: 1, ms: 40_000 }, { by: "chance", do: "y" }, { by: 1, ms: 90_000 }, { result: {} }];
  expect(minutesOf(log.map((line) => JSON.stringify(line)).join("\n"))).toBe(3);
});
test("ten sounds, and of several at once the weightiest is heard", () => {
  expect(Object.keys(SOUNDS).length).toBe(10);
  expect(new Set(Object.values(SOUNDS).map(String)).size).toBe(10);
  expect(soundOf([{ event: "placed" }, { event: "scored" }, { event: "rolled" }])).toBe("score");
  expect(soundOf([{ event: "drew" }])).toBe("card");
  expect(soundOf([{ event: "ended" }])).toBeNull();
});
test("those who share a place stand by their points", () => {
  expect(ranking({ places: [2, 1, 2, 2], points: [10, 3, 40, 25], why: "line" })).toEqual([1, 2, 3, 0]);
  expect(ranking({ places: [1, 1], points: [7, 7], why: "shared" })).toEqual([0, 1]);
});
test("the list of tables says who else is there, else how many seats are free; known dice are marked", () => {
  home.choose({ lang: "de" });
  const seats = [{ kind: "person", name: "Ada" }, { kind: "bot", name: "Fuchs" }];
  expect(withWhom({ seats, yours: [0] } as TableInfo)).toBe("mit Fuchs");
  expect(withWhom({ seats, yours: [0], duplicate: true } as TableInfo)).toBe("mit Fuchs · Bekannte Würfel");
  expect(withWhom({ seats: [seats[0], { kind: "open", name: "" }, { kind: "open", name: "" }], yours: [0] } as TableInfo)).toBe("2 von 3 Plätzen frei");
});
for (const key of GAMES) {
  test(`${key}: the rules open at a part that there is; every hint of the first game has a text`, async () => {
    const module = (await loadTable(key))!;
    const rules = import.meta.glob("../../src/spieltisch/games/*/rules.*.md", { query: "?raw", import: "default", eager: true }) as Record<string, string>;
    const parts = Object.entries(rules).filter(([path]) => path.includes(`/${key.replaceAll("-", "_")}/`)).map(([, text]) => text.match(/^## /gm)!.length);
    expect(new Set(parts).size).toBe(1);
    for (const view of [{ phase: "over", cards: [0, 0] }, { phase: "six", cards: [0, 0] }, { phase: "place", cards: [4, 0] }, { phase: "enter", cards: [0] }]) expect(module.chapter!(view)).toBeLessThan(parts[0]!);
    const first = (await loadFirst(key))!;
    for (const lang of ["de", "en"] as const) {
      const words = new Words(lang, await roomTexts(key, lang));
      for (const step of first.steps) expect(words.has(step.say), step.say).toBe(true);
    }
    expect(first.steps.filter((step) => step.at).length).toBeGreaterThan(5);
    for (const { at } of first.steps) if (at) expect(() => document.querySelector(`.play :is(${at})`)).not.toThrow();
  }, 60_000);
}

import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fake } from "../lib/fake";
import { home } from "../lib/home.svelte";
import { told } from "../lib/log";
import { houseTexts } from "../lib/rooms";
import { fitted, type Plan } from "../lib/setup";
import { verify, type Chance } from "../lib/verify";
import type { GameInfo, Legs } from "../lib/wire";
import { Words } from "../lib/words";
import Both from "../pages/Both.svelte";
import House from "../pages/House.svelte";

const NAMES = ["Ada", "Opa Karl"];
const texts = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].map((node) => node.textContent!.replace(/\s+/g, " ").trim());
const first: Legs = { leg: 1, dice: "fresh", start: 0 };
const second: Legs = { leg: 2, dice: "fresh", start: 1, first: "t1", places: [1, 2], points: [12, 9] };

let gone = () => {};
beforeEach(() => { home.choose({ lang: "de" }); });
afterEach(() => { gone(); gone = () => {}; });

function show(legs: Legs, points = [7, 11], places = [2, 1], me = 0) {
  const page = mount(Both, { target: document.body, props: { legs, result: { points, places, why: "most" }, table: fake({ view: { seats: 2 }, seat: me < 0 ? null : me, texts: houseTexts("de") }), names: NAMES, me } });
  gone = () => void unmount(page);
}

test("after the first game it is said who begins the return", () => {
  show(first);
  expect(texts(".two p")).toEqual(["Das war das Hinspiel. Im Rückspiel fängt Opa Karl an; dann zählt beides zusammen."]);
  gone();
  show(first, [7, 11], [2, 1], 1);
  expect(texts(".two p")[0]).toContain("fängst du an");
});

test("after the return both are added up, the best first", () => {
  show({ ...second, total: { by: "points", points: [19, 20], places: [3, 3], ranks: [2, 1] } });
  expect(texts(".two p")).toEqual(["Opa Karl gewinnt Hin- und Rückspiel zusammen."]);
  expect(texts(".two .vh")).toEqual(["Opa Karl: Hinspiel 9, Rückspiel 11, zusammen 20.", "Du: Hinspiel 12, Rückspiel 7, zusammen 19."]);
  expect(texts(".two .num")).toEqual(["9 + 11 = 20", "12 + 7 = 19"]);
});

test("where places count they are added up, and points stand beside them", () => {
  show({ ...second, total: { by: "places", points: [19, 20], places: [3, 3], ranks: [2, 1] } });
  expect(texts(".two .num")).toEqual(["2 + 1 = 3 (20)", "1 + 2 = 3 (19)"]);
  expect(texts(".two .quiet")).toEqual(["Es zählen die Plätze; bei Gleichstand die Punkte."]);
  gone();
  show({ ...second, total: { by: "points", points: [20, 20], places: [3, 3], ranks: [1, 1] } });
  expect(texts(".two p")).toEqual(["Hin- und Rückspiel enden gleich: Du, Opa Karl."]);
});

test("the log begins and ends with a word about both games, for whoever reads", () => {
  const words = new Words("de", [...houseTexts("de"), { events: { x: "Zug." } }], () => NAMES, () => 0);
  const lines = told([
    { at: 1, event: { event: "return_points", start: 0, order: [0, 1], points: "12 : 9", places: "1 : 2" } },
    { at: 2, event: { event: "x" } },
    { at: 3, event: { event: "both_points", winner: 1, order: [1, 0], points: "20 : 19", places: "3 : 3" } },
  ], words, 0);
  expect(lines.map(({ text }) => text)).toEqual(["Opa Karl gewinnt Hin- und Rückspiel zusammen: 20 : 19 (Opa Karl, du).", "Zug.", "Rückspiel: Du fängst an. Das Hinspiel endete 12 : 9 (du, Opa Karl)."]);
});

test("dice that went round with the start are checked where they fell", async () => {
  const vectors = JSON.parse(readFileSync("docs/examples/fairness-vectors.json", "utf8"));
  const [head, ...rest]: string[] = vectors.game.log;
  const seats = JSON.parse(head!).seats.length;
  const log = [JSON.stringify({ ...JSON.parse(head!), shifted: 1 }), ...rest].join("\n");
  const moved = (vectors.game.chances as Chance[]).map((one) => ({ ...one, seat: one.seat === null ? null : (one.seat + 1) % seats }));
  expect(moved.some(({ seat }) => seat !== null)).toBe(true);
  expect(await verify(log, moved)).toMatchObject({ secretFits: true, checked: moved.length, wrong: null });
  expect((await verify(log, vectors.game.chances)).wrong).not.toBeNull();
});

test("the lobby offers one game, two, or two with the same dice, and remembers it", () => {
  const game: GameInfo = { key: "a", name: { de: "A" }, tagline: {}, credit: {}, seats: [2, 3, 4], levels: ["mid"] };
  const plan: Plan = fitted(null, [game], "Ada", "de");
  expect(plan.legs).toBeNull();
  const props = $state({ plan, game });
  const page = mount(House, { target: document.body, props });
  gone = () => void unmount(page);
  flushSync();
  const choice = [...document.querySelectorAll<HTMLButtonElement>(".rule .seg button")].find((one) => one.textContent === "Hin- und Rückspiel");
  choice!.click();
  flushSync();
  expect(props.plan.legs).toBe("fresh");
  expect(texts(".house summary small")[0]).toContain("Hin- und Rückspiel");
  expect(fitted({ ...plan, legs: "same" }, [game], "Ada", "de").legs).toBe("same");
  expect(fitted({ ...plan, legs: "odd" }, [game], "Ada", "de").legs).toBeNull();
});

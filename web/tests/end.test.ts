import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake } from "../lib/fake";
import { home } from "../lib/home.svelte";
import { houseTexts } from "../lib/rooms";
import { Tips } from "../lib/tips.svelte";
import type { Review as Told, ReviewAction, ReviewMoment } from "../lib/wire";
import Review from "../pages/Review.svelte";
import Tip from "../pages/Tip.svelte";

const action = (n: number, more: Partial<ReviewAction>): ReviewAction => ({ at: n + 2, round: 1 + Math.floor(n / 2), by: 0, do: "a", text: `Satz ${n}.`, before: [0.5, 0.5], after: [0.5 + n / 20, 0.5 - n / 20], ...more });
const moment = (n: number, more: Partial<ReviewMoment>): ReviewMoment => ({ kind: "luck", action: n, at: n + 2, seat: 1, by: 1, from: 50, to: 38, title: `Titel ${n}`, when: "Runde 3", whose: "Karls Aussicht", text: `Satz ${n}.`, better_text: "", ...more });
const review: Told = {
  actions: Array.from({ length: 10 }, (_, n) => action(n, n % 2 ? { by: "chance", for: 1, do: "roll 3 3" } : { loss: 0.05, best: "b", best_text: "b tun" })),
  seats: [{ start: 50, luck: -18, moves: 68, result: 100, decisions: 25, skill: [70, 95], fair: 100 }, { start: 50, luck: 18, moves: -68, result: 0, decisions: 24, skill: [30, 60], fair: 0 }],
  moments: [moment(2, { kind: "move", seat: 0, by: 0, from: 60, to: 49, better_text: "B tun." }), moment(5, {}), moment(7, { seat: 0, from: 55, to: 80 })],
  said: { fair: "shown" },
  words: { verdict: { head: "Gegen die Würfel gewonnen.", rest: "Das Glück stand eher auf der Seite von Opa Karl." }, skill: "Du hast klar besser gespielt.", fair: "grob geschätzt", turned: "", levels: "", begins: "", equals: "unter gleich Starken", how: "Gerechnet …", ending: "" },
  evening: { games: [{ luck: [-18, 18], result: [100, 0] }, { luck: [-42, 42], result: [100, 0] }], wins: [2, 0], tenths: [-6, 6], title: "Nach zwei Partien", text: "Opa Karl hatte heute mehr Glück. Du führst trotzdem 2 : 0." },
};
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) => all(selector).map((node) => node.textContent!.trim());
const settle = async (ms: number) => { await vi.advanceTimersByTimeAsync(ms); flushSync(); };

let gone = () => {};
let answers: [number, unknown][];
let away: number;
beforeEach(() => {
  vi.useFakeTimers();
  home.choose({ lang: "de" });
  away = 0;
  vi.stubGlobal("fetch", async () => {
    const [status, body] = answers.length > 1 ? answers.shift()! : answers[0]!;
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => { gone(); vi.useRealTimers(); vi.unstubAllGlobals(); });

function look(...told: [number, unknown][]) {
  answers = told;
  const table = fake({ view: { seats: 2 }, texts: [...houseTexts("de"), { page: { luck_unit: "in Säcken" } }] });
  const page = mount(Review, { target: document.body, props: { id: "t1", table, names: ["Ada", "Opa Karl"], order: [1, 0], me: 0, onaway: () => { away += 1; } } });
  gone = () => void unmount(page);
}

test("while the server looks there is a bar, then the whole account", async () => {
  look([202, { progress: 0.4 }], [200, review]);
  await settle(0);
  expect(document.querySelector("progress")!.value).toBe(0.4);
  expect(texts("[role=status]")).toEqual(["Wir schauen uns das Spiel noch einmal an …"]);
  await settle(1100);
  expect(document.querySelector("progress")).toBeNull();
  expect(texts(".verdict")[0]).toContain("Gegen die Würfel gewonnen.");
  expect(texts(".lucks .vh")).toEqual(["Opa Karl: Glück +18, Züge −68.", "Du: Glück −18, Züge +68."]);
  expect(texts(".sum .num")).toEqual(["50", "18", "68", "100"]);
  expect(texts(".lucks .leg .num")).toEqual(["unter 5", "über 95"]);
  expect(texts(".skills .vh")[1]).toBe("Du: zwischen 70 und 95 von 100.");
  expect(texts(".evening h2")).toEqual(["Nach zwei Partien"]);
  expect(texts(".evening .vh")[1]).toBe("Du: Siege 2, Glück −0,6 Siege.");
  expect(document.body.textContent).not.toContain("±");
  expect(texts(".moments h2")).toEqual(["Drei Augenblicke"]);
});

test("moments and pins lead to their point in the replay, and the curve can be read", async () => {
  look([200, review]);
  await settle(0);
  expect(all(".mo").map((link) => link.getAttribute("href"))).toEqual([4, 7, 9].map((at) => `/t/t1/replay?at=${at}`));
  expect(all(".pin").map((link) => link.getAttribute("href"))).toEqual([4, 7, 9].map((at) => `/t/t1/replay?at=${at}`));
  expect(texts(".pin")[1]).toBe("2: Titel 5, Runde 3");
  expect(texts(".dl b")).toEqual(["60 → 49", "50 → 38", "55 → 80"]);
  expect(texts(".better")).toEqual(["Besser: B tun."]);
  expect(all(".mo")[1]!.querySelectorAll(".die").length).toBe(2);
  expect(all("tbody tr").length).toBe(6);
  expect(texts("tbody tr:last-child td")).toEqual(["95", "5"]);
  expect(all(".ln.me").length).toBe(1);
});

test("with few decisions there are dots and words, with much doubt no shares", async () => {
  look([200, { ...review, seats: review.seats.map((seat) => ({ ...seat, decisions: 9, skill: null })), said: { fair: "hidden" }, words: { ...review.words, fair: "Kaum zu sagen." }, evening: { ...review.evening!, games: [review.evening!.games[0]!], text: "Eure erste Partie heute." } }]);
  await settle(0);
  expect(all(".dots i.on").length).toBe(9);
  expect(all(".skills .bar").length).toBe(0);
  expect(all(".hatched").length).toBe(1);
  expect(texts(".lucks .leg")).toEqual([]);
  expect(texts(".first")).toEqual(["Eure erste Partie heute."]);
});

test("where there is no review a calm sentence stands", async () => {
  look([404, { refused: { reason: "no_such_page", text: "" } }]);
  await settle(0);
  expect(texts(".gk .quiet")).toEqual(["Glück und Können lassen sich für diese Partie nicht zeigen."]);
  expect(away).toBe(1);
});

test("a server that is too busy is asked again later", async () => {
  look([429, {}], [200, review]);
  await settle(0);
  expect(away).toBe(0);
  await settle(4100);
  expect(all(".mo").length).toBe(3);
});

test("a tip: the move in words, why, how often it wins; others on demand", () => {
  const frame = document.body.appendChild(document.createElement("main"));
  const tips = new Tips(() => ({ seat: 0, ask: 1 }), () => true);
  const part = mount(Tip, { target: frame, props: { tips } });
  gone = () => { void unmount(part); frame.remove(); };
  tips.wish();
  flushSync();
  expect(frame.textContent).toContain("Der Tipp wird überlegt …");
  tips.heard({ hint: { ask: 1, moves: [{ do: "a", text: "a tun", chance: 0.634, reason: "Hält auf." }, { do: "b", text: "b tun", chance: 0.5, reason: null }], note: "Unter gleich Starken." }, ask: 1 });
  flushSync();
  expect(texts("b")).toEqual(["A tun."]);
  expect(frame.querySelector(".why")!.textContent!.replace(/\s+/g, " ").trim()).toContain("Hält auf. 63 % Gewinnaussicht. Unter gleich Starken. weitere");
  frame.querySelector<HTMLElement>(".more")!.click();
  flushSync();
  all(".others button")[1]!.click();
  flushSync();
  expect([tips.shown!.do, texts("b")[0]]).toEqual(["b", "B tun."]);
  frame.querySelector<HTMLElement>(".tool")!.click();
  flushSync();
  expect(tips.shown).toBeNull();
});

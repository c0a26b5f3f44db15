import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fake } from "../lib/fake";
import { home } from "../lib/home.svelte";
import { houseTexts } from "../lib/rooms";
import { Tips } from "../lib/tips.svelte";
import type { Review as Told, ReviewAction } from "../lib/wire";
import Review from "../pages/Review.svelte";
import Tip from "../pages/Tip.svelte";

const action = (n: number, more: Partial<ReviewAction>): ReviewAction => ({ at: n + 2, round: 1 + Math.floor(n / 2), by: 0, do: "a", text: `Satz ${n}.`, before: [0.5, 0.5], after: [0.5 + n / 20, 0.5 - n / 20], ...more });
const review: Told = {
  actions: Array.from({ length: 10 }, (_, n) => action(n, n % 2 ? { by: "chance", for: 1, do: "roll 3 3", luck: [0.1, -0.1] } : { loss: 0.05, best: "b", best_text: "b tun" })),
  seats: [{ luck: 0.2, luck_points: 1.4, decisions: 5, skill: 70, adjusted: 0.8, uncertainty: 0.07 }, { luck: -0.2, luck_points: -1.4, decisions: 5, skill: 90, adjusted: 0.2, uncertainty: 0.07 }],
  moments: [{ kind: "costly", action: 2, at: 4, seat: 0, change: -0.05 }, { kind: "unlucky", action: 5, at: 7, seat: 1, change: -0.1 }, { kind: "lucky", action: 7, at: 9, seat: 0, change: 0.13 }],
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
  expect(texts(".lucks .vh")).toEqual(["Opa Karl: Glück −1,4 in Säcken, Können 90 von 100.", "Du: Glück +1,4 in Säcken, Können 70 von 100."]);
  expect(texts(".sumup")).toEqual(["Du hattest Rückenwind. Sauberer hat Opa Karl gespielt."]);
  expect(texts(".lucks .quiet")[0]).toContain("Du 80 % ± 7");
  expect(texts(".moments h2")).toEqual(["Drei Augenblicke"]);
});

test("moments and pins lead to their point in the replay, and the curve can be read", async () => {
  look([200, review]);
  await settle(0);
  expect(all(".mo").map((link) => link.getAttribute("href"))).toEqual([4, 7, 9].map((at) => `/t/t1/replay?at=${at}`));
  expect(all(".pin").map((link) => link.getAttribute("href"))).toEqual([4, 7, 9].map((at) => `/t/t1/replay?at=${at}`));
  expect(texts(".pin")[1]).toBe("2: Bitterster Wurf, Runde 3 · Opa Karl");
  expect(texts(".dl")).toEqual(["−5%", "−10%", "+13%"]);
  expect(all(".mo")[1]!.querySelectorAll(".die").length).toBe(2);
  expect(all("tbody tr").length).toBe(6);
  expect(texts("tbody tr:last-child td")).toEqual(["95", "5"]);
  expect(all(".ln.me").length).toBe(1);
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
  tips.heard({ hint: { ask: 1, moves: [{ do: "a", text: "a tun", chance: 0.634, reason: "Hält auf." }, { do: "b", text: "b tun", chance: 0.5, reason: null }] }, ask: 1 });
  flushSync();
  expect(texts("b")).toEqual(["A tun."]);
  expect(frame.querySelector(".why")!.textContent!.replace(/\s+/g, " ").trim()).toContain("Hält auf. 63 % Gewinnaussicht weitere");
  frame.querySelector<HTMLElement>(".more")!.click();
  flushSync();
  all(".others button")[1]!.click();
  flushSync();
  expect([tips.shown!.do, texts("b")[0]]).toEqual(["b", "B tun."]);
  frame.querySelector<HTMLElement>(".tool")!.click();
  flushSync();
  expect(tips.shown).toBeNull();
});

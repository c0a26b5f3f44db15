import { readFileSync } from "node:fs";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { home } from "../lib/home.svelte";
import { Live } from "../lib/live.svelte";
import { keepToken, keptOf } from "../lib/tokens";
import Verify from "../pages/Verify.svelte";

const { log, chances } = JSON.parse(readFileSync("docs/examples/fairness-vectors.json", "utf8")).game;
const head = JSON.parse(log[0]);
const happened: string[] = [];
let info: object;
let header: object;

class Line {
  static readonly all: Line[] = [];
  readyState = 1;
  sent: any[] = [];
  onopen: (() => void) | null = null;
  onclose = null;
  onmessage = null;
  constructor() { Line.all.push(this); }
  send(text: string) { happened.push("hello"); this.sent.push(JSON.parse(text)); }
  close() {}
}

beforeEach(() => {
  localStorage.clear();
  Line.all.length = happened.length = 0;
  home.choose({ lang: "de" });
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("fetch", async (path: string) => {
    happened.push(path);
    if (path.endsWith("/log")) return new Response([JSON.stringify({ ...head, ...header }), ...log.slice(1)].join("\n"));
    return new Response(JSON.stringify(path.endsWith("/chances") ? chances : path.endsWith("openapi.json") ? { paths: { "/chances": {} } } : info));
  });
});
let gone = () => {};
afterEach(() => { gone(); vi.unstubAllGlobals(); });

async function arrive(): Promise<any> {
  const live = new Live("t");
  gone = live.start();
  await vi.waitFor(() => expect(Line.all.length).toBe(1));
  Line.all[0]!.onopen!();
  return Line.all[0]!.sent[0];
}

test("nothing is added to the dice before the commitment was seen: after a rematch the page asks for it first", async () => {
  info = { state: "open", commit: "c" };
  keepToken("t", "key", { seat: 0 });
  const hello = await arrive();
  expect(happened).toEqual(["/api/tables/t", "hello"]);
  expect(keptOf("t")!.commit).toBe("c");
  expect(hello).toEqual({ token: "key", entropy: keptOf("t")!.entropy, lang: "de" });
});

test("whoever saw the commitment says hello at once, and the same after a reload; an onlooker adds nothing", async () => {
  expect(await arrive()).toEqual({ lang: "de" });
  gone();
  keepToken("t", "key", { commit: "c" });
  Line.all.length = happened.length = 0;
  const { entropy } = await arrive();
  gone();
  Line.all.length = 0;
  expect((await arrive()).entropy).toBe(entropy);
  expect(happened).toEqual(["hello", "hello"]);
  expect(entropy).toMatch(/^[0-9a-f]{32}$/);
});

async function said(told: object, mine: object): Promise<string[]> {
  header = told;
  keepToken("t", "key", { commit: head.commit, ...mine });
  const page = mount(Verify, { target: document.body, props: { open: true, id: "t", seats: [0] } });
  gone = () => void unmount(page);
  await vi.waitFor(() => { flushSync(); expect(document.querySelectorAll("li").length).toBe(4); });
  return [...document.querySelectorAll("li")].map((line) => `${line.classList.contains("good") ? "+" : line.classList.contains("bad") ? "-" : ""}${line.textContent!.trim()}`);
}

test("whether our own entropy counted is said plainly, each way", async () => {
  const good = await said({}, { entropy: head.entropy[0] });
  expect(good[1]).toMatch(/^\+Dein eigener Zufall steckt drin/);
  expect(good[2]).toBe("+Um den Anfang wurde gelost, und das Los stimmt.");
  expect(good[3]).toBe(`+Alle ${chances.length} Würfe und Karten stimmen.`);
  gone();
  expect((await said({ seats: [{ name: "Ada", entropy: "server" }, { name: "Bo" }] }, { entropy: "late" }))[1]).toMatch(/^Dein eigener Zufall ist nicht dabei.*der Server für dich/);
  gone();
  expect((await said({}, { entropy: "mine" }))[1]).toMatch(/^-Dein Browser hat Zufall dazugegeben, aber im Protokoll steht er nicht/);
});

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fake, type FakeTable, type Fixture } from "../../../../../web/lib/fake";
import { roomTexts } from "../../../../../web/lib/rooms";
import Table, { figures } from "../Table.svelte";
import end from "./fixtures/end.json";
import middle from "./fixtures/middle.json";
import onlooker from "./fixtures/onlooker.json";
import passing from "./fixtures/pass.json";
import waiting from "./fixtures/waiting.json";

let table: FakeTable;
let app: Record<string, unknown> | undefined;

async function show(fixture: unknown, lang: "de" | "en" = "de"): Promise<void> {
  table = fake({ ...(fixture as Fixture), lang, texts: await roomTexts("just4fun", lang) });
  app = mount(Table, { target: document.body, props: { table } });
  flushSync();
}

const field = (number: number) => document.querySelector<HTMLButtonElement>(`[data-field="${number}"]`)!;
const cards = () => [...document.querySelectorAll<HTMLButtonElement>(".pcard")];
const up = () => cards().filter((card) => card.classList.contains("up")).map((card) => Number(card.querySelector(".v")!.textContent));
const main = () => document.querySelector<HTMLButtonElement>(".btn.main")!;
const head = () => document.querySelector(".say h2")!.textContent;
const text = () => document.querySelector(".say p")?.textContent;

function tap(node: HTMLElement): void {
  node.click();
  flushSync();
}
function press(key: string, on: EventTarget = document.body): void {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
});

describe("a turn", () => {
  it("lights exactly the fields that the moves reach", async () => {
    await show(middle);
    const lit = [...document.querySelectorAll<HTMLElement>(".f.can")].map((node) => Number(node.dataset.field));
    const reached = middle.moves.map((move) => move.slice(5).split("+").reduce((sum, card) => sum + Number(card), 0));
    expect(new Set(lit)).toEqual(new Set(reached));
    expect(main().getAttribute("aria-disabled")).toBe("true");
  });

  it("shows a suggestion by choosing it, and lets go of it with the suggestion", async () => {
    await show(middle);
    tap(cards()[0]!);
    table.set({ hint: "play 4+13" });
    flushSync();
    expect(up()).toEqual([4, 13]);
    tap(main());
    expect(table.acted).toEqual(["play 4+13"]);
    table.set({ hint: null });
    flushSync();
    expect(up()).toEqual([]);
  });

  it("raises the cards of a tapped field, says what it does, and does it by the button", async () => {
    await show(middle);
    tap(field(17));
    expect(up()).toEqual([4, 13]);
    expect(head()).toBe("17 = 4 + 13");
    expect(text()).toBe("Hält Mia auf. Danach liegst du dort allein vorn.");
    expect(field(17).querySelector(".stone.ghost")).not.toBe(null);
    tap(main());
    expect(table.acted).toEqual(["play 4+13"]);
  });

  it("takes the other way when a field is tapped again", async () => {
    await show(middle);
    tap(field(13));
    expect(up()).toEqual([13]);
    tap(field(13));
    expect(up()).toEqual([4, 9]);
  });

  it("shows the field of tapped cards, and why it is shut", async () => {
    await show(middle);
    tap(cards()[0]!);
    tap(cards()[1]!);
    expect(field(11).classList.contains("aimed")).toBe(true);
    expect(text()).toContain("gehört dir schon");
    tap(main());
    expect(table.acted).toEqual([]);
    expect(table.refused).toHaveLength(1);
    tap(cards()[1]!);
    tap(cards()[3]!);
    expect(field(17).classList.contains("chosen")).toBe(true);
  });

  it("answers a tap on a field out of reach in words", async () => {
    await show(middle);
    tap(field(33));
    expect(table.refused).toEqual(["Feld 33 ist für dich zu: Opa Karl liegt dort zwei Steine vorn."]);
  });

  it("is played by keys alone", async () => {
    await show(middle);
    press("1");
    press("4");
    expect(up()).toEqual([4, 13]);
    press("Escape");
    expect(up()).toEqual([]);
    field(1).focus();
    press("ArrowRight", field(1));
    expect((document.activeElement as HTMLElement).dataset.field).toBe("14");
    tap(field(16));
    press("Enter", field(16));
    expect(table.acted).toEqual(["play 7+9"]);
  });

  it("lets go of the choice with the next question, not with a message in between", async () => {
    await show(middle);
    tap(field(17));
    table.set({ view: { ...middle.view }, moves: [...middle.moves] });
    flushSync();
    expect(up()).toEqual([4, 13]);
    table.set({ moves: [], view: { ...middle.view, turn: 1 } });
    flushSync();
    expect(up()).toEqual([]);
  });

  it("explains a pass", async () => {
    await show(passing);
    expect(text()).toContain("verdeckt");
    tap(main());
    expect(table.acted).toEqual(["pass"]);
  });
});

describe("the board in words", () => {
  it("has a sentence for every field, in both languages", async () => {
    await show(middle);
    expect(field(24).querySelector(".vh")!.textContent).toBe("Feld 24, umkämpft, Du 1, Fuchs 1, erreichbar mit 4 + 7 + 13.");
    expect(field(17).querySelector(".vh")!.textContent).toContain("Mia hat drei in einer Linie");
    void unmount(app!);
    await show(middle, "en");
    expect(field(33).querySelector(".vh")!.textContent).toBe("Field 33, closed to you, Opa Karl is two stones ahead, Opa Karl 2, Fuchs 1.");
    expect(document.body.textContent + document.body.innerHTML).not.toMatch(/page\.\w/);
  });

  it("names the nearest threat", async () => {
    await show(middle);
    expect(document.querySelector(".alarm")!.textContent).toContain("Mia droht:");
  });
});

describe("looking on", () => {
  it("lights nothing while others play", async () => {
    for (const fixture of [waiting, onlooker]) {
      await show(fixture);
      expect(document.querySelectorAll("[data-act]")).toHaveLength(0);
      tap(field(17));
      expect(table.refused).toHaveLength(1);
      void unmount(app!);
    }
    app = undefined;
  });

  it("shows all hands and the line after the end", async () => {
    await show(end);
    expect(document.querySelectorAll(".hands .pcard")).toHaveLength(end.view.hands!.flat().length);
    expect(document.querySelectorAll(".f.won")).toHaveLength(4);
    expect(document.querySelectorAll(".lines .won")).toHaveLength(1);
    expect(head()).toBe("Du gewinnst!");
  });

  it("gives stones left and points for the strip", () => {
    expect(figures(middle.view as never, 2, (path) => path).map((figure) => figure.value)).toEqual([middle.view.supply[2], 102]);
  });
});

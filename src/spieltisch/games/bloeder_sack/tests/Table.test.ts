import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fake, type FakeTable, type Fixture } from "../../../../../web/lib/fake";
import { houseTexts } from "../../../../../web/lib/rooms";
import english from "../en.toml";
import german from "../de.toml";
import Table, { figures } from "../Table.svelte";
import { own } from "../words";
import end from "./fixtures/end.json";
import middle from "./fixtures/middle.json";
import short from "./fixtures/short.json";
import six from "./fixtures/six.json";
import turned from "./fixtures/turned.json";
import waiting from "./fixtures/waiting.json";

let gone = () => {};
afterEach(() => {
  gone();
  gone = () => {};
});

function sit(fixture: object, lang: "de" | "en" = "de"): FakeTable {
  const texts = [...houseTexts(lang), lang === "de" ? german : english, own({}, lang)];
  const table = fake({ ...(fixture as Fixture), lang, texts });
  const room = mount(Table, { target: document.body, props: { table } });
  gone = () => void unmount(room);
  flushSync();
  return table;
}
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const press = (selector: string) => { document.querySelector<HTMLElement>(selector)!.click(); flushSync(); };
const key = (name: string) => { window.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })); flushSync(); };
const acts = () => all("[data-act]").map((node) => node.dataset.act);
const heading = () => document.querySelector(".mine h2")!.textContent;

describe("placing", () => {
  it("lights one space a tray for the chosen die, and swaps for both", () => {
    sit(middle);
    expect(acts().filter((act) => act!.startsWith("place")).sort()).toEqual([1, 2, 3, 4, 5].map((tray) => `place 1 on ${tray}`));
    expect(acts().filter((act) => act!.startsWith("swap")).sort()).toEqual(middle.moves.filter((move) => move.startsWith("swap")).sort());
    press('[data-pick="4"]');
    expect(heading()).toBe("Wohin mit der 4?");
    expect(acts()).toContain("place 4 on 2");
    expect(document.querySelector('[data-act="place 4 on 2"] .vh')!.textContent).toBe("4 auf Ablage 2, Feld 8 legen. Damit führst du: Summe 13.");
  });
  it("acts at once on a lit space", () => {
    const table = sit(middle);
    press('[data-act="place 1 on 3"]');
    expect(table.acted).toEqual(["place 1 on 3"]);
  });
  it("asks once before a swap, in place, and Escape lets go", () => {
    const table = sit(middle);
    press('[data-act="swap 4 at 1.1"]');
    expect(table.acted).toEqual([]);
    expect(heading()).toBe("Wirklich tauschen?");
    key("Escape");
    expect(heading()).toBe("Wohin mit der 4?");
    press('[data-act="swap 4 at 1.1"]');
    press('[data-act="swap 4 at 1.1"]');
    expect(table.acted).toEqual(["swap 4 at 1.1"]);
  });
  it("chooses a die by its number key", () => {
    sit(middle, "en");
    key("4");
    expect(heading()).toBe("Where does the 4 go?");
    key("6");
    expect(heading()).toBe("Where does the 4 go?");
  });
  it("says why a wish is not possible", () => {
    const table = sit(middle);
    press('[data-spot="1.3"]');
    press('[data-spot="1.5"]');
    press('[data-spot="1.9"]');
    expect(table.refused[0]).toContain("gehört dir");
    expect(table.refused[1]).toContain("liegt eine 6");
    expect(table.refused[2]).toBe("Es geht der Reihe nach: Auf Ablage 1 ist Feld 6 dran.");
    expect(table.acted).toEqual([]);
  });
  it("goes on with the second die, also on a card just turned", () => {
    sit(turned);
    expect(heading()).toBe("Und wohin mit der 1?");
    expect(acts()).toContain("place 1 on 5");
    expect(document.querySelector("[data-won]")!.textContent).toContain("2 ungerade, später gelegt");
    press("[data-won]");
    expect(document.querySelector("[data-won]")).toBeNull();
  });
  it("does nothing while a move is on its way", () => {
    const table = sit({ ...middle, busy: true });
    press('[data-act="place 1 on 3"]');
    expect(table.acted).toEqual([]);
  });
});

describe("scoring", () => {
  it("lights the cards after a double six, tells who would win, and can be declined", () => {
    const table = sit(six);
    expect(acts().sort()).toEqual(["decline", "score 1", "score 2", "score 3", "score 5"]);
    press('[data-act="score 2"]');
    expect(document.querySelector(".mine p")!.textContent).toContain("Opa Karl gewinnt «Die größte gerade Summe»: Summe 10.");
    press("[data-no]");
    key("3");
    press("[data-yes]");
    press("[data-no]");
    press('[data-act="decline"]');
    expect(table.acted).toEqual(["score 3", "decline"]);
  });
  it("explains the forced scoring and refuses other cards", () => {
    const table = sit(short);
    expect(heading()).toBe("Erst eine Karte werten");
    press('[data-card="3"]');
    expect(table.refused[0]).toBe("Auf Ablage 3 liegen keine zwei Würfel von dir.");
  });
});

describe("a suggestion", () => {
  const marked = () => all(".hinted, .btn.lit").map((node) => node.dataset.act);
  it("chooses its die and marks its space, also after another die was chosen", () => {
    const table = sit(middle);
    press('[data-pick="1"]');
    table.set({ hint: "place 4 on 2" });
    flushSync();
    expect(heading()).toBe("Wohin mit der 4?");
    expect(marked()).toEqual(["place 4 on 2"]);
    press('[data-act="place 4 on 2"]');
    expect(table.acted).toEqual(["place 4 on 2"]);
  });
  it("marks a swap, a card to score, and scoring none", () => {
    sit({ ...middle, hint: "swap 4 at 1.1" });
    expect(marked()).toEqual(["swap 4 at 1.1"]);
    gone();
    sit({ ...six, hint: "score 3" });
    expect(marked()).toEqual(["score 3"]);
    gone();
    sit({ ...six, hint: "decline" });
    expect(marked()).toEqual(["decline"]);
  });
});

it("shows a scored card for a while, then lets it go", () => {
  vi.useFakeTimers();
  sit(turned);
  expect(all("[data-won]").length).toBe(1);
  vi.advanceTimersByTime(5000);
  flushSync();
  vi.useRealTimers();
  expect(all("[data-won]").length).toBe(0);
});

it("shows the others' dice and nothing to press while they play", () => {
  const table = sit(waiting);
  expect(acts()).toEqual([]);
  expect(heading()).toBe("Opa Karl ist dran");
  press('[data-spot="1.9"]');
  expect(table.refused[0]).toContain("Opa Karl");
});

it("an onlooker sees everything and can do nothing", () => {
  const table = sit({ ...middle, seat: null, moves: [] });
  expect(acts()).toEqual([]);
  press('[data-spot="1.9"]');
  expect(table.refused).toEqual([]);
});

it("shows dice and cards of each seat, the sacks only at the end", () => {
  const say = (path: string) => path;
  expect(figures(middle.view, 1, say).map((figure) => figure.value)).toEqual([3, 3]);
  expect(figures(end.view, 0, say).map((figure) => figure.value)).toEqual([`${end.view.cards[0]}·${end.view.sacks[0]}`]);
});

it("says whose turn it is where there is nothing to press, as when looking back; only a move on its way asks for a moment", () => {
  sit({ ...middle, moves: [] });
  expect(heading()).toBe("Du bist dran");
  gone();
  sit({ ...middle, moves: [], busy: true });
  expect(heading()).toBe("Einen Augenblick …");
});

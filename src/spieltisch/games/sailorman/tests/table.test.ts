import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import { fake, type Fixture } from "../../../../../web/lib/fake";
import house from "../../../de.toml";
import room from "../de.toml";
import Table, { figures } from "../Table.svelte";
import end from "./fixtures/end.json";
import middle from "./fixtures/middle.json";
import onlooker from "./fixtures/onlooker.json";
import pick from "./fixtures/pick.json";
import second from "./fixtures/second.json";
import skip from "./fixtures/skip.json";
import waiting from "./fixtures/waiting.json";

let clear = () => {};
afterEach(() => clear());

function shown(fixture: object) {
  const table = fake({ ...(fixture as Fixture), texts: [house, room] as Fixture["texts"] });
  const app = mount(Table, { target: document.body, props: { table } });
  flushSync();
  clear = () => void unmount(app);
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const press = (act: string) => {
    all(`[data-act="${act}"]`)[0]!.click();
    flushSync();
  };
  return { table, all, press, mine: () => all(".mine")[0]!.textContent ?? "" };
}

it("lights what is legal, foretells what it fills, and acts only on the button", () => {
  const { table, all, press, mine } = shown(middle);
  expect(all('[data-act^="cell"]').map((cell) => cell.dataset.act)).toEqual(["cell bell 2", "cell bell 5"]);
  press("cell bell 5");
  expect(mine()).toContain("Macht Berge Nord voll: viermal die 3, also 4 Punkte und 1 Muschel.");
  expect(all(".box.soon")).toHaveLength(1);
  expect(table.acted).toEqual([]);
  press("write bell 3 at 5");
  expect(table.acted).toEqual(["write bell 3 at 5"]);
});

it("swaps numbers, crosses by way of the river, and says why not", () => {
  const { table, all, press } = shown(middle);
  press("swap");
  expect(all('.pair[data-act]').map((pair) => pair.dataset.act)).toContain("pair boat 3");
  press("swap");
  press("pair boat 5");
  press("cross");
  press("cell fish 4");
  press("cross fish 4 for boat 5");
  expect(table.acted).toEqual(["cross fish 4 for boat 5"]);
  all(".how button")[0]!.click();
  flushSync();
  all('[data-cell="0"]')[0]!.click();
  expect(table.refused).toEqual(["In der Reihe Anker, Spalte 1, steht schon etwas."]);
});

it("offers four pairs to the others and greys what has no room", () => {
  const { table, all } = shown(pick);
  expect(all(".pair")).toHaveLength(4);
  all(".pair.off")[0]!.click();
  expect(table.refused[0]).toContain("kein Platz mehr");
});

it("asks before an entry is given up", () => {
  const { table, press } = shown(skip);
  press("skip");
  expect(table.acted).toEqual([]);
  document.querySelector<HTMLElement>(".go")!.click();
  expect(table.acted).toEqual(["skip"]);
});

it("can be played by keys alone", () => {
  const { table, all } = shown(second);
  const key = (name: string, on: EventTarget = window) => {
    on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    flushSync();
  };
  key("x");
  expect(all('[data-act^="cell"]').length).toBe(13);
  const cell = all('[data-act="cell anchor 7"]')[0]!;
  expect(cell.getAttribute("aria-label")).toBe("Anker, Spalte 7, Land: Kreuz hierher.");
  cell.click();
  flushSync();
  key("Escape");
  expect(all(".cell.chosen")).toHaveLength(0);
  cell.click();
  flushSync();
  key("Enter", cell);
  expect(table.acted).toEqual(["cross anchor 7 for boat 5"]);
});

it("keeps nothing chosen for the next question, and shows a suggested move in place", () => {
  const { table, all, press } = shown(middle);
  press("cell bell 5");
  table.set(second as unknown as Fixture);
  flushSync();
  expect(all(".cell.chosen")).toHaveLength(0);
  table.set({ hint: "write boat 5 at 6" });
  flushSync();
  expect(all(".cell.chosen")[0]!.dataset.cell).toBe("41");
});

it("says who is still thinking, to those who wait and to those who look on", () => {
  expect(shown(waiting).mine()).toContain("Mia überlegt noch.");
  clear();
  const { all } = shown(onlooker);
  expect(all("[data-cell]")).toHaveLength(0);
});

it("draws the groups at the end and counts points and boxes", () => {
  const { all, mine } = shown(end);
  expect(all("path.final")).toHaveLength(2);
  expect(mine()).toContain("Deine Gruppen: 9 × die 5 und 6 × die 1.");
  expect(figures(end.view as never, 1, (path) => path)[0]).toMatchObject({ value: 53 });
});

it("says of nobody that nothing fits while they may still enter: looking back, the moves are not there", () => {
  const { mine } = shown({ ...middle, moves: [] });
  expect(mine()).toMatch(/geworfen\./);
  expect(mine()).not.toContain("passt nichts");
});

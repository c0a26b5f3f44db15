import { flushSync, mount, unmount, type Component } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { fake, type Fixture } from "../../../../../web/lib/fake";
import { roomTexts, roomWords } from "../../../../../web/lib/rooms";
import { first } from "../first";
import Points from "../Points.svelte";
import Rules from "../Rules.svelte";
import Tile from "../Tile.svelte";
import end from "./fixtures/end.json";
import middle from "./fixtures/middle.json";
import passing from "./fixtures/pass.json";
import start from "./fixtures/start.json";

beforeEach(() => document.body.replaceChildren());

function render(component: unknown, props: Record<string, unknown>): string {
  const app = mount(component as Component<Record<string, unknown>>, { target: document.body, props });
  flushSync();
  const html = document.body.innerHTML;
  void unmount(app);
  return html;
}

describe("beside the table", () => {
  it.each(["de", "en"] as const)("points and rules have all their words (%s)", async (lang) => {
    const { say } = await roomWords("just4fun", lang);
    const names = ["Ada", "Opa Karl", "Mia", "Fuchs"];
    expect(render(Points, { view: end.view, result: end.result, say, names })).not.toMatch(/page\.\w|undefined/);
    expect(render(Rules, { lang, say })).not.toMatch(/page\.\w|undefined|NaN/);
  });

  it("the tile is a picture", () => {
    expect(render(Tile, {})).toContain("<svg");
  });
});

describe("the guided first game", () => {
  const at = async (fixture: unknown, lang: "de" | "en" = "de") => fake({ ...(fixture as Fixture), lang, texts: await roomTexts("just4fun", lang) });

  it.each(["de", "en"] as const)("has a text for every step (%s)", async (lang) => {
    const table = await at(middle, lang);
    for (const step of first.steps) expect(table.say(step.say, step.details?.(table))).not.toMatch(/^page\.|…|undefined/);
  });

  it("speaks when its moment has come", async () => {
    const heard = async (fixture: unknown) => {
      const table = await at(fixture);
      return first.steps.filter((step) => step.when(table)).map((step) => step.id);
    };
    expect(await heard(start)).toEqual(["start", "pick"]);
    expect(await heard(middle)).toEqual(expect.arrayContaining(["threat", "barred", "locked", "tie", "free"]));
    expect(await heard(passing)).toContain("pass");
    expect(await heard(end)).toEqual([]);
  });
});

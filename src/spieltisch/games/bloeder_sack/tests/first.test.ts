import { expect, it } from "vitest";
import type { Table } from "../../../../../web/lib/table";
import german from "../de.toml";
import { first } from "../first";
import middle from "./fixtures/middle.json";
import short from "./fixtures/short.json";
import six from "./fixtures/six.json";
import start from "./fixtures/start.json";
import turned from "./fixtures/turned.json";

const said = (fixture: object) => first.steps.filter((step) => step.when(fixture as unknown as Table)).map((step) => step.id);

it("explains each moment when it comes", () => {
  expect(said(start)).toEqual(["welcome", "place"]);
  expect(said(middle)).toEqual(expect.arrayContaining(["place", "swap", "tie", "sack"]));
  expect(said(turned)).toEqual(expect.arrayContaining(["scored", "second"]));
  expect(said(six)).toContain("six");
  expect(said(short)).toContain("short");
});

it("has a text for every step, and a step for every text", () => {
  expect(first.steps.map((step) => step.say.split(".").at(-1)).sort()).toEqual(Object.keys(german.page.first).sort());
  expect(new Set(first.steps.map((step) => step.id)).size).toBe(first.steps.length);
});

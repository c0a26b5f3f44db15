import { expect, test } from "vitest";
import { initial, shortName, shortNames } from "../lib/names";

test("a name that is short already stays; else the form of address goes, and what follows a space or hyphen", () => {
  expect(shortName("Opa Karl")).toBe("Opa Karl");
  expect(shortName("Großtante Käthe Wiesengrund")).toBe("Großtante");
  expect(shortName("Onkel Bartholomäus-Alexander")).toBe("Bartholomäus");
  expect(shortName("Dr. Gertrude von Hohenfels")).toBe("Gertrude");
  expect(shortName("W".repeat(40))).toBe(`${"W".repeat(17)}…`);
  expect(shortName("  ")).toBe("");
});
test("two alike get the next letter, and stay long where that does not tell them apart", () => {
  expect(shortNames(["Gertrude von Hohenfels", "Gertrude Meier-Lehmann", "Mia"])).toEqual(["Gertrude v.", "Gertrude M.", "Mia"]);
  expect(shortNames(["Gertrude Meierin", "Gertrude Müllerin"])).toEqual(["Gertrude Meierin", "Gertrude Müllerin"]);
  expect(shortNames(["W".repeat(40), "W".repeat(40)])).toEqual([`${"W".repeat(17)}…`, `${"W".repeat(17)}…`]);
});
test("the badge has the letter of the person, everywhere the same", () => {
  expect(initial("Opa Karl")).toBe("K");
  expect(initial("ömer")).toBe("Ö");
  expect(initial("")).toBe("?");
});

import { expect, test } from "vitest";
import { houseTexts } from "../lib/rooms";
import type { Tables } from "../lib/words";

const sources = import.meta.glob(["../**/*.svelte", "../**/*.ts", "!../tests/**", "!../door/**"], { query: "?raw", import: "default", eager: true }) as Record<string, string>;

function paths(tables: Tables, before = ""): string[] {
  return Object.entries(tables).flatMap(([key, value]) => (typeof value === "string" ? [before + key] : paths(value, `${before}${key}.`)));
}
const gaps = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, gap]) => gap).sort();
const find = (tables: Tables, path: string) => path.split(".").reduce<any>((found, part) => found?.[part], tables);
const [, de] = houseTexts("de") as [Tables, Tables];
const [house, en] = houseTexts("en") as [Tables, Tables];

test("German and English have the same keys and the same gaps", () => {
  expect(paths(de).sort()).toEqual(paths(en).sort());
  for (const path of paths(de)) expect(gaps(find(de, path)), path).toEqual(gaps(find(en, path)));
});

test("every text that the page says exists, and every text is said", () => {
  const all = Object.values(sources).join("\n");
  const said = new Set([...all.matchAll(/"([a-z_]+(?:\.[a-z_0-9]+)+)"/g)].map(([, path]) => path!));
  const byRoom = /^(events|why|page|options|option_values)\./;
  const tops = Object.keys(de);
  for (const path of said) if (tops.includes(path.split(".")[0]!) && !byRoom.test(path)) expect(typeof (find(de, path) ?? find(house, path)), path).toBe("string");
  const made = [...all.matchAll(/`([a-z_]+(?:\.[a-z_]+)*)\.\$\{/g)].map(([, path]) => `${path}.`);
  const idle = paths(de).filter((path) => !all.includes(`"${path}"`) && !made.some((start) => path.startsWith(start)));
  expect(idle).toEqual([]);
});

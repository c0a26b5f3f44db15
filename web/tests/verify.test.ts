import { expect, test } from "vitest";
import { commitmentOf, compact, Draws, verify } from "../lib/verify";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

test("JSON as Python writes it", () => {
  expect(compact(["ä", null, 1])).toBe('["\\u00e4",null,1]');
});

test("tickets are those that the Python package draws", async () => {
  // Fair(bytes(range(32)), "table", ["ä", "b"]).ticket("roll", 1, 3, 36), then ("draw", None, 0, 7)
  const draws = await Draws.from(SECRET, "table", ["ä", "b"]);
  expect(await draws.ticket("roll", 1, 3, 36)).toBe(16);
  expect(await draws.ticket("draw", null, 0, 7)).toBe(0);
});

test("a game is checked line by line", async () => {
  const draws = await Draws.from(SECRET, "t", ["x"]);
  const outcomes: [string, number][] = [["draw 1", 2], ["draw 2", 5]];
  const due = (await draws.ticket("draw", 0, 0, 7)) < 2 ? "draw 1" : "draw 2";
  const log = (told: string, commit: string) =>
    [{ spieltisch: 1, id: "t", commit, entropy: ["x"] }, { by: "chance", do: told }, { by: 0, do: "a" }, { result: {}, reveal: SECRET }].map((line) => JSON.stringify(line)).join("\n");
  const commit = await commitmentOf(SECRET);
  const chances = [{ line: 2, kind: "draw", seat: 0, number: 0, outcomes }];
  expect(await verify(log(due, commit), chances)).toEqual({ secretFits: true, checked: 1, lines: 1, wrong: null });
  expect((await verify(log("draw 9", commit), chances)).wrong).toEqual({ line: 2, told: "draw 9", due });
  expect((await verify(log(due, commit), chances, "another")).secretFits).toBe(false);
  expect(await verify(log(due, commit), null, commit)).toEqual({ secretFits: true, checked: 0, lines: 1, wrong: null });
});

import { expect, test } from "vitest";
import { parted, veiled } from "../veil";
import type { View } from "../view";
import middle from "./fixtures/middle.json";

const previous = ((middle as any).view ?? middle) as View;
const roll = { event: "rolled", seat: 0, dice: [3, 3] };

test("before the dice fall nothing of them is seen, nor what a double has scored", () => {
  const space = previous.trays[2]!.dice.length + 1;
  const events = [{ event: "placed", seat: 1, value: 5, tray: 3, space }, roll, { event: "scored", tray: 3, cause: "double", winner: 0 }, { event: "drew", tray: 3, card: "x" }];
  const now: View = { ...previous, dice: [3, 3], phase: "place", cards: previous.cards.map((cards) => cards + 1), trays: previous.trays.map((tray, i) => (i === 2 ? { ...tray, dice: [], card: "other" } : tray)) };
  const shown = veiled(now, previous, events, 0);
  expect(shown.dice).toEqual([]);
  expect(shown.cards).toEqual(previous.cards);
  expect(shown.trays[2]!.card).toBe(previous.trays[2]!.card);
  expect(shown.trays[2]!.dice).toEqual([...previous.trays[2]!.dice, "1:5"]);
  expect(parted(events, 0)).toEqual({ before: [events[0]], after: events.slice(1) });
});
test("a throw that scores nothing leaves the table as it is", () => {
  const shown = veiled(previous, null, [roll], 0);
  expect(shown.trays).toBe(previous.trays);
  expect(shown.dice).toEqual([]);
});

// The guided first game: what is said once, when the table first looks like that.
import type { First, Step } from "../../../../web/lib/first";
import type { Table } from "../../../../web/lib/table";
import { targets, type View } from "./view";

const view = (table: Table) => table.view as View;
const asked = (table: Table, phase: View["phase"]) => table.moves.length > 0 && view(table).phase === phase;
const told = (table: Table, event: string, more: (details: Record<string, unknown>) => boolean = () => true) =>
  table.events.some((one) => one.event === event && more(one));
const placed = (table: Table) => view(table).trays.reduce((sum, tray) => sum + tray.dice.length, 0);
const won = (table: Table) => view(table).cards.reduce((sum, cards) => sum + cards, 0);

const steps: Step[] = [
  { id: "welcome", when: (table) => placed(table) === 0 && won(table) === 0, say: "page.first.welcome", at: ".sackcard", wait: true },
  { id: "last_round", when: (table) => told(table, "last_round"), say: "page.first.last_round", at: ".people", wait: true },
  { id: "short", when: (table) => asked(table, "short"), say: "page.first.short", at: ".sackcard.lit" },
  { id: "six", when: (table) => asked(table, "six"), say: "page.first.six", at: ".sackcard.lit" },
  { id: "double", when: (table) => told(table, "scored", (one) => one.cause === "double"), say: "page.first.double", at: ".tenth", wait: true },
  { id: "scored", when: (table) => told(table, "scored"), say: "page.first.scored", at: ".won", wait: true },
  { id: "place", when: (table) => asked(table, "place") && view(table).dice.length === 2, say: "page.first.place", at: ".well.lit" },
  { id: "second", when: (table) => asked(table, "place") && view(table).dice.length === 1, say: "page.first.second", at: ".well.lit" },
  { id: "bot", when: (table) => view(table).turn !== table.seat && placed(table) > 1, say: "page.first.bot", at: ".person.on" },
  { id: "swap", when: (table) => asked(table, "place") && targets(table.moves, null).swaps.size > 0, say: "page.first.swap", at: ".well.swap" },
  { id: "tie", when: (table) => asked(table, "place") && view(table).trays.some((tray) => tray.reason?.tie), say: "page.first.tie", at: ".later" },
  { id: "sack", when: (table) => asked(table, "place") && view(table).trays.some((tray) => tray.dice.length >= view(table).spaces - 2), say: "page.first.sack", at: ".well .hint" },
  { id: "free", when: (table) => asked(table, "place") && won(table) > 0 && view(table).dice.length === 2, say: "page.first.free", wait: true },
];

export const first: First = { seats: 2, start: 0, options: {}, steps };

/* The guided first game: what is said when it happens for the first time. */
import type { First } from "../../../../web/lib/first";
import type { Table } from "../../../../web/lib/table";
import { CELLS, markAt, type View } from "./chart";
import { parsed } from "./entry";
import { fills } from "./fills";

const seen = (table: Table) => table.view as View;
const asked = (table: Table) => table.moves.length > 0;
const throws = (table: Table) => asked(table) && seen(table).thrower === table.seat;
const marks = (table: Table) => CELLS.filter((cell) => markAt(seen(table).charts[table.seat ?? 0]!, cell) !== ".").length;
const mayFill = (table: Table) =>
  table.moves.some((move) => {
    const entry = parsed(move);
    return entry !== null && fills(seen(table), table.seat ?? 0, entry.cell, entry.how === "cross" ? "X" : String(entry.number)).length > 0;
  });

export const first: First = {
  seats: 2,
  start: 0,
  options: {},
  steps: [
    { id: "cup", when: (table) => table.veiled, say: "page.first.cup", at: ".cup" },
    { id: "throw", when: (table) => throws(table) && marks(table) === 0, say: "page.first.throw", at: ".pairs, .cup", wait: true },
    { id: "write", when: (table) => throws(table) && marks(table) === 0, say: "page.first.write", at: ".cell.lit" },
    { id: "second", when: (table) => throws(table) && seen(table).left === 1, say: "page.first.second", at: ".pair.on" },
    { id: "others", when: (table) => asked(table) && !throws(table), say: "page.first.others", at: ".pairs" },
    { id: "river", when: (table) => table.moves.some((move) => move.startsWith("cross")), say: "page.first.river", at: ".cell.match" },
    { id: "near", when: mayFill, say: "page.first.near", at: ".cell.lit" },
    { id: "box", when: (table) => asked(table) && Object.keys(seen(table).boxes[table.seat ?? 0]!).length > 0, say: "page.first.box", at: ".box.full", wait: true },
    { id: "free", when: (table) => asked(table) && marks(table) >= 9, say: "page.first.free", wait: true },
  ],
};

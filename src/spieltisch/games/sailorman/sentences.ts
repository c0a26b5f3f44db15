/* What is said about an entry before it is made, about pairs, and about who is still thinking. */
import { type Cell, kindAt, type Pair, type Say, SYMBOLS, type View } from "./chart";
import { closest, type Fill, fills, riverCells, type What } from "./fills";

/** A sentence in two parts, the first one bold. */
export interface Line {
  head: string;
  rest: string;
}

export const big = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A pair by its short name: "Rad 5". */
export const pairName = (say: Say, { symbol, number }: Pair): string => say("page.pair", { symbol: say(`page.short.${symbol}`), number });

export function whatName(say: Say, what: What): string {
  if (what.sort === "row") return say("page.what_row", { symbol: SYMBOLS[what.row] });
  if (what.sort === "column") return say("page.what_column", { column: what.column + 1 });
  if (what.sort === "region") return say("page.what_region", { region: what.kind });
  return say("page.what_area", { region: what.kind, side: say(`page.sides.${what.side}`) });
}

const times = (say: Say, count: number): string => (count < 10 ? say(`page.times.${count}`) : say("page.times.many", { times: count }));
const counted = (say: Say, name: "points" | "shells", count: number): string =>
  count === 1 ? say(`page.${name}_one`) : say(`page.${name}_many`, { [name]: count });

/** "Macht Berge Nord voll: viermal die 3, also 4 Punkte und 1 Muschel."; brief: without why and without who was faster. */
export function fillLine(say: Say, { what, points, number, shells, takers }: Fill, race: number, brief = false): Line {
  const head = say("page.fills", { what: whatName(say, what) });
  const plain = counted(say, "points", points);
  const gain = shells > 0 ? say("page.gain", { points: plain, shells: counted(say, "shells", shells) }) : plain;
  if (brief) return { head, rest: `${gain}.` };
  let rest = number === null ? say("page.fills_nothing", { gain }) : say("page.fills_count", { times: times(say, points), number, gain });
  if (takers.length) rest += ` ${say(race === 1 ? "page.taken_one" : "page.taken_many", { takers })}`;
  return { head, rest };
}

/** What a mark in a cell would do: every box that it fills, else what it brings nearer. */
export function foretold(say: Say, view: View, seat: number, cell: Cell, mark: string): Line[] {
  const filled = fills(view, seat, cell, mark);
  if (filled.length) return filled.map((fill) => fillLine(say, fill, view.shells_for[fill.box] ?? 0, filled.length > 1));
  const { what, missing } = closest(view, seat, cell, mark);
  const rest = missing === 1 ? say("page.leaves_one", { what: whatName(say, what) }) : say("page.leaves_many", { missing, what: whatName(say, what) });
  const line = { head: say("page.leaves"), rest };
  const opens = mark !== "X" && kindAt(view.areas, cell) === "river" && riverCells(view, seat, cell.row, +mark).length === 0;
  return opens ? [{ ...line, rest: `${rest} ${say("page.opens", { symbol: SYMBOLS[cell.row], number: mark })}` }] : [line];
}

/** "Mia und Fuchs überlegen noch." */
export function thinking(say: Say, names: string[]): string {
  if (!names.length) return "";
  const all = names.length === 1 ? names[0] : say("page.and", { first: names.slice(0, -1).join(", "), last: names.at(-1) });
  return say(names.length === 1 ? "page.waiting_one" : "page.waiting_for", { names: all });
}

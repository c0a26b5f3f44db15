/* The chart as the view tells it: rows of marks, letters of sub-areas, boxes and shells. */

import type { View } from "./view.made";

export type { View };

export const SYMBOLS = ["anchor", "bell", "starfish", "fish", "boat", "wheel"] as const;
export const KINDS = ["mountains", "land", "dunes", "river"] as const;
export const ROWS = 6;
export const COLUMNS = 9;
export const ENOUGH_BOXES = 8;

export type SymbolName = (typeof SYMBOLS)[number];
export type Kind = (typeof KINDS)[number];
export type Pair = { symbol: SymbolName; number: number };
export type Cell = { row: number; column: number }; // both counted from 0
export type Say = (path: string, details?: Record<string, unknown>) => string;

export type Standing = View["points"][number];

const KIND_OF: Record<string, Kind> = { M: "mountains", L: "land", D: "dunes", R: "river" };

export const kindOf = (letter: string): Kind => KIND_OF[letter.toUpperCase()]!;
export const kindAt = (areas: string[], { row, column }: Cell): Kind => kindOf(areas[row]![column]!);
export const markAt = (chart: string[], { row, column }: Cell): string => chart[row]![column]!;
export const same = (one: Cell | null, other: Cell | null): boolean =>
  one !== null && other !== null && one.row === other.row && one.column === other.column;

/** All cells of the chart, row by row. */
export const CELLS: Cell[] = SYMBOLS.flatMap((_, row) => Array.from({ length: COLUMNS }, (_, column) => ({ row, column })));

/** The cells of one or more sub-areas. */
export const cellsOf = (areas: string[], letters: string): Cell[] =>
  CELLS.filter(({ row, column }) => letters.includes(areas[row]![column]!));

export type Side = "north" | "south" | "west" | "east";

const ACROSS: Kind[] = ["dunes", "river"]; // the printed chart calls their halves west and east, those of the others north and south

/** On which side of its region a sub-area lies; a chart of one's own need not lie as ours does. */
export function sideOf(areas: string[], letter: string): Side {
  const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  const [here, there] = [middle(cellsOf(areas, letter)), middle(cellsOf(areas, other))];
  const [right, down] = [here.column - there.column, here.row - there.row];
  const across = ACROSS.includes(kindOf(letter)) ? Math.abs(right) >= 1 : Math.abs(down) < 1;
  if (across) return right > 0 ? "east" : "west";
  return down > 0 ? "south" : "north";
}

function middle(cells: Cell[]): Cell {
  const sum = (of: (cell: Cell) => number) => cells.reduce((total, cell) => total + of(cell), 0) / cells.length;
  return { row: sum((cell) => cell.row), column: sum((cell) => cell.column) };
}

/** A fixed small slant per cell, so that the figures look written by hand. */
export const tilt = ({ row, column }: Cell): number => ((row * 7 + column * 13) % 9) - 4;

/* What an entry completes, what it leaves open, and the groups that count at the end. */
import { CELLS, COLUMNS, type Cell, type Kind, SYMBOLS, type Side, type View, cellsOf, kindOf, markAt, same, sideOf } from "./chart";

export type What =
  | { sort: "row"; row: number }
  | { sort: "column"; column: number }
  | { sort: "area"; kind: Kind; side: Side }
  | { sort: "region"; kind: Kind };

/** A box that an entry would fill. */
export interface Fill {
  box: string;
  what: What;
  cells: Cell[];
  points: number;
  number: number | null; // the most frequent one; none among crosses alone
  shells: number;
  takers: number[]; // who has got the shells before
}

/** A chart with one more mark in it. */
export const entered = (chart: string[], { row, column }: Cell, mark: string): string[] =>
  chart.map((marks, r) => (r === row ? marks.slice(0, column) + mark + marks.slice(column + 1) : marks));

/** The most frequent number of some cells and how often it stands there; crosses never count. */
export function mostFrequent(chart: string[], cells: Cell[]): { number: number | null; points: number } {
  const counts = new Map<number, number>();
  for (const cell of cells) {
    const mark = markAt(chart, cell);
    if (mark !== "X" && mark !== ".") counts.set(+mark, (counts.get(+mark) ?? 0) + 1);
  }
  let most: { number: number | null; points: number } = { number: null, points: 0 };
  for (const [number, points] of [...counts].sort(([one], [other]) => one - other)) {
    if (points > most.points) most = { number, points };
  }
  return most;
}

/** The row, the column and the sub-area that a cell lies in. */
function surroundings(areas: string[], cell: Cell): { what: What; cells: Cell[]; letter?: string }[] {
  const letter = areas[cell.row]![cell.column]!;
  return [
    { what: { sort: "area", kind: kindOf(letter), side: sideOf(areas, letter) }, cells: cellsOf(areas, letter), letter },
    { what: { sort: "row", row: cell.row }, cells: CELLS.filter(({ row }) => row === cell.row) },
    { what: { sort: "column", column: cell.column }, cells: CELLS.filter(({ column }) => column === cell.column) },
  ];
}

/** The boxes that a mark in a cell fills, with points and shells. */
export function fills(view: View, seat: number, cell: Cell, mark: string): Fill[] {
  const chart = entered(view.charts[seat]!, cell, mark);
  return surroundings(view.areas, cell)
    .filter(({ cells }) => cells.every((other) => markAt(chart, other) !== "."))
    .map(({ what, cells, letter }) => {
      const region = letter ? kindOf(letter) : null;
      const second = region !== null && `${region} left` in view.boxes[seat]!;
      const counted = second ? cellsOf(view.areas, letter!.toUpperCase() + letter!.toLowerCase()) : cells;
      const box = region ? `${region} ${second ? "right" : "left"}` : what.sort === "row" ? SYMBOLS[what.row]! : `column ${cell.column + 1}`;
      const takers = view.shells[box] ?? [];
      return {
        box,
        what: second ? { sort: "region", kind: region } : what,
        cells: counted,
        ...mostFrequent(chart, counted),
        shells: takers.length ? 0 : (view.shells_for[box] ?? 0),
        takers,
      } satisfies Fill;
    });
}

/** Where the fewest cells would be missing after an entry that fills nothing. */
export function closest(view: View, seat: number, cell: Cell, mark: string): { what: What; missing: number } {
  const chart = entered(view.charts[seat]!, cell, mark);
  return surroundings(view.areas, cell)
    .map(({ what, cells }) => ({ what, missing: cells.filter((other) => markAt(chart, other) === ".").length }))
    .reduce((best, one) => (one.missing < best.missing ? one : best));
}

/** R6: the river cells that allow a cross for a pair. */
export const riverCells = (view: View, seat: number, row: number, number: number): Cell[] =>
  CELLS.filter((cell) => cell.row === row && kindOf(view.areas[row]![cell.column]!) === "river" && markAt(view.charts[seat]!, cell) === String(number));

// ---------------------------------------------------------------- the end

export interface Group {
  number: number;
  cells: Cell[];
}

/** The largest and the second-largest group of one number; cells join along edges. */
export function largestGroups(chart: string[]): Group[] {
  const seen = new Set<number>();
  const found: Group[] = [];
  for (const start of CELLS) {
    const mark = markAt(chart, start);
    if (mark === "." || mark === "X" || seen.has(start.row * COLUMNS + start.column)) continue;
    const cells = [start];
    seen.add(start.row * COLUMNS + start.column);
    for (const cell of cells) {
      for (const next of CELLS) {
        const beside = Math.abs(next.row - cell.row) + Math.abs(next.column - cell.column) === 1;
        if (beside && markAt(chart, next) === mark && !cells.some((other) => same(other, next))) {
          cells.push(next);
          seen.add(next.row * COLUMNS + next.column);
        }
      }
    }
    found.push({ number: +mark, cells });
  }
  return found.sort((one, other) => other.cells.length - one.cells.length).slice(0, 2);
}

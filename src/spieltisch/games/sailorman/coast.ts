/* The chart as a drawn map, from its letters alone: shared coasts wobble alike, so any chart gets a map. */
import { CELLS, COLUMNS, type Cell, type Kind, ROWS, cellsOf, kindAt, kindOf } from "./chart";

export const WIDTH = 60; // of a cell
export const HEIGHT = 70;

type Point = [number, number];

const noise = (a: number, b: number, t: number): number => {
  const s = Math.sin(a * 127.1 + b * 311.7 + t * 74.7) * 43758.5453;
  return (s - Math.floor(s)) * 2 - 1;
};
const key = ([x, y]: Point) => `${x},${y}`;
const short = (x: number) => +x.toFixed(1);

/** The outline of some cells as a hand-drawn coast: corners are cut round, the chart's rim stays straight. */
export function outline(cells: Cell[], wobble = 4.2): string {
  const inside = new Set(cells.map(({ row, column }) => key([column, row])));
  const edges = edgesAround(cells, inside);
  let path = "";
  for (const [start, ends] of edges) {
    while (ends.length) path += smoothed(coastline(start, edges, wobble));
  }
  return path;
}

/** From every corner the edges that leave it, land to the right. */
function edgesAround(cells: Cell[], inside: Set<string>): Map<string, Point[]> {
  const edges = new Map<string, Point[]>();
  const add = (from: Point, to: Point) => edges.set(key(from), [...(edges.get(key(from)) ?? []), to]);
  for (const { row: y, column: x } of cells) {
    if (!inside.has(key([x, y - 1]))) add([x, y], [x + 1, y]);
    if (!inside.has(key([x + 1, y]))) add([x + 1, y], [x + 1, y + 1]);
    if (!inside.has(key([x, y + 1]))) add([x + 1, y + 1], [x, y + 1]);
    if (!inside.has(key([x - 1, y]))) add([x, y + 1], [x, y]);
  }
  return edges;
}

function coastline(start: string, edges: Map<string, Point[]>, wobble: number): Point[] {
  const points: Point[] = [];
  let here = start.split(",").map(Number) as Point;
  do {
    const next = edges.get(key(here))!.shift()!;
    points.push(...alongEdge(here, next, wobble));
    here = next;
  } while (key(here) !== start);
  return points;
}

/** Three points of an edge, each as far off the straight line for either neighbour. */
function alongEdge(from: Point, to: Point, wobble: number): Point[] {
  const level = from[1] === to[1];
  const rim = level ? from[1] === 0 || from[1] === ROWS : from[0] === 0 || from[0] === COLUMNS;
  const backwards = level ? to[0] < from[0] : to[1] < from[1];
  const corner: Point = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  return [0.2, 0.5, 0.8].map((t) => {
    const off = rim ? 0 : wobble * noise(corner[0] + (level ? 50 : 0), corner[1], short(backwards ? 1 - t : t));
    const point: Point = [(from[0] + (to[0] - from[0]) * t) * WIDTH, (from[1] + (to[1] - from[1]) * t) * HEIGHT];
    point[level ? 1 : 0] += off;
    return point;
  });
}

function smoothed(points: Point[]): string {
  const count = points.length;
  const at = (i: number) => points[(i + count) % count]!;
  let path = `M${at(0).map(short).join(" ")}`;
  for (let i = 0; i < count; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${[
      from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6,
      to[0], to[1],
    ].map(short).join(" ")}`; // prettier-ignore
  }
  return `${path}Z`;
}

/** The eight sub-areas, the river last so that its banks lie on top. */
export const coasts = (areas: string[]): { letter: string; kind: Kind; path: string }[] =>
  [..."MmLlDdRr"].map((letter) => ({ letter, kind: kindOf(letter), path: outline(cellsOf(areas, letter)) }));

/** Fine lines between the cells. */
export const hairlines = (): string => {
  const inner = (count: number) => Array.from({ length: count - 1 }, (_, i) => i + 1);
  return (
    inner(COLUMNS).map((x) => `M${x * WIDTH} 3V${ROWS * HEIGHT - 3}`).join("") +
    inner(ROWS).map((y) => `M3 ${y * HEIGHT}H${COLUMNS * WIDTH - 3}`).join("")
  );
};

// ---------------------------------------------------------------- little landscapes in a 60 × 70 box: filled, stroked, snow

export interface Motif {
  fill?: string;
  line?: string;
  snow?: string;
}

const MOTIFS: Record<Kind, Motif[]> = {
  mountains: [
    { fill: "M7 54 22 27l15 27ZM28 54 41 33l12 21Z", snow: "M22 27l5 9-3.5 2.5-2-2-2.5 2-2-2.5ZM41 33l4 7-3 2-2-1.5-2 1.5Z" },
    { fill: "M12 54 31 21l19 33Z", snow: "M31 21l6.5 11.5-4 3-2.8-2.5-3.2 2.8-3.2-3Z" },
    { fill: "M5 54 17 35l12 19ZM20 54 36 25l18 29Z", snow: "M36 25l6 10-4 2.5-2.5-2-2.5 2-2.8-2.5Z" },
  ],
  land: [
    {
      fill: "M22 25c6 0 10 5 10 11s-4 10-10 10-10-4-10-10 4-11 10-11ZM42 35c4 0 6.5 3 6.5 7s-2.5 6-6.5 6-6.5-2-6.5-6 2.5-7 6.5-7Z",
      line: "M8 52h44M22 40v12M42 45v7",
    },
    { line: "M9 52c8-9 16-9 22-3 5-6 12-7 20-1M16 40v-7M13 36l3-3 3 3M42 38v-6M39.5 34.5 42 32l2.5 2.5" },
    { fill: "M30 21 41 43H19Z", line: "M30 43v9M12 52h36" },
    {
      fill: "M44 33c3.5 0 6 3 6 6.5s-2.5 6-6 6-6-2.5-6-6 2.5-6.5 6-6.5Z",
      line: "M14 52V39l10-8 10 8v13ZM21 52v-7h6v7M8 52h44M44 44v8",
    },
  ],
  dunes: [
    { line: "M7 46c9-11 20-11 27-2 6-6 13-6 19 1M24 36c-1-6-4-9-7-11M25 36c0-6 1-10 4-13M26 37c1-4 4-7 8-8" },
    { line: "M8 40c8-7 14-7 21 0s14 7 23 0M8 51c8-7 14-7 21 0s14 7 23 0" },
    { fill: "M16 31a2 2 0 1 1 4 0a2 2 0 1 1-4 0Z", line: "M7 50c12-16 28-17 46-2M38 38c-1-5-3-8-6-10M39 38c0-5 2-9 5-11" },
  ],
  river: [
    { line: "M9 31c5-5 9-5 14 0s9 5 14 0 9-5 14 0M15 44c4-4 7-4 11 0s7 4 11 0 7-4 11 0" },
    { line: "M11 38c5-5 8-5 13 0s8 5 13 0 8-5 13 0" },
    {
      fill: "M20 41h22c-1.5 4-4 6-7 6h-8c-3 0-5.5-2-7-6ZM30 21v18H19c5-5 9-11 11-18ZM33 26c4 3 7 8 9 13h-9Z",
      line: "M13 50c5-4 8-4 13 0s8 4 13 0 7-4 10-1",
    },
  ],
};

const LONELY: Record<string, [number, number]> = { R: [2, 2], L: [3, 3] }; // one boat, one house: which cell of the sub-area, which motif

/** A landscape for every cell, the same for the same chart. */
export function landscapes(areas: string[]): { cell: Cell; kind: Kind; motif: Motif }[] {
  return CELLS.map((cell) => {
    const { row, column } = cell;
    const letter = areas[row]![column]!;
    const kind = kindAt(areas, cell);
    const [lonely, motif] = LONELY[letter] ?? [-1, 0];
    const place = cellsOf(areas, letter).findIndex((other) => other.row === row && other.column === column);
    const usual = kind === "river" ? 2 : 3;
    const any = ((row * 31 + column * 17 + ((row * column) ^ 5)) % 97) % usual;
    return { cell, kind, motif: MOTIFS[kind][place === lonely ? motif : any]! };
  });
}

/* What may be entered, read from the legal moves: pairs, cells, and why another cell will not do. */
import { type Cell, type Pair, SYMBOLS, type SymbolName, type View, same } from "./chart";

export type How = "write" | "cross";
export type Entry = Pair & { how: How; cell: Cell; move: string };

/** What a move does; null for the skip. */
export function parsed(move: string): Entry | null {
  const [how, row, ...rest] = move.split(" ");
  if (how === "write") {
    const [number, , column] = rest;
    return { how, symbol: row as SymbolName, number: +number!, cell: cellAt(row!, column!), move };
  }
  if (how === "cross") {
    const [column, , symbol, number] = rest;
    return { how, symbol: symbol as SymbolName, number: +number!, cell: cellAt(row!, column!), move };
  }
  return null;
}

const cellAt = (row: string, column: string): Cell => ({ row: SYMBOLS.indexOf(row as SymbolName), column: +column - 1 });

export const equal = (one: Pair, other: Pair): boolean => one.symbol === other.symbol && one.number === other.number;

/** The entries that a pair allows, of one sort or of both. */
export const entriesFor = (moves: string[], pair: Pair, how?: How): Entry[] =>
  moves.map(parsed).filter((entry): entry is Entry => entry !== null && equal(entry, pair) && (!how || entry.how === how));

// ---------------------------------------------------------------- the pairs on the table

/** One card: a pair, and what can be done with it now. */
export interface Card extends Pair {
  writes: Entry[];
  crosses: Entry[];
  used: boolean; // the thrower's first pair, already entered
}

/** The cards in front of a seat: four to choose from, or two for the thrower, who may swap their numbers. */
export interface Hand {
  cards: Card[];
  mayswap: boolean;
  thrower: boolean;
}

export function hand(view: View, moves: string[], swapped = false): Hand {
  const thrower = view.seat === view.thrower;
  const none = { cards: [], mayswap: false, thrower };
  if (!view.throw) return none;
  const [first, second, low, high] = view.throw;
  const pair = (symbol: SymbolName, number: number): Pair => ({ symbol, number });
  const card = (made: Pair): Card => ({
    ...made, used: false, writes: entriesFor(moves, made, "write"), crosses: entriesFor(moves, made, "cross"),
  }); // prettier-ignore
  if (!thrower) {
    const all = [pair(first, low), pair(first, high), pair(second, low), pair(second, high)];
    return { ...none, cards: distinct(all).map(card) };
  }
  const straight = [pair(first, low), pair(second, high)];
  const crossed = [pair(first, high), pair(second, low)];
  if (view.rest) {
    const rest = pair(...view.rest);
    const whole = [straight, crossed].find((pairs) => pairs.some((one) => equal(one, rest)))!;
    const at = whole.findIndex((one) => equal(one, rest));
    return { ...none, cards: whole.map((one, i) => (i === at ? card(one) : { ...one, used: true, writes: [], crosses: [] })) };
  }
  return { ...none, cards: (swapped ? crossed : straight).map(card), mayswap: first !== second && low !== high };
}

const distinct = (pairs: Pair[]): Pair[] => pairs.filter((pair, i) => pairs.findIndex((other) => equal(pair, other)) === i);

export const isOpen = (card: Card): boolean => card.writes.length + card.crosses.length > 0;

// ---------------------------------------------------------------- what is chosen; nothing of it is final

export interface Choice {
  swapped: boolean;
  lit: number;
  how: How;
  cell: Cell | null;
  skip: boolean;
}

/** What is lit at first: a pair that can be written, else one that allows a cross. */
export function opening(view: View, moves: string[]): Choice {
  for (const wanted of [(card: Card) => card.writes.length > 0, isOpen]) {
    for (const swapped of [false, true]) {
      const lit = hand(view, moves, swapped).cards.findIndex(wanted);
      if (lit >= 0) return litUp(view, moves, { swapped, lit, how: "write", cell: null, skip: false });
    }
  }
  return { swapped: false, lit: -1, how: "write", cell: null, skip: false };
}

/** A choice after its pair or its sort has changed: the sort that is possible, the cell only if it still is. */
export function litUp(view: View, moves: string[], choice: Choice): Choice {
  const card = hand(view, moves, choice.swapped).cards[choice.lit];
  if (!card) return { ...choice, cell: null };
  const how = card.writes.length === 0 ? "cross" : card.crosses.length === 0 ? "write" : choice.how;
  const fits = targets(card, how).some((entry) => same(entry.cell, choice.cell));
  return { ...choice, how, cell: fits ? choice.cell : null, skip: false };
}

/** The other numbers for the two symbols; the lit card stays where it is if it can. */
export function swapped(view: View, moves: string[], choice: Choice): Choice {
  const cards = hand(view, moves, !choice.swapped).cards;
  const lit = isOpen(cards[choice.lit]!) ? choice.lit : Math.max(0, cards.findIndex(isOpen));
  return litUp(view, moves, { ...choice, swapped: !choice.swapped, lit, how: "write", cell: null });
}

export const targets = (card: Card, how: How): Entry[] => (how === "write" ? card.writes : card.crosses);

/** The move that the button would make. */
export function chosenMove(view: View, moves: string[], choice: Choice): string | null {
  if (choice.skip) return moves.includes("skip") ? "skip" : null;
  const card = hand(view, moves, choice.swapped).cards[choice.lit];
  return (card && targets(card, choice.how).find((entry) => same(entry.cell, choice.cell))?.move) ?? null;
}

/** The choice that shows a move, e.g. a suggested one. */
export function choiceFor(view: View, moves: string[], move: string): Choice {
  const first = opening(view, moves);
  const entry = parsed(move);
  if (!entry) return { ...first, skip: move === "skip" };
  for (const swapped of [false, true]) {
    const lit = hand(view, moves, swapped).cards.findIndex((card) => !card.used && equal(card, entry));
    if (lit >= 0) return { swapped, lit, how: entry.how, cell: entry.cell, skip: false };
  }
  return first;
}

// ---------------------------------------------------------------- why not

export type Reason = [path: string, details: Record<string, unknown>];

/** Why a cell is no target for a pair. */
export function reason(chart: string[], pair: Pair, how: How, { row, column }: Cell): Reason {
  const symbol = SYMBOLS[row]!;
  if (chart[row]![column] !== ".") return ["refusals.cell_full", { row: symbol, column: column + 1 }];
  if (how === "write" && symbol !== pair.symbol) return ["page.wrong_row", { ...pair }];
  return ["refusals.would_fall", { ...pair, column: column + 1 }];
}

/** The nearest box within reach of a point: fingers are wider than cells. */
export function nearest(x: number, y: number, boxes: { left: number; right: number; top: number; bottom: number }[], reach = 24): number {
  let best = -1;
  let least = reach;
  boxes.forEach((box, i) => {
    const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    if (away < least || (away === least && best < 0)) [best, least] = [i, away];
  });
  return best;
}

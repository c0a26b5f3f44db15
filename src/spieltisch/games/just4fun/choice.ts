// Cards and the fields they reach. A choice is a list of places in the hand, counted from 0.

import { FIELDS, barredBy, isLocked, leader, stonesOn, type View } from "./board";

export type Cards = readonly number[];

/** A reason in words: a path into the texts, and what fills its gaps. */
export interface Phrase {
  say: string;
  details?: Record<string, unknown>;
}

export const total = (cards: Cards): number => cards.reduce((sum, card) => sum + card, 0);

/** The values at some places of a hand. */
export function chosenCards(hand: Cards, choice: Cards): number[] {
  return choice.map((slot) => hand[slot] ?? 0).sort((a, b) => a - b);
}

/** Cards as the text of a move. */
export function moveText(cards: Cards): string {
  return `play ${[...cards].sort((a, b) => a - b).join("+")}`;
}

/** The cards that a move text names; none for a pass. */
export function moveCards(move: string): number[] {
  return move.startsWith("play ") ? move.slice(5).split("+").map(Number) : [];
}

/** Which ways lead to which field: fewest cards first. */
export function waysByField(moves: readonly string[]): Map<number, number[][]> {
  const ways = new Map<number, number[][]>();
  for (const move of moves) {
    const cards = moveCards(move);
    if (cards.length) ways.set(total(cards), [...(ways.get(total(cards)) ?? []), cards]);
  }
  for (const list of ways.values()) list.sort((a, b) => a.length - b.length || b[0]! - a[0]!);
  return ways;
}

/** Places in the hand that hold these values; of equal cards the first. */
export function slotsOf(hand: Cards, cards: Cards): number[] {
  const free = hand.map((_, slot) => slot);
  return cards.flatMap((card) => {
    const at = free.findIndex((slot) => hand[slot] === card);
    return at < 0 ? [] : free.splice(at, 1);
  }).sort((a, b) => a - b);
}

/** The choice after tapping a field: its first way, or the next one if it is already chosen. */
export function tapField(hand: Cards, ways: readonly Cards[], choice: Cards): number[] {
  const now = chosenCards(hand, choice).join("+");
  const at = ways.findIndex((cards) => cards.join("+") === now);
  return slotsOf(hand, ways[(at + 1) % ways.length] ?? []);
}

/** The choice after tapping a card: in or out. */
export function tapCard(choice: Cards, slot: number): number[] {
  return (choice.includes(slot) ? choice.filter((other) => other !== slot) : [...choice, slot]).sort((a, b) => a - b);
}

/** Why a stone cannot go on this field: locked, closed to me, beyond the board, or no cards for it. */
export function whyNot(view: View, seat: number, field: number, moves: readonly string[]): Phrase | null {
  if (field > FIELDS) return { say: "refusals.beyond_board", details: { total: field } };
  if (isLocked(view, field)) {
    const owner = leader(stonesOn(view, field));
    return owner === seat ? { say: "page.locked_mine", details: { field } } : { say: "refusals.locked", details: { field, owner } };
  }
  const by = barredBy(view, seat, field);
  if (by !== null) return { say: "refusals.barred", details: { field, by } };
  if (waysByField(moves).has(field)) return null;
  return { say: "page.no_way", details: { field } };
}

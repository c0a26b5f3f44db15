/** A review's figures as they are written; its sentences come from the server, told to whoever reads. */

import type { Lang } from "./table";
import type { ReviewAction } from "./wire";

const COSTLY = 0.03; // a decision that is worth a word

/** A number with its sign, as people write it. */
export function signed(value: number, lang: Lang, digits = 0): string {
  const size = Math.abs(value).toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const isNone = Number(Math.abs(value).toFixed(digits)) === 0;
  return isNone ? size : `${value < 0 ? "−" : "+"}${size}`;
}

export const percent = (chance: number): number => Math.round(100 * Math.min(1, Math.max(0, chance)));

/** Chances in whole points that are a hundred together: the largest remainders are rounded up, the first of equals. */
export function hundred(chances: readonly number[]): number[] {
  const exact = chances.map((chance) => 100 * chance);
  const down = exact.map((part) => Math.floor(part + 1e-9));
  const order = down.map((_, i) => i).sort((a, b) => down[a]! - exact[a]! - (down[b]! - exact[b]!) || a - b);
  const short = Math.round(exact.reduce((sum, part) => sum + part, 0)) - down.reduce((sum, part) => sum + part, 0);
  for (const i of order.slice(0, short)) down[i]! += 1;
  return down;
}

/** A move or a reason as a sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed && trimmed[0]!.toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

/** Dice that can be drawn, or the number on a card. */
export function pictured(action: string): { dice: number[] } | { card: number } | null {
  const [kind, ...rest] = action.split(" ");
  const numbers = rest.map(Number);
  if (kind === "roll" && numbers.length && numbers.every((value) => value >= 1 && value <= 6)) return { dice: numbers };
  return kind === "draw" && numbers.length === 1 && Number.isInteger(numbers[0]) ? { card: numbers[0]! } : null;
}

/** The decision between two lines of the log (the later one counted) that gave most away, if it is worth a word. */
export function costlyBetween(actions: readonly ReviewAction[], from: number, to: number): ReviewAction | null {
  const here = actions.filter(({ at, loss }) => at > from && at <= to && (loss ?? 0) >= COSTLY);
  return here.sort((one, other) => other.loss! - one.loss!)[0] ?? null;
}

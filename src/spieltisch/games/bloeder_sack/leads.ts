// Who would win a card with these dice, and why: the page's own reckoning, for previews before a die is placed.
// The server's view stays the truth for what lies on the table; tests hold both together.
import type { Card } from "./cards";
import type { Die, Reason } from "./view";

const own = (dice: Die[], seat: number): Die[] => dice.filter((die) => die.seat === seat);
const fits = (card: Card, die: Die): boolean => (card.values ?? []).includes(die.value);
const latest = (dice: Die[]): number => Math.max(0, ...dice.map((die) => die.order));
const alike = (dice: Die[], value: number): number => dice.filter((die) => die.value === value).length;
const total = (dice: Die[]): number => dice.reduce((sum, die) => sum + die.value, 0);

/** How well a seat meets a card's condition; 0 does not fulfil it. */
export function strength(card: Card, dice: Die[], seat: number): number {
  const mine = own(dice, seat);
  if (card.kind === "most") return mine.filter((die) => fits(card, die)).length;
  if (card.kind === "last") return latest(mine.filter((die) => fits(card, die)));
  if (card.kind === "same") return Math.max(...[1, 2, 3, 4, 5, 6].map((value) => alike(mine, value)));
  if (card.kind === "different") return new Set(mine.map((die) => die.value)).size;
  return isIn(card, total(mine)) ? total(mine) : 0;
}

/** Does a sum take part: of the right parity, and below the card's limit? */
export function isIn(card: Card, sum: number): boolean {
  if (card.parity && (sum % 2 === 1) !== (card.parity === "odd")) return false;
  return !(card.below && sum >= card.below);
}

/** Who meets the condition best; of the tied, whose last die lies later; perhaps nobody. */
export function leader(card: Card, dice: Die[], seats: number): number | null {
  let best: number | null = null;
  for (let seat = 0; seat < seats; seat++) {
    const amount = strength(card, dice, seat);
    if (!amount) continue;
    const most = best === null ? 0 : strength(card, dice, best);
    const later = best !== null && latest(own(dice, seat)) > latest(own(dice, best));
    if (amount > most || (amount === most && later)) best = seat;
  }
  return best;
}

/** By which measure a seat stands as it does, and how much of it. */
export function reason(card: Card, dice: Die[], seat: number, seats: number): Reason | null {
  const amount = strength(card, dice, seat);
  if (!amount) return null;
  const others = Array.from({ length: seats }, (_, other) => other).filter((other) => other !== seat);
  const tie = others.some((other) => strength(card, dice, other) === amount);
  const mine = own(dice, seat);
  if (card.kind === "last") {
    const die = mine.find((one) => fits(card, one) && one.order === amount)!;
    return { measure: "last", amount: 1, tie, value: die.value, space: dice.indexOf(die) + 1 };
  }
  if (card.kind === "same") {
    const value = [6, 5, 4, 3, 2, 1].find((one) => alike(mine, one) === amount)!;
    return { measure: "same", amount, tie, value };
  }
  if (card.kind !== "most") return { measure: card.kind, amount, tie };
  const single = card.values?.length === 1 ? { value: card.values[0]! } : {};
  return { measure: "count", amount, tie, ...single };
}

export interface Preview {
  leader: number | null; reason: Reason | null;
  scores: boolean; // the tray would be full
  /** win: scored and mine · gives: scored and another's, or nobody's · lead: I would lead now · loses: I would lead no longer */
  mark: "win" | "gives" | "lead" | "loses" | null;
}

export interface Wish { seat: number; value: number; space?: number; seats: number; spaces: number; newest: boolean }

/** What a die on this tray would do: laid on the next space, or instead of the die on `space`. */
export function preview(card: Card, dice: Die[], { seat, value, space, seats, spaces, newest }: Wish): Preview {
  const at = space ?? dice.length + 1;
  const mine: Die = { seat, value, order: newest ? latest(dice) + 1 : at };
  const after = space ? dice.map((die, i) => (i === at - 1 ? mine : die)) : [...dice, mine];
  const before = leader(card, dice, seats), now = leader(card, after, seats);
  const scores = !space && after.length === spaces;
  let mark: Preview["mark"] = null;
  if (scores) mark = now === seat ? "win" : "gives";
  else if (now === seat && before !== seat) mark = "lead";
  else if (now !== seat && before === seat) mark = "loses";
  return { leader: now, reason: now === null ? null : reason(card, after, now, seats), scores, mark };
}

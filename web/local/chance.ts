/** Dice and cards of a table without a server: the browser's own source of randomness, without modulo bias. */

import type { Door, Luck, State } from "./needs";

const SPAN = 2 ** 53;

/** A whole number below 2^53 that nobody can foresee. */
function drawn(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high! & 0x1fffff) * 2 ** 32 + low!;
}

/** A whole number from 0 to count − 1, each as likely as any other. */
export function below(count: number, source: () => number = drawn): number {
  const most = SPAN - (SPAN % count);
  for (;;) {
    const found = source();
    if (found < most) return found % count;
  }
}

export const luck: Luck = { below: (count) => below(count) };

/** What chance brings now: a ticket out of all there are. */
export const outcome = (door: Door, state: State): string => door.drawn(state, below(door.lottery(state).tickets));

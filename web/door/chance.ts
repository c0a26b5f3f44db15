/** Luck, for translated code. */

import type { Any } from "./python.ts";
import { house } from "./rule.ts";

export interface Luck {
  below(count: number): number;
}

/** The generator of simulations: the same numbers from the same seed as in Python. */
export class Stream implements Luck {
  #words: bigint[] = [];
  __init__(seed: number, stream = 0): void {
    this.#words = house().stirred(BigInt(seed), stream);
  }
  below(count: number): number {
    if (count > 2 ** 31) return this.below(count / 2 ** 32) * 2 ** 32 + this.#next("next_word");
    return this.#next("below", count);
  }
  #next(name: string, ...given: number[]): number {
    const rules = house();
    const found = rules.memory.call[`rule.${name}`]!(rules.luck(this.#words), ...given);
    this.#words = rules.luckAfter();
    return found < 0 ? found + 2 ** 32 : found;
  }
}

/** Whoever asks for luck brings it. */
export const as_luck = (luck: Any): Luck => luck;

/** Luck, for translated code: whoever asks for some brings it. */

import type { Any } from "./python.ts";

export interface Luck {
  below(count: number): number;
}

export const as_luck = (luck: Any): Luck => luck;

// Texts that depend on the house rules: what the best card is.

import type { OwnWords } from "$web/lib/table";

const BEST = { de: ["höchste", "niedrigste"], en: ["highest", "lowest"] };

export const own: OwnWords = (options, lang) => ({ goal: { best: BEST[lang][options.lowest ? 1 : 0]! } });

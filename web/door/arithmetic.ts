/** exp, log, power and cosine to the last bit as everywhere: from any room's compiled code. What `spieltisch.arithmetic` is in Python. */

import { house } from "./rule.ts";

const real = (name: string) => (...numbers: number[]) => house().memory.call[`arithmetic.${name}`]!(...numbers);

export const [exp, log, cosine, power] = ["exp", "log", "cosine", "power"].map(real);

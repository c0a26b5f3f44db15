/** What compiled code imagines for a review. What `spieltisch.lab.imagined` is in Python. */

import { list, type Any } from "./python.ts";
import type { Rules } from "./rules.ts";
import type { State } from "./state.ts";

const rulesOf = (game: Any): Rules => game.rules.$rules.rules;

/** How likely somebody is to make each move who judges them like this, misjudges by so much and notices so many. */
export function likely(game: Any, judged: number[], blur: number, notices: number, times: number, seed: number): number[] {
  const rules = rulesOf(game);
  return rules.imagine(judged, blur, notices, times, rules.stirred(BigInt(seed))).map((count) => count / times);
}

/** How often each seat comes first in so many games from here on; a shared first place is shared. */
export function won(game: Any, state: State, persons: Any[], seed: number, games: number): number[] {
  const found = new Float64Array(4);
  rulesOf(game).playOut(state.cell.bytes, state.seats, persons.flatMap((person) => list(person)), BigInt(seed), 0, games, found);
  return Array.from(found.subarray(0, state.seats), (count) => count / games);
}

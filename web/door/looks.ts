/** What options are worth, look after look, added up by compiled code. What `spieltisch.bots.looks` is in Python. */

// @ts-expect-error: made when the page is built
import { Refused } from "../made/house/checks.js";
import { callWith, type Any } from "./python.ts";
import type { Rules } from "./rules.ts";
import type { State } from "./state.ts";

const SEEDS = 2 ** 48;
const ROW = 8;

const rulesOf = (game: Any): Rules => game.rules.$rules.rules;

/** Is there something learned for so many seats? Else it is refused. */
export function weights(game: Any, seats: number): void {
  if (!game.learned.has(seats)) throw callWith(Refused, ["not_learned"], new Map<string, Any>([["game", game.key], ["seats", seats]])); // prettier-ignore
}
export const mark_of = (game: Any): string => game.mark;

export class Looks {
  #rules!: Rules;
  #record!: Uint8Array;
  #seats = 0;
  #codes: number[] = [];
  #worth = new Float64Array();

  __init__(game: Any, state: State, codes: number[]): void {
    weights(game, state.seats);
    this.#rules = rulesOf(game);
    this.#record = state.cell.bytes;
    this.#seats = state.seats;
    this.#codes = codes;
    this.#worth = new Float64Array(ROW * codes.length);
  }
  clear(): void {
    this.#worth.fill(0);
  }
  add(viewer: number, actor: number, alive: number[], depth: number, draws: number, seed: number, first: number, last: number): void {
    const asked = { viewer, actor, options: this.#codes, alive: alive.map(Boolean), depth, draws: Boolean(draws), seed: BigInt(seed), first, last };
    this.#rules.explore(this.#record, this.#seats, asked, this.#worth);
  }
  sums(): number[][] {
    return this.#codes.map((_, at) => Array.from(this.#worth.subarray(at * ROW, (at + 1) * ROW)));
  }
}

/** A guess from a view, and in how many ways the unseen may lie. */
export function guessed_ways(game: Any, view: Map<string, Any>, chance: Any, count: number): [State, number] {
  const first: State = game.guess(view, chance);
  const rules = rulesOf(game);
  const states = rules.guesses(first.cell.bytes, count, view.get("seat"), rules.stirred(BigInt(chance.below(SEEDS))));
  return [first, states.every((state) => state.every((byte, at) => byte === states[0]![at])) ? 1 : count];
}

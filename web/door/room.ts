/** A room's furniture with what compiled code writes: what `spieltisch.room` is in Python. */

// @ts-expect-error: made when the page is built
import { Furniture } from "../made/house/furniture.js";
import { inside, json, list, outside, truth, type Any } from "./python.ts";
import type { Record } from "./record.ts";
import type { Compiled } from "./rule.ts";
import type { Bytes } from "./rules.ts";
import { AUDIENCES, type State } from "./state.ts";

const TRIES = 12; // tables on which a move is tried to see whether its result could be foreseen
const letters = new TextEncoder();

/** JSON as translated code has it. */
export const decode = (text: string): Any => inside(JSON.parse(text));
export const NO_MOVES: Any = new Map(); // where nobody is asked

/** Names as rows of letters, filled up with zeros. */
function inRows(names: string[], [most, longest]: [number, number]): Bytes {
  const rows = new Uint8Array(most * longest);
  names.forEach((name, row) => rows.set(letters.encode(name), row * longest));
  return rows;
}

export class Room extends Furniture {
  [name: string]: Any;
  #usual: { names: Bytes | null; printed: string } | null = null;

  get compiled(): Compiled {
    return this.game.rules.$rules;
  }
  /** What is the same in all texts of a table: the names of its things, and what stands in every view. */
  fixed(options: Map<string, Any>): { names: Bytes | null; printed: string } {
    if (options.size === 0 && this.#usual) return this.#usual;
    const content = this.module("content");
    const names = content.names_of ? inRows(list(content.names_of(options)), content.NAMES) : null;
    const printed = JSON.stringify(outside(new Map([["options", options], ...this.printed(options)]))).slice(1, -1);
    if (options.size === 0) this.#usual = { names, printed };
    return { names, printed };
  }

  // ---------------------------------------------------------------- the veil

  veiled(state: State, seat: number | null): State {
    return state.twin((cell: Record) => cell.bytes.set(this.compiled.rules.veiled(cell.bytes, seat ?? -1)));
  }
  view(state: State, seat: number | null): string {
    const { names, printed } = this.fixed(state.options);
    const seen = this.compiled.rules.view(state.cell.bytes, seat ?? -1, names);
    return `{"game":"${this.game.key}","seats":${state.seats},"seat":${seat},${printed},${seen}}`;
  }
  told(state: State, after: State, actor: number, code: number): [Set<number | null>, string][] {
    const { names } = this.fixed(state.options);
    return this.compiled.rules.told(state.cell.bytes, after.cell.bytes, actor, code, names).map(({ audience, text }) => [AUDIENCES[audience]!, text]);
  }
  shows_something(state: State, seat: number, code: number, after: State): boolean {
    const { rules } = this.compiled;
    return rules.showsSomething(state.cell.bytes, after.cell.bytes, seat, code, rules.stirred(BigInt(code)), TRIES);
  }

  // ---------------------------------------------------------------- moves and outcomes

  moves(state: State, seat: number): Map<string, number> {
    const { codes, texts } = this.compiled.rules.legal(state.cell.bytes, seat, this.fixed(state.options).names);
    return new Map((JSON.parse(texts) as string[]).map((text, at) => [text, codes[at]!]));
  }
  outcome_text(state: State, code: number): string {
    return this.declared.OUTCOMES.fixed[code] ?? this.compiled.rules.outcomeText(state.cell.bytes, code, this.fixed(state.options).names);
  }
  /** What chance may bring now: codes and how many tickets each has. */
  weights(state: State): [number, number][] {
    return this.compiled.rules.weigh(state.cell.bytes).flatMap((weight, code) => (weight ? [[code, weight] as [number, number]] : []));
  }
  scored(state: State): [number[], number[]] {
    const { places, points } = this.compiled.rules.score(state.cell.bytes, state.seats);
    return [places, points];
  }

  // ---------------------------------------------------------------- positions and guesses

  own_form(state: State, thing: Any, seat: number): Any {
    return json.loads(this.compiled.rules.own(state.cell.bytes, thing.name, seat, this.fixed(state.options).names));
  }
  deal_anew(record: Record, seat: number, seed: number): void {
    if (!truth(this.has_secrets)) return;
    const { rules } = this.compiled;
    record.bytes.set(rules.dealtAnew(record.bytes, seat, rules.stirred(BigInt(seed))));
  }
}

/** A tip for the open question: wished for, thought about, shown, put away. It goes with its question and is asked for once. */

import type { Hint, Refusal, Suggestion } from "./wire";

export interface Question { seat: number; ask: number }

const FORBIDDEN = ["no_hints", "hint_busy"];
const same = (one: Question | null, other: Question | null): boolean => one !== null && other !== null && one.seat === other.seat && one.ask === other.ask;

export class Tips {
  #wished = $state.raw<Question | null>(null);
  #found = $state.raw<(Question & { moves: Suggestion[]; note: string }) | null>(null);
  #chosen = $state(0);
  #isAway = $state(false);

  constructor(private open: () => Question | null, private send: (question: Question) => boolean) {}

  get isThinking(): boolean {
    return same(this.#wished, this.open());
  }

  /** The best moves, while they are on the table. */
  get moves(): Suggestion[] {
    return !this.#isAway && same(this.#found, this.open()) ? this.#found!.moves : [];
  }

  /** What the chances are reckoned with. */
  get note(): string {
    return this.moves.length ? this.#found!.note : "";
  }

  /** The one that is shown in place. */
  get shown(): Suggestion | null {
    return this.moves[this.#chosen] ?? null;
  }

  /** Ask for a tip; one that was put away comes back without a new question. */
  wish(): void {
    const question = this.open();
    if (!question || this.isThinking) return;
    this.#isAway = false;
    if (!same(this.#found, question) && this.send(question)) this.#wished = question;
  }

  choose(move: number): void {
    this.#chosen = move;
  }

  putAway(): void {
    this.#isAway = true;
  }

  heard({ hint, seat }: Hint): void {
    const wished = this.#wished;
    if (!wished || hint.ask !== wished.ask || (seat ?? wished.seat) !== wished.seat) return;
    this.#wished = null;
    this.#found = { ...wished, moves: hint.moves, note: hint.note ?? "" };
    this.#chosen = 0;
  }

  /** Is this refusal about the tip, and about nothing else? */
  refused({ refused, ask, seat }: Refusal): boolean {
    const wished = this.#wished;
    if (!wished || (ask ?? wished.ask) !== wished.ask || (seat ?? wished.seat) !== wished.seat) return false;
    this.#wished = null;
    return FORBIDDEN.includes(refused.reason);
  }

  /** The connection is lost, and the question with it. */
  lost(): void {
    this.#wished = null;
  }
}

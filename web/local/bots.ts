/** Bots at a table without a server: they get the view that a person in that seat gets, and answer off this thread.
 *  One that fails or is too slow is replaced by a legal move by lot, and the log says so. */

import { below } from "./chance";
import { isBot } from "./seats";
import type { LocalTable } from "./table";

export const CLOCK = "clock"; // the log's note where the clock ran out and a bot moved
export const SIT_IN = "medium"; // who moves for somebody who is away
const PAUSE = [400, 900] as const; // ms, so that people can follow
const PATIENCE = 10_000;

interface Thought { ask: number; note: string | null }

export class Bots {
  private thinking = new Map<number, Thought>();

  constructor(private table: LocalTable) {}

  /** Something has changed: thoughts that nobody waits for any more are forgotten, new questions thought about. */
  lookUp(): void {
    for (const [seat, thought] of this.thinking) if (!this.isWanted(seat, thought)) this.thinking.delete(seat);
    for (const [seat, n] of this.table.asks.open) {
      const chair = this.table.setup.chairs[seat]!;
      if (isBot(chair)) this.think(seat, n, chair.sat_in ? "sat in" : null);
    }
  }

  /** Let a bot answer a seat's question n; the log will have the note. */
  think(seat: number, n: number, note: string | null): void {
    if (this.thinking.get(seat)?.ask === n) return;
    const thought = { ask: n, note };
    this.thinking.set(seat, thought);
    void this.answer(seat, thought);
  }

  /** Nobody looks: there is no hurry. */
  rest(): void {
    this.thinking.clear();
  }

  private async answer(seat: number, thought: Thought): Promise<void> {
    const { table } = this;
    if (thought.note !== CLOCK && table.setup.pace === "human") await slept(PAUSE[0] + below(PAUSE[1] - PAUSE[0]));
    if (this.thinking.get(seat) !== thought || !this.isWanted(seat, thought)) return;
    const view = table.door.view(table.match.state, seat);
    const moves = table.door.legal(table.match.state, seat);
    const [text, problem] = await this.chosen(table.levelOf(seat), view, moves);
    if (this.thinking.get(seat) !== thought) return;
    this.thinking.delete(seat);
    if (this.isWanted(seat, thought)) table.move(seat, text, thought.ask, problem ?? thought.note);
  }

  /** A bot's move, and a note for the log where it did not find one itself. */
  private async chosen(level: string, view: unknown, moves: string[]): Promise<[string, string | null]> {
    const { table } = this;
    try {
      const chosen = await inTime(table.around.thinker.choose(table.door.key, level, view, moves));
      if (moves.includes(chosen)) return [chosen, null];
      console.error(`a bot chose ${chosen}, which is not legal`);
    } catch (problem) {
      console.error(problem);
      if (problem instanceof TooSlow) return [moves[below(moves.length)]!, "bot too slow"];
    }
    return [moves[below(moves.length)]!, "bot failed"];
  }

  private isWanted(seat: number, { ask, note }: Thought): boolean {
    const { asks, state, setup } = this.table;
    return asks.open.get(seat) === ask && state === "running" && (note === CLOCK || isBot(setup.chairs[seat]!));
  }
}

class TooSlow extends Error {}

const slept = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((done, failed) => {
    const alarm = setTimeout(() => failed(new TooSlow("a bot took too long")), PATIENCE);
    work.then(done, failed).finally(() => clearTimeout(alarm));
  });
}

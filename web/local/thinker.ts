/** The worker that thinks: moves of bots, tips and reviews, so that the table is never busy. It knows nothing but what it is told with each question. */

import type { Door } from "../door/door";
import { luck } from "./chance";
import { doorOf, thinkingDoorOf } from "../door/doors";
import type { Thinker } from "./needs";

export type Question = { [Key in keyof Thinker]: { n: number; what: Key; told: Parameters<Thinker[Key]> } }[keyof Thinker];
export type Reply = { n: number; found?: unknown; problem?: string; share?: number };

const MOST_MOVES = 3; // in a tip
const worker = self as unknown as { onmessage: (event: MessageEvent<Question>) => void; postMessage(reply: Reply): void };

const answers: { [Key in keyof Thinker]: (n: number, ...told: Parameters<Thinker[Key]>) => Promise<unknown> } = {
  async choose(_, game, level, view, moves) {
    return (await thinkingDoorOf(game, view.seats)).choose(level, view, moves, luck);
  },
  async advise(_, game, view, { lang, names, options, levels, lines }) {
    const door = await thinkingDoorOf(game, view.seats);
    const words = door.words(lang, names, options);
    const moves = door.advise(view, luck, levels).slice(0, MOST_MOVES).map(({ move, chance, reason }) => ({
      do: move, chance: Math.round(1000 * chance) / 1000, reason: reason && words(`reasons.${reason[0]}`, reason[1]), text: door.moveWords(move, lang, names, options),
    }));
    return { moves, note: door.reckonedWith(door.replay(lines), lang) };
  },
  async review(n, game, lines) {
    const door = await thinkingDoorOf(game, seatsOf(lines));
    return door.review(door.replay(lines), (share) => worker.postMessage({ n, share }));
  },
  async inWords(_, game, lines, reviews, lang, reader) {
    const door: Door = await doorOf(game);
    return door.inWords(reviews.at(-1), door.replay(lines), lang, reader, reviews);
  },
};

const seatsOf = (lines: string[]): number => JSON.parse(lines[0]!).seats.length;

worker.onmessage = async ({ data: { n, what, told } }) => {
  try {
    worker.postMessage({ n, found: await (answers[what] as (n: number, ...told: unknown[]) => Promise<unknown>)(n, ...told) });
  } catch (problem) {
    worker.postMessage({ n, problem: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem) });
  }
};

/** What a worker answers to the page that asks for a door: see `web/lib/door.ts`.
 *
 * States cross as their bytes, matches as the lines of their logs, luck as a seed (or null: any). */

import { Stream, type Luck } from "./chance.ts";
import { Refused, type Details, type Door, type Lang, type State } from "./door.ts";
import { make } from "./python.ts";

/** A state that can be handed around. */
export interface Kept {
  seats: number;
  options: Details;
  bytes: Uint8Array;
}
export interface Question {
  number: number;
  key: string;
  name: string;
  given: any[];
}
export interface Answer {
  number: number;
  share?: number; // how far it is
  answer?: unknown;
  refused?: { reason: string; details: Details; texts: Record<Lang, string> };
  failed?: string;
}
/** Doors, opened when they are asked for. */
export interface Doors {
  doorOf(key: string): Promise<Door>;
  thinkingDoorOf(key: string, seats: number): Promise<Door>;
}

const WORD = 2 ** 32;

/** Luck that nobody can know. */
export const anyLuck: Luck = {
  below(count) {
    if (count > WORD) return this.below(count / WORD) * WORD + this.below(WORD);
    const most = WORD - (WORD % count);
    for (;;) {
      const [word] = crypto.getRandomValues(new Uint32Array(1));
      if (word! < most) return word! % count;
    }
  },
};

const isKept = (value: any): value is Kept => value?.bytes instanceof Uint8Array;
const luck = (seed: number | null): Luck => (seed === null ? anyLuck : make(Stream, seed));

/** What takes more than states and plain values, by its name. */
const SPECIAL: { [name: string]: (door: Door, given: any[], told: (share: number) => void) => unknown } = {
  guess: (door, [view, seed]) => door.guess(view, luck(seed)),
  choose: (door, [level, view, moves, seed, effort]) => door.choose(level, view, moves, luck(seed), effort),
  advise: (door, [view, seed, levels, limits]) => door.advise(view, luck(seed), levels, limits),
  replay: (door, [lines]) => door.replay(lines).lines,
  review: (door, [lines, , quick], told) => door.review(door.replay(lines), told, quick),
  inWords: (door, [account, lines, lang, reader, games]) => door.inWords(account, door.replay(lines), lang, reader, games),
  reckonedWith: (door, [lines, lang]) => door.reckonedWith(door.replay(lines), lang),
};

/** For how many seats somebody has to think; 0: nobody has. */
function thinkers({ name, given }: Question): number {
  if (name === "choose") return given[1].seats;
  if (name === "advise") return given[0].seats;
  return name === "review" ? JSON.parse(given[0][0]).seats?.length ?? 0 : 0;
}

async function asked(question: Question, doors: Doors, told: (share: number) => void): Promise<unknown> {
  const { key, name, given } = question;
  const seats = thinkers(question);
  const door = seats ? await doors.thinkingDoorOf(key, seats) : await doors.doorOf(key);
  const special = SPECIAL[name];
  const found = special ? special(door, given, told) : (door as any)[name](...given.map((value) => (isKept(value) ? door.restored(value) : value)));
  return door.isState(found) ? door.kept(found as State) : found;
}

/** Answers a question; `post` gets what is to be told on the way, and the answer. */
export async function answered(question: Question, doors: Doors, post: (answer: Answer) => void): Promise<void> {
  const { number } = question;
  try {
    post({ number, answer: await asked(question, doors, (share) => post({ number, share })) });
  } catch (problem) {
    if (!(problem instanceof Refused)) return post({ number, failed: String((problem as Error)?.stack ?? problem) });
    const { reason, details } = problem;
    post({ number, refused: { reason, details: JSON.parse(JSON.stringify(details)), texts: { de: problem.text("de"), en: problem.text("en") } } });
  }
}

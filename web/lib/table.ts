/** What a room's table is given. Everything on screen is derived from it; a room keeps only a selection of its own. */

import type { Part } from "./words";

export type Lang = "de" | "en";
export type Details = Record<string, unknown>;
export type Say = (path: string, details?: Details) => string;

export interface Person {
  seat: number;
  name: string;
  /** The name as sentences say it: without a form of address, up to the first space. */
  short: string;
  bot: string | null;
  here: boolean;
  you: boolean;
  acting: boolean;
}

export interface GameEvent {
  event: string;
  [detail: string]: unknown;
}

/** Something that happened, and the number of log lines after it. */
export interface Happened {
  at: number;
  event: GameEvent;
}

/** A sentence by its path and what fills its gaps. */
export interface Sentence {
  say: string;
  details: Details;
}

/** A turn as it is told: one sentence, and its consequences. `isMove` is false where nobody chose anything (a throw, a deal). */
export interface Turn {
  at: number;
  seat: number | null;
  head: Sentence;
  rest: Sentence[];
  isMove: boolean;
}

/** What a room's optional `log.ts` exports: what happened, turn by turn. */
export type Turns = (all: readonly Happened[], me: number | null, say: Say) => Turn[];

/** A turn in the log; `seat` is whose it is, null where it is nobody's; names in `head` are bold. */
export interface LogLine {
  at: number;
  seat: number | null;
  head: Part[];
  rest: string;
  text: string;
  isMove: boolean;
}

export interface Result {
  places: number[];
  points: number[];
  why: string;
}

/** One of the two figures that the people strip shows for a seat. */
export interface Figure {
  icon?: string;
  value: string | number;
  label: string;
  near?: boolean;
}

export interface Table {
  readonly game: string;
  readonly lang: Lang;
  /** The whole view of the seat at this device, or of an onlooker. */
  readonly view: any;
  readonly seat: number | null;
  readonly people: Person[];
  /** Legal moves while this seat is asked, else none. */
  readonly moves: string[];
  /** What the last message brought, in order: to be animated. */
  readonly events: GameEvent[];
  /** The last lines of the log in words, newest first: for `<Log lines={table.log} />` in a room's `side`. */
  readonly log: LogLine[];
  /** A move is on its way. */
  readonly busy: boolean;
  readonly over: boolean;
  readonly result: Result | null;
  /** The own dice are still in the hand: show none of them, nor what they brought, until `reveal` is called. */
  readonly veiled: boolean;
  /** The view before that throw; null where it was not seen. */
  readonly before: any;
  reveal(): void;
  /** Does a tap count at once, without a second word? */
  readonly atOnce: boolean;
  /** A suggested move, to be shown in place. */
  readonly hint: string | null;
  /** A text of the room, else of the shell. */
  say: Say;
  /** The name at a seat; "Du"/"You" for the own one. */
  name(seat: number): string;
  act(move: string): void;
  /** Say in a toast why a wish is not possible. */
  refuse(text: string): void;
  /** Take back, where allowed. */
  readonly undo: (() => void) | null;
}

/** What `<script module>` of a room's Table.svelte exports for the people strip. */
export type Figures = (view: any, seat: number, say: Say) => Figure[];

/** What a room's optional `words.ts` exports: texts that come from its content, e.g. `{ cards: { id: text } }`. */
export type OwnWords = (options: Details, lang: Lang) => Record<string, Record<string, string>>;

/** What crosses the wire: the server's side is `src/spieltisch/server/wire.py`. */

import type { Details, GameEvent, Result } from "./table";

export interface SeatInfo {
  kind: "person" | "open" | "bot";
  name: string;
  level: string | null;
  present: boolean;
  sat_in: boolean;
  /** After the end: how many tips the seat asked for. */
  hints?: number;
  /** "server" once the game has begun without entropy of this seat's own. */
  entropy?: string;
}

export interface Clock {
  seconds: number;
  left: Record<string, number>;
}

export type TableState = "open" | "running" | "over" | "closed";

/** Who wants the table deleted and who has not yet said so: the first seat of each person's device. */
export interface Agreement {
  agreed: number[];
  missing: number[];
}

export interface Deleting extends Agreement {
  deleted: boolean;
}

/** Two games that add up; the second with dice of its own, or with those of the first. */
export type LegDice = "fresh" | "same";

export interface Legs {
  /** 1, or 2 for the return. */
  leg: number;
  dice: LegDice;
  /** Of the return: the table of the first game, and how that ended. */
  first?: string;
  places?: number[];
  points?: number[];
  /** Who began this game. */
  start?: number;
  /** Both games together, after the return. */
  total?: { by: "points" | "places"; points: number[]; places: number[]; ranks: number[] };
}

export interface TablePart {
  id: string;
  game: string;
  state: TableState;
  seats: SeatInfo[];
  commit: string;
  to_act: number[];
  clock: Clock | null;
  result?: Result;
  reveal?: string;
  next?: string;
  /** Some want the table deleted, others have not said so yet. */
  delete?: Agreement | null;
  undo?: boolean;
  /** May whoever is at turn ask for a tip? Not told means yes. */
  hints?: boolean;
  /** These dice and cards have been seen before, at the table `chance`. */
  duplicate?: boolean;
  chance?: string | null;
  /** This is one of two games that add up. */
  legs?: Legs;
}

export interface Message {
  seat?: number;
  at: number;
  events: GameEvent[];
  view: any;
  ask: { n: number; moves: string[] } | null;
  table: TablePart;
}

export interface Refusal {
  refused: { reason: string; text: string };
  ask: number | null;
  seat?: number;
}

/** A move that a tip names: what it does, how often it wins, and why (null: nothing striking). */
export interface Suggestion {
  do: string;
  text: string;
  chance: number;
  reason: string | null;
}

/** The answer to a wish for a tip: up to three moves, best first. */
export interface Hint {
  hint: { ask: number; moves: Suggestion[]; note?: string };
  ask: number;
  seat?: number;
}

export type Frame = Message | Refusal | Hint;

export const isRefusal = (frame: Frame): frame is Refusal => "refused" in frame;
export const isHint = (frame: Frame): frame is Hint => "hint" in frame;

export interface TableInfo extends Omit<TablePart, "undo"> {
  options: Details;
  public: boolean;
  start: number | null;
  at: number;
  yours?: number[];
}

export type OptionValue = string | number | boolean;

export interface GameInfo {
  key: string;
  name: Record<string, string>;
  tagline: Record<string, string>;
  credit: Record<string, string>;
  seats: number[];
  levels: string[];
  /** House rules and what each may be; the first value is how the game is printed. */
  options?: Record<string, OptionValue[]>;
}

export interface SeatWish {
  kind: "me" | "open" | "bot" | "local";
  name?: string;
  level?: string;
}

export interface Seated {
  table: string;
  seat: number | null;
  token: string;
  seats: number[];
  commit: string;
  duplicate?: boolean;
  chance?: string;
  /** What one should know before sitting down. */
  note?: string;
}

/** A code for another device: good once, and for so many seconds. */
export interface DeviceCode {
  code: string;
  seconds: number;
}

/** A device at one's seat; `seen` in seconds since 1970. */
export interface DeviceInfo {
  id: string;
  kind: string;
  seen: number | null;
  here: boolean;
  yours: boolean;
}

export interface Told {
  at: number;
  text: string;
  event: GameEvent;
}

export interface Moment {
  at: number;
  events: GameEvent[];
  view: any;
}

/** What one action of a finished game did to the chances of the seats (0 to 1). `luck` only where chance acted, `loss` only where a seat did. */
export interface ReviewAction {
  at: number;
  by: number | "chance";
  for?: number | null;
  do: string;
  text: string;
  round: number;
  before: number[];
  after: number[];
  loss?: number;
  best?: string;
  best_text?: string;
}

/** What a seat began with, and what luck and its moves did: whole points of a hundred. They come to the result. */
export interface ReviewSeat {
  start: number;
  luck: number;
  moves: number;
  result: number;
  /** Start and moves alone, in steps of five. */
  fair: number;
  decisions: number;
  /** From where to where, 0 to 100 on the scale of three levels; null with too few decisions. */
  skill: [number, number] | null;
}

export interface ReviewMoment {
  kind: "luck" | "move";
  /** Which of the actions. */
  action: number;
  at: number;
  /** Whose chance is told, and who threw, drew or moved. */
  seat: number;
  by: number | null;
  from: number;
  to: number;
  title: string;
  when: string;
  whose: string;
  text: string;
  better_text: string;
}

/** Games of the same people one after the other: luck in tenths of a win. */
export interface Evening {
  games: { luck: number[]; result: number[] }[];
  wins: number[];
  tenths: number[];
  title: string;
  text: string;
}

export interface Review {
  actions: ReviewAction[];
  seats: ReviewSeat[];
  moments: ReviewMoment[];
  said: { fair: "shown" | "hidden" };
  words: { verdict: { head: string; rest: string }; skill: string; fair: string; turned: string; levels: string; begins: string; equals: string; how: string; ending: string; legs?: string };
  evening?: Evening;
}

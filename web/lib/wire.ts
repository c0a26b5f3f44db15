/** What crosses the wire: the server's side is `src/spieltisch/server/wire.py`. */

import type { Details, GameEvent, Result } from "./table";

export interface SeatInfo {
  kind: "person" | "open" | "bot";
  name: string;
  level: string | null;
  present: boolean;
  sat_in: boolean;
}

export interface Clock {
  seconds: number;
  left: Record<string, number>;
}

export type TableState = "open" | "running" | "over" | "closed";

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
  undo?: boolean;
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

export type Frame = Message | Refusal;

export const isRefusal = (frame: Frame): frame is Refusal => "refused" in frame;

export interface TableInfo extends Omit<TablePart, "undo"> {
  options: Details;
  public: boolean;
  start: number | null;
  at: number;
  chance?: string | null;
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
}

export interface Told {
  at: number;
  text: string;
}

export interface Moment {
  at: number;
  events: GameEvent[];
  view: any;
}

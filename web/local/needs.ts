/** What a table without a server needs of a game's door (`web/door/door.ts`) and of those who think: the part that is used here. */

import type { Details, GameEvent, Lang, Result } from "../lib/table";
import type { Suggestion } from "../lib/wire";

export type Actor = number | "chance";
export interface State { readonly seats: number; readonly options: any }
export interface Luck { below(count: number): number }
export interface ToldEvent { event: GameEvent; audience: (number | null)[] }
export type Line = Record<string, any>;
export interface Action { by: Actor; do: string; line: number }

export interface Match {
  readonly header: Line;
  readonly lines: Line[];
  readonly actions: Action[];
  readonly states: State[];
  readonly state: State;
  readonly result: Result | null;
  play(actor: Actor, text: string, ms?: number | null, note?: string | null): Line;
  undo(seat: number): Line;
  undoable(seat: number): number | null;
  end(reveal?: string | null): Line;
  text(): string;
}

export interface Door {
  key: string;
  begin(seats: number, start?: number, options?: Details): State;
  toAct(state: State): number[] | "chance" | "over";
  legal(state: State, seat: number): string[];
  chances(state: State): Record<string, number>;
  lottery(state: State): { kind: string; seat: number | null; tickets: number };
  drawn(state: State, ticket: number): string;
  play(state: State, actor: Actor, text: string): State;
  events(state: State, actor: Actor, text: string, after?: State): ToldEvent[];
  view(state: State, seat: number | null): any;
  newMatch(header: Line): Match;
  replay(lines: string[]): Match;
}

/** Where the moves of bots, tips and reviews come from: off this thread. */
export interface Thinker {
  choose(game: string, level: string, view: any, moves: string[]): Promise<string>;
  advise(game: string, view: any, about: { lang: Lang; names: string[]; options: Details; levels: (string | null)[]; lines: string[] }): Promise<{ moves: Suggestion[]; note: string }>;
  review(game: string, lines: string[], told: (share: number) => void): Promise<unknown>;
  inWords(game: string, lines: string[], reviews: unknown[], lang: Lang, reader: number | null): Promise<unknown>;
}

/** What a door or a table refuses: a reason with details; whoever reads it gets a sentence. */
export class Refused extends Error {
  constructor(readonly reason: string, readonly details: Record<string, unknown> = {}) {
    super(reason);
  }
}

/** Is this a refusal, of the door or of the table? */
export function isRefused(problem: unknown): problem is Refused & { text?(lang: Lang, names?: string[]): string } {
  return problem instanceof Error && typeof (problem as Partial<Refused>).reason === "string" && "details" in problem;
}

/** Everybody who can look at a table of so many seats: the seats, and onlookers. */
export const everybody = (seats: number): (number | null)[] => [null, ...Array(seats).keys()];

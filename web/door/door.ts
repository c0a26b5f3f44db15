/** The door of a game, in the browser: the same words as `door.py`, `log.py` and `bots` in Python, on the same text of all of them.
 *
 * Synchronous: for workers and for Node. Values are plain JSON; what is refused is thrown as `Refused`. */

// @ts-expect-error: made when the page is built
import * as advice from "../made/house/bots_advice.js";
// @ts-expect-error: made when the page is built
import * as bots from "../made/house/bots.js";
// @ts-expect-error: made when the page is built
import { Refused as No } from "../made/house/checks.js";
// @ts-expect-error: made when the page is built
import { CHANCE, Game, OVER } from "../made/house/door.js";
// @ts-expect-error: made when the page is built
import { files as houseFiles } from "../made/house/files.js";
// @ts-expect-error: made when the page is built
import * as chances from "../made/house/lab_chances.js";
// @ts-expect-error: made when the page is built
import * as review from "../made/house/lab_review.js";
// @ts-expect-error: made when the page is built
import * as telling from "../made/house/lab_telling.js";
// @ts-expect-error: made when the page is built
import * as log from "../made/house/log.js";
import type { Luck } from "./chance.ts";
import { Memory, type Facts } from "./memory.ts";
import { bringGame, bringModules } from "./modules.ts";
import { bring, callWith, inside, make, outside, type Any } from "./python.ts";
import { Rules } from "./rules.ts";
import { State as Moment } from "./state.ts";

export type { Luck };
export type Lang = "de" | "en";
export type Actor = number | "chance";
export type Details = { [key: string]: Any };
export type GameEvent = { event: string } & Details;
export interface Told {
  event: GameEvent;
  audience: (number | null)[];
}
export interface Result {
  places: number[];
  points: number[];
  why: string;
}
export interface Advice {
  move: string;
  chance: number;
  reason: [key: string, details: Details] | null;
}
/** One moment of a game. */
export interface State {
  readonly seats: number;
  readonly options: Map<string, Any>;
}
/** What the build brings for a room: see `spieltisch.browser`. */
export interface Files {
  wasm: BufferSource;
  meta: Facts;
  weights: { [seats: number]: BufferSource };
  room: { folder: string; mark: string; modules: { [name: string]: Any }; files: Details; rules: { open(rules: Rules): void } };
}

/** No, and why; `text` is a sentence for it. */
export class Refused extends Error {
  readonly reason: string;
  readonly details: Details;
  readonly #inner: Any;
  constructor(inner: Any) {
    super(inner.reason);
    this.#inner = inner;
    this.reason = inner.reason;
    this.details = Object.fromEntries([...inner.details].map(([key, value]: [string, Any]) => [key, value instanceof No ? new Refused(value) : outside(value)]));
  }
  text(lang: Lang, names: string[] = []): string {
    return this.#inner.text(lang, names);
  }
}

/** A refusal of one's own, with the sentences of the house. */
export const refusal = (reason: string, details: Details): Refused => new Refused(callWith(No, [reason], inside(details)));

/** Whatever is refused inside is refused outside. */
function asked<T>(ask: () => T): T {
  try {
    return ask();
  } catch (problem) {
    throw problem instanceof No ? new Refused(problem) : problem;
  }
}

const actorInside = (actor: Actor): Any => (actor === "chance" ? CHANCE : actor);
const actorOutside = (actor: Any): Actor => (actor === CHANCE ? "chance" : actor);
const bytes = (content: BufferSource) => (ArrayBuffer.isView(content) ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : new Uint8Array(content));
const event = ([kind, audience, details]: [string, Set<number | null>, Map<string, Any>]): Told => ({
  event: { event: kind, ...outside(details) },
  audience: [...audience],
});

/** The log of a game as it grows: see `log.Match`. */
export class Match {
  constructor(readonly inner: Any) {}

  get header(): Details {
    return outside(this.inner.header);
  }
  get lines(): Details[] {
    return outside(this.inner.lines);
  }
  get actions(): { by: Actor; do: string; line: number }[] {
    return this.inner.actions.map((action: Any) => ({ by: actorOutside(action.by), do: action.do, line: action.line }));
  }
  get states(): State[] {
    return this.inner.states;
  }
  get state(): State {
    return this.inner.state;
  }
  get result(): Result | null {
    return outside(this.inner.result);
  }
  get names(): string[] {
    return this.inner.names;
  }
  /** Adds a move or an outcome; the new line. */
  play(actor: Actor, text: string, ms: number | null = null, note: string | null = null): Details {
    return asked(() => outside(this.inner.play(actorInside(actor), text, ms, note)));
  }
  /** The index of the action that a seat may take back. */
  undoable(seat: number): number | null {
    return asked(() => this.inner.undoable(seat));
  }
  undo(seat: number): Details {
    return asked(() => outside(this.inner.undo(seat)));
  }
  end(reveal: string | null = null): Details {
    return asked(() => outside(this.inner.end(reveal)));
  }
  /** What an action made happen, and who may see it. */
  told(index: number): Told[] {
    return asked(() => this.inner.events(index).map((one: Any) => event([...one] as Any)));
  }
  /** The match as it stood after so many lines below the header. */
  until(line: number): Match {
    return asked(() => new Match(this.inner.until(line)));
  }
  text(): string {
    return this.inner.text();
  }
}

/** One line of a log, as it is written to a file. */
export const dump = (line: Details): string => log.dump(inside(line));

export class Door {
  readonly key: string;
  constructor(private readonly game: Any) {
    this.key = game.key;
  }

  /** Weights for a number of seats that were not there when the door was opened. */
  learn(seats: number, content: BufferSource): void {
    this.game.rules.$rules.rules.learn(seats, bytes(content));
    this.game.learned.add(seats);
  }
  /** The room's texts in a language: a path and its details become a sentence. */
  words(lang: Lang, names: string[] = [], options: Details = {}): (path: string, details?: Details) => string {
    const words = this.game.words(lang, names, inside(options));
    return (path, details = {}) => callWith(words, [path], inside(details));
  }
  /** A move as a player would say it. */
  moveWords(text: string, lang: Lang, names: string[] = [], options: Details = {}): string {
    return this.game.room.move_words(text, this.game.words(lang, names, inside(options)));
  }

  // ---------------------------------------------------------------- states as bytes

  isState(value: unknown): value is State {
    return value instanceof Moment;
  }
  /** A state as its bytes, which can be handed around. */
  kept(state: State): { seats: number; options: Details; bytes: Uint8Array } {
    return { seats: state.seats, options: outside(state.options), bytes: (state as Moment).cell.bytes.slice() };
  }
  /** A state from such bytes; only for bytes that came from here. */
  restored(kept: { options: Details; bytes: Uint8Array }): State {
    return make(Moment, this.game, this.game.layout.record(kept.bytes), inside(kept.options));
  }

  // ---------------------------------------------------------------- playing

  begin(seats: number, start = 0, options: Details = {}): State {
    return asked(() => this.game.begin(seats, start, inside(options)));
  }
  toAct(state: State): number[] | "chance" | "over" {
    const acting = this.game.to_act(state);
    return acting === CHANCE ? "chance" : acting === OVER ? "over" : [...acting];
  }
  legal(state: State, seat: number): string[] {
    return asked(() => this.game.legal(state, seat));
  }
  chances(state: State): Record<string, number> {
    return outside(this.game.chances(state));
  }
  lottery(state: State): { kind: string; seat: number | null; tickets: number } {
    const [kind, seat, tickets] = asked(() => this.game.lottery(state));
    return { kind, seat, tickets };
  }
  drawn(state: State, ticket: number): string {
    return asked(() => this.game.drawn(state, ticket));
  }
  play(state: State, actor: Actor, text: string): State {
    return asked(() => this.game.play(state, actorInside(actor), text));
  }
  events(state: State, actor: Actor, text: string, after: State | null = null): Told[] {
    return asked(() => this.game.events(state, actorInside(actor), text, after).map((one: Any) => event([...one] as Any)));
  }
  view(state: State, seat: number | null): Any {
    return JSON.parse(this.viewText(state, seat));
  }
  /** The same as JSON, as it goes over the wire. */
  viewText(state: State, seat: number | null): string {
    return asked(() => this.game.view_text(state, seat));
  }
  result(state: State): Result {
    return asked(() => outside(this.game.result(state)));
  }

  // ---------------------------------------------------------------- positions, guesses, thoughts

  position(json: Any): State {
    return asked(() => this.game.position(inside(json)));
  }
  describe(state: State): Any {
    return outside(this.game.describe(state));
  }
  guess(view: Any, luck: Luck): State {
    return asked(() => this.game.guess(inside(view), luck));
  }
  /** A bot's move; `effort` shortens or lengthens a master's search. */
  choose(level: string, view: Any, moves: string[], luck: Luck, effort = 1): string {
    return asked(() => bots.bot(level, effort)(this.game, inside(view), moves, luck));
  }
  /** The moves of the seat whose view this is, the best first. `limits`: how many looks, and seconds at most. */
  advise(view: Any, luck: Luck, levels: (string | null)[] = [], limits: { looks?: number; seconds?: number | null } = {}): Advice[] {
    return asked(() => advice.advise(this.game, inside(view), luck, limits.looks, limits.seconds, levels).map((one: Any) => ({ move: one.move, chance: one.chance, reason: outside(one.reason) })));
  }

  // ---------------------------------------------------------------- matches

  /** A match from the lines of its log; a fault is refused with the number of its line. */
  replay(lines: string[]): Match {
    return asked(() => new Match(log.replay(lines)));
  }
  /** Luck and skill of a finished game; `told` hears how far it is (0 to 1). */
  review(match: Match, told: ((share: number) => void) | null = null, quick = false): Any {
    return asked(() => outside(review.account_of(match.inner, told, quick ? chances.QUICK : chances.FULL)));
  }
  /** A review with its sentences, for a reader in a seat; `games`: the accounts of a whole evening, this one the last. */
  inWords(account: Any, match: Match, lang: Lang, reader: number | null = null, games: Any[] | null = null): Any {
    const evening = games && telling.whole_evening(match.inner, inside(games));
    return asked(() => outside(telling.in_words(inside(account), match.inner, lang, reader, evening)));
  }
  /** What a chance during a game is reckoned with. */
  reckonedWith(match: Match, lang: Lang): string {
    return telling.reckoned_with(match.inner, lang);
  }
  newMatch(header: Details): Match {
    return asked(() => new Match(make(log.Match, inside(header))));
  }
}

for (const [path, content] of Object.entries(houseFiles)) bring(path, content);

/** Opens a room with what the build brings for it. */
export function openDoor(key: string, files: Files): Door {
  for (const [path, content] of Object.entries(files.room.files)) bring(path, content);
  bringModules(files.room.folder, files.room.modules);
  files.room.rules.open(new Rules(new Memory(new WebAssembly.Module(files.wasm), files.meta)));
  const game = make(Game, `spieltisch.games.${files.room.folder}`);
  game.learned = new Set<number>();
  game.mark = files.room.mark;
  bringGame(key, game);
  const door = new Door(game);
  for (const [seats, content] of Object.entries(files.weights)) door.learn(Number(seats), content);
  return door;
}


/**
 * What the door asks of compiled rules, with types. A record is its bytes, which never change; each call works on copies in the module's memory.
 * The names are those of `turn.py`, `derive.py`, `telling.py`, `bots/value.py` and `lab/persons.py`.
 */
import { fromBase64, widened, type Memory, type Place } from "./memory.ts";

export type Bytes = Uint8Array;
/** For which seat chance acts (-1: for nobody), among how many tickets, and what is on the first. */
export type Lottery = [seat: number, tickets: number, first: number];
export interface Followed {
  after: Bytes;
  acting: number;
  lottery: Lottery;
}
export interface Told {
  audience: number;
  text: string;
}
/** A generator of four words, as `rule.luck`. */
export type Luck = bigint[];
/** What `explore` is asked: see `bots/value.py`. */
export interface Question {
  viewer: number;
  actor: number;
  options: number[];
  alive: boolean[];
  depth: number;
  draws: boolean;
  seed: bigint;
  first: number;
  last: number;
}

export const BY_CHANCE = -1;
export const NOTHING_TO_CHOOSE = -2;
const ROW = 8; // of `worth`: the chances of four seats, and their points

export class Rules {
  readonly #weights = new Map<number, Place>();
  readonly fresh: Bytes;
  #names: Bytes | null = null;

  constructor(readonly memory: Memory) {
    this.fresh = fromBase64(memory.facts.fresh);
  }

  // ---------------------------------------------------------------- places

  /** A record's bytes, put where rules can work on them. */
  put(record: Bytes, slot = 0): Place {
    const place = this.memory.area("records", "record", 8) + slot * this.memory.facts.itemsize;
    this.memory.write(place, record);
    return place;
  }

  /** The bytes of a record that rules have worked on. */
  got(slot = 0): Bytes {
    const size = this.memory.facts.itemsize;
    return this.memory.read(this.memory.area("records", "record", 8) + slot * size, size);
  }

  /** The names of a table's own things, where the room has any. */
  names(names: Bytes | null): Place {
    const place = this.memory.area("names", "names");
    if (names && names !== this.#names) this.memory.write(place, names);
    this.#names = names;
    return place;
  }

  luck(words: Luck): Place {
    const place = this.memory.area("luck", "luck");
    (this.memory.view("int64", place, 4) as BigInt64Array).set(words);
    return place;
  }

  luckAfter(): Luck {
    return Array.from(this.memory.view("int64", this.memory.area("luck", "luck"), 4) as BigInt64Array);
  }

  get #seen(): Place {
    return this.memory.area("seen", "cells");
  }

  get #out(): Place {
    return this.memory.area("out", "out");
  }

  // ---------------------------------------------------------------- the rules

  /** Calls any exported function on a copy of a record; the record after it, and the answers. */
  on(record: Bytes, name: string, ...given: number[]): { after: Bytes; answers: number[] } {
    const call = this.memory.facts.exports[name];
    if (!call) throw new Error(`no rule ${name}`);
    this.memory.call[name]!(this.put(record), ...given);
    return { after: this.got(), answers: this.memory.answers(call.answers) };
  }

  acting(record: Bytes): number {
    return this.memory.call["turn.acting"]!(this.put(record));
  }

  lottery(record: Bytes): Lottery {
    this.memory.call["turn.lottery"]!(this.put(record));
    return this.memory.answers(3) as Lottery;
  }

  play(record: Bytes, seat: number, move: number): Followed {
    this.memory.call["turn.play"]!(this.put(record), this.put(record, 1), seat, move);
    return this.#followed(this.memory.answers(4));
  }

  happen(record: Bytes, outcome: number): Followed {
    this.memory.call["turn.happen"]!(this.put(record), this.put(record, 1), outcome);
    return this.#followed(this.memory.answers(4));
  }

  /** What is on a ticket, and what comes after it. */
  drawn(record: Bytes, ticket: number): Followed & { outcome: number } {
    this.memory.call["turn.drawn"]!(this.put(record), this.put(record, 1), ticket);
    const [outcome, ...rest] = this.memory.answers(5);
    return { outcome: outcome!, ...this.#followed(rest) };
  }

  #followed([acting, ...lottery]: number[]): Followed {
    return { after: this.got(1), acting: acting!, lottery: lottery as Lottery };
  }

  mayHappen(record: Bytes, outcome: number): boolean {
    return this.memory.call["turn.may_happen"]!(this.put(record), outcome) === 1;
  }

  score(record: Bytes, seats: number): { places: number[]; points: number[] } {
    const [places, points] = [this.memory.area("places", "wholes"), this.memory.area("points", "wholes")];
    this.memory.call["turn.score"]!(this.put(record), places, points);
    return { places: this.memory.numbers("int64", places, seats), points: this.memory.numbers("int64", points, seats) };
  }

  /** How many tickets each outcome has. */
  weigh(record: Bytes): number[] {
    const place = this.memory.area("tickets", "tickets");
    const count = this.memory.facts.constants["OUTCOMES"]!;
    (this.memory.view("int64", place, count) as BigInt64Array).fill(0n);
    this.memory.call["turn.weigh"]!(this.put(record), place);
    return this.memory.numbers("int64", place, count);
  }

  // ---------------------------------------------------------------- texts

  /** The legal moves of a seat, as numbers and as a list of texts in JSON. */
  legal(record: Bytes, seat: number, names: Bytes | null): { codes: number[]; texts: string } {
    const codes = this.memory.area("codes", "moves");
    const count = this.memory.call["table.write_legal"]!(this.put(record), seat, this.names(names), codes, this.#out);
    const end = this.memory.answers(2)[1]!;
    return { codes: this.memory.numbers("int16", codes, count), texts: this.memory.text(this.#out, end) };
  }

  outcomeText(record: Bytes, outcome: number, names: Bytes | null): string {
    const end = this.memory.call["table.write_outcome_of"]!(this.put(record), this.names(names), outcome, this.#out);
    return this.memory.text(this.#out, end);
  }

  /** What a watcher (-1: an onlooker) may know, as JSON without the outer braces. */
  view(record: Bytes, watcher: number, names: Bytes | null): string {
    const end = this.memory.call["table.write_view"]!(this.put(record), this.#seen, watcher, this.names(names), this.#out);
    return this.memory.text(this.#out, end);
  }

  /** One field of a position that has a form of its own, as JSON. */
  own(record: Bytes, field: string, seat: number, names: Bytes | null): string {
    const end = this.memory.call[`table.own_${field}`]!(this.put(record), seat, this.names(names), this.#out, 0);
    return this.memory.text(this.#out, end);
  }

  /** The events of a play, each with its audience: a bit for each seat, and 16 for onlookers. */
  told(record: Bytes, after: Bytes, actor: number, code: number, names: Bytes | null): Told[] {
    const spans = this.memory.area("spans", "spans");
    const tell = this.memory.call[this.memory.facts.secrets ? "telling.tell_each" : "telling.tell_all"]!;
    tell(this.put(record), this.put(after, 1), this.#seen, actor, code, this.names(names), this.#out, spans);
    const [first, count] = this.memory.answers(3) as [number, number];
    const rows = this.memory.numbers("int32", spans + 12 * first, 3 * count);
    return Array.from({ length: count }, (_, index) => {
      const [audience, end, begin] = rows.slice(3 * index, 3 * index + 3) as [number, number, number];
      return { audience, text: this.memory.text(this.#out + begin, end - begin) };
    });
  }

  // ---------------------------------------------------------------- the veil

  veiled(record: Bytes, watcher: number): Bytes {
    this.memory.call["table.veil_cell"]!(this.put(record), watcher);
    return this.got();
  }

  /** What a seat cannot see, dealt anew; the luck goes on. */
  dealtAnew(record: Bytes, seat: number, words: Luck): Bytes {
    this.memory.call["hidden.deal_anew"]!(this.put(record), seat, this.luck(words));
    return this.got();
  }

  showsSomething(record: Bytes, after: Bytes, seat: number, move: number, words: Luck, tries: number): boolean {
    const call = this.memory.call["telling.shows_something"]!;
    return call(this.put(record), this.put(after, 1), this.#seen, this.#seen, seat, move, this.luck(words), tries) === 1;
  }

  stirred(seed: bigint, stream = 0): Luck {
    this.memory.call["rule.stir"]!(this.luck([0n, 0n, 0n, 0n]), seed, stream);
    return this.luckAfter();
  }

  // ---------------------------------------------------------------- the learned value

  /** The weights for a number of seats, as they lie in `<key>-<seats>.bin`. */
  learn(seats: number, content: Bytes): void {
    const numbers = widened(content);
    const place = this.#weights.get(seats) ?? this.memory.take(4 * numbers.length);
    (this.memory.view("float32", place, numbers.length) as Float32Array).set(numbers);
    this.#weights.set(seats, place);
  }

  #net(seats: number): Place {
    const place = this.#weights.get(seats);
    if (place === undefined) throw new Error(`nothing learned for ${seats} seats`);
    return place;
  }

  /** Each seat's chance to finish first, and the points it may expect. */
  rate(record: Bytes, seats: number): { chances: number[]; points: number[] } {
    const [chances, points] = [this.memory.area("chances", "reals"), this.memory.area("expected", "reals")];
    this.memory.call["value.rate"]!(this.put(record), this.#net(seats), this.memory.area("work", "work"), chances, points);
    return { chances: this.memory.numbers("float64", chances, seats), points: this.memory.numbers("float64", points, seats) };
  }

  /** Adds what each option is worth to `worth`, eight numbers an option: see `explore` in `bots/value.py`. */
  explore(record: Bytes, seats: number, asked: Question, worth: Float64Array): void {
    const { memory } = this;
    const count = asked.options.length;
    const [options, alive, place] = [memory.area("options", "options", 1 << 11), memory.area("alive", "alive", 1 << 11), memory.area("worth", "worth", 1 << 11)];
    (memory.view("int16", options, count) as Int16Array).set(asked.options);
    (memory.view("int8", alive, count) as Int8Array).set(asked.alive.map(Number));
    (memory.view("float64", place, ROW * count) as Float64Array).set(worth);
    memory.call["value.explore"]!(
      this.put(record), asked.viewer, asked.actor, options, alive, this.#net(seats), memory.area("work", "work"),
      asked.depth, Number(asked.draws), asked.seed, asked.first, asked.last, place, count,
    ); // prettier-ignore
    worth.set(memory.view("float64", place, ROW * count) as Float64Array);
  }

  /** Games from a record to their end by people of some ways (`persons.seated`, a row a seat); who came first, added to `won`. */
  playOut(record: Bytes, seats: number, persons: ArrayLike<number>, seed: bigint, first: number, last: number, won: Float64Array): void {
    const { memory } = this;
    const [ways, place] = [memory.area("persons", "persons"), memory.area("won", "reals")];
    (memory.view("float64", ways, persons.length) as Float64Array).set(persons);
    (memory.view("float64", place, won.length) as Float64Array).set(won);
    memory.call["persons.play_out"]!(this.put(record), ways, this.#net(seats), memory.area("work", "work"), seed, first, last, place);
    won.set(memory.view("float64", place, won.length) as Float64Array);
  }

  /** How often somebody makes each move, imagined so many times: see `imagine` in `lab/persons.py`. */
  imagine(judged: number[], blur: number, notices: number, times: number, words: Luck): number[] {
    const { memory } = this;
    const count = judged.length;
    const [row, tally] = [memory.area("judged", "judged", 1 << 11), memory.area("tally", "tally", 1 << 11)];
    (memory.view("float64", row, count) as Float64Array).set(judged);
    (memory.view("float64", tally, count) as Float64Array).fill(0);
    memory.call["persons.imagine"]!(row, blur, notices, times, this.luck(words), tally, count);
    return memory.numbers("float64", tally, count);
  }

  /** The first guess, and others in which what the seat cannot see is dealt anew; the luck goes on. */
  guesses(first: Bytes, count: number, seat: number, words: Luck): Bytes[] {
    const size = this.memory.facts.itemsize;
    const place = this.memory.area("guesses", "record", count);
    this.memory.call["guesses.fill"]!(place, count, this.put(first), seat, this.luck(words));
    return Array.from({ length: count }, (_, index) => this.memory.read(place + index * size, size));
  }

  /** How far a game is, 0 to 1. */
  progress(record: Bytes): number {
    return this.memory.call["progress.progress"]!(this.put(record));
  }
}

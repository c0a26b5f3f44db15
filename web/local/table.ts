/** A table without a server: the log, the questions, chance, bots and take-backs, told in the very frames of the wire.
 *
 *  A move is checked, played, handed to the store, and told. It never waits for the store: where nothing can be kept, the game goes on all the same. */

import type { GameEvent, Lang } from "../lib/table";
import type { TableState } from "../lib/wire";
import { Asks, reopened } from "./asks";
import { Bots, CLOCK, SIT_IN } from "./bots";
import { outcome } from "./chance";
import { info, messageFor } from "./messages";
import { everybody, isRefused, Refused, type Door, type Line, type Match, type Thinker, type ToldEvent } from "./needs";
import { isBot, ownSeats, type Kept, type Setup } from "./seats";
import { checkUndo } from "./taking_back";

export interface Socket {
  lang: Lang;
  send(frame: object): void;
  close(code: number): void;
}

/** What a table needs around it. */
export interface Surroundings {
  thinker: Thinker;
  /** Lines numbered on from `number`, and what changes with them. */
  keep(kept: Kept, number: number, lines: readonly string[]): void;
  /** A refusal as a sentence. */
  say(refused: Refused, lang: Lang, names: string[]): string;
}

/** What a page may say after its hello. */
export interface Said { do?: string; ask?: number; undo?: 1; sit_in?: number; hint?: number; seat?: number; lang?: Lang }

export class LocalTable {
  asks: Asks;
  events: ToldEvent[] = [];
  /** Of each open question: its number, and when it was put. */
  askedAt = new Map<number, { n: number; put: number }>();
  private sockets = new Set<Socket>();
  private bots: Bots;
  private advised = new Set<number>();
  private clock: ReturnType<typeof setTimeout> | undefined;
  private known = new Map<object, ToldEvent[]>();
  private isClosed = false;

  constructor(readonly door: Door, readonly setup: Setup, public match: Match, asks: Asks, readonly around: Surroundings) {
    this.asks = asks;
    this.bots = new Bots(this);
  }

  /** A table as its log tells it. */
  static from(door: Door, setup: Setup, lines: string[], around: Surroundings): LocalTable {
    const { match, asks } = reopened(door, lines);
    const table = new LocalTable(door, setup, match, asks, around);
    table.follow();
    return table;
  }

  /** A game that begins: its header and what chance brings before anybody moves. */
  static begun(door: Door, setup: Setup, header: Line, around: Surroundings): LocalTable {
    const table = new LocalTable(door, setup, door.newMatch(header), new Asks(), around);
    table.goOn(0);
    return table;
  }

  // ---------------------------------------------------------------- where it stands

  get state(): TableState {
    if (this.setup.next && this.match.result === null) return "closed"; // it goes on elsewhere
    return this.match.result === null ? "running" : "over";
  }

  get isWatched(): boolean {
    return this.sockets.size > 0;
  }

  get names(): string[] {
    return this.setup.chairs.map(({ name }) => name);
  }

  get lines(): string[] {
    return this.match.text().split("\n").slice(0, -1);
  }

  get kept(): Kept {
    return { id: this.setup.id, state: this.state, setup: this.setup, info: info(this) };
  }

  /** What the index-th action made happen, and who may know it. */
  told(index: number): ToldEvent[] {
    const after = this.match.states[index + 1]!;
    let found = this.known.get(after);
    if (!found) {
      const { by, do: text } = this.match.actions[index]!;
      found = this.door.events(this.match.states[index]!, by, text, after);
      this.known.set(after, found);
    }
    return found;
  }

  // ---------------------------------------------------------------- coming, going, hearing

  arrive(socket: Socket): void {
    this.sockets.add(socket);
    const away = this.setup.chairs.filter(({ sat_in }) => sat_in);
    for (const chair of away) chair.sat_in = false;
    if (away.length) this.changed();
    this.tellOne(socket);
    this.follow();
  }

  leave(socket: Socket): void {
    this.sockets.delete(socket);
    if (!this.isWatched) this.rest();
  }

  /** What a socket says for a seat: a refusal is for this socket alone. */
  hear(socket: Socket, said: Said): void {
    if (said.lang) socket.lang = said.lang;
    const own = ownSeats(this.setup.chairs);
    const seat = said.seat ?? own[0];
    const ask = said.hint ?? said.ask ?? null;
    try {
      if (said.do === undefined && said.undo === undefined && said.sit_in === undefined && said.hint === undefined) return this.tellOne(socket);
      if (seat === undefined) throw new Refused("onlooker");
      if (!own.includes(seat)) throw new Refused("not_your_seat", { seat });
      this.act(socket, seat, said);
    } catch (problem) {
      this.refuse(socket, problem, ask, seat);
    }
  }

  private act(socket: Socket, seat: number, said: Said): void {
    if (said.do !== undefined) {
      if (!this.move(seat, said.do, said.ask ?? null, null, true)) this.tellOne(socket);
    } else if (said.sit_in !== undefined) this.sitIn(said.sit_in);
    else if (said.hint !== undefined) this.tip(socket, seat, said.hint);
    else if (!this.undo(seat, said.ask ?? null)) this.tellOne(socket);
  }

  private refuse(socket: Socket, problem: unknown, ask: number | null, seat: number | undefined): void {
    const refused = isRefused(problem) ? problem : new Refused("our_fault");
    if (refused !== problem) console.error(problem);
    const own = ownSeats(this.setup.chairs).length > 1 && seat !== undefined ? { seat } : {};
    socket.send({ refused: { reason: refused.reason, text: this.around.say(refused, socket.lang, this.names) }, ask, ...own });
  }

  // ---------------------------------------------------------------- a move

  /** A seat answers its question; false if it only repeats an answer that it gave before. */
  move(seat: number, text: string, ask: number | null, note: string | null = null, byHand = false): boolean {
    if (this.asks.isRepeat(seat, ask, text)) return false;
    this.checkRunning();
    this.asks.check(seat, ask);
    const began = this.match.lines.length;
    const put = this.askedAt.get(seat)?.put ?? Date.now();
    this.match.play(seat, text, Math.max(0, Math.round(Date.now() - put)), note);
    this.asks.answer(seat, text, began + 1);
    if (byHand) this.setup.chairs[seat]!.sat_in = false;
    const news = note === CLOCK ? [{ event: { event: "time_up", seat } as GameEvent, audience: everybody(this.setup.chairs.length) }] : [];
    this.goOn(began, [...news, ...this.told(this.match.actions.length - 1)]);
    return true;
  }

  /** A seat takes back its latest action, if nothing new has become known; false if that was done already. */
  undo(seat: number, ask: number | null): boolean {
    this.checkRunning();
    if (this.asks.isRepeatedUndo(seat, ask)) return false;
    const index = checkUndo(this, seat);
    const audience = [...new Set([seat, ...this.told(index).flatMap((told) => told.audience)])];
    const began = this.match.lines.length;
    this.match.undo(seat);
    this.asks.takeBack(seat, began + 1);
    this.setup.chairs[seat]!.sat_in = false;
    this.goOn(began, [{ event: { event: "took_back", seat } as GameEvent, audience }]);
    return true;
  }

  private checkRunning(): void {
    if (this.match.result !== null) throw new Refused("over");
    if (this.state === "closed") throw new Refused("table_closed");
  }

  /** Let chance act, write everything down, tell everybody. */
  private goOn(began: number, events: ToldEvent[] = []): void {
    const { door, match } = this;
    this.events = [...events];
    while (door.toAct(match.state) === "chance") {
      match.play("chance", outcome(door, match.state));
      this.events.push(...this.told(match.actions.length - 1));
    }
    if (door.toAct(match.state) === "over") match.end();
    this.asks.follow(door, match.state, match.lines.length);
    this.setup.when = Date.now();
    this.follow();
    this.around.keep(this.kept, began, this.lines.slice(began));
    this.tellAll();
  }

  /** Something is different: questions, clocks, bots to wake. */
  private follow(): void {
    const now = Date.now();
    this.askedAt = new Map([...this.asks.open].map(([seat, n]) => [seat, this.askedAt.get(seat)?.n === n ? this.askedAt.get(seat)! : { n, put: now }]));
    if (!this.isWatched || this.isClosed || this.state !== "running") return this.rest();
    this.bots.lookUp();
    this.setClock();
  }

  private setClock(): void {
    clearTimeout(this.clock);
    const { clock } = this.setup;
    if (clock === null || !this.askedAt.size) return;
    const left = Math.min(...[...this.askedAt.values()].map(({ put }) => put)) + 1000 * clock - Date.now();
    this.clock = setTimeout(() => this.timeUp(1000 * clock), Math.max(0, left));
  }

  private timeUp(patience: number): void {
    for (const [seat, { n, put }] of this.askedAt) {
      if (Date.now() - put >= patience - 10 && !isBot(this.setup.chairs[seat]!)) this.bots.think(seat, n, CLOCK);
    }
  }

  private rest(): void {
    clearTimeout(this.clock);
    this.bots.rest();
  }

  // ---------------------------------------------------------------- telling

  tellAll(): void {
    for (const socket of this.sockets) this.tellOne(socket);
  }

  private tellOne(socket: Socket): void {
    const own = ownSeats(this.setup.chairs);
    for (const seat of own.length ? own : [null]) socket.send({ ...(own.length > 1 ? { seat } : {}), ...messageFor(this, seat) });
  }

  /** Who sits here, or what it is called, is different; nothing has happened in the game. */
  changed(): void {
    this.events = [];
    this.around.keep(this.kept, this.match.lines.length, []);
    this.tellAll();
    this.follow();
  }

  /** This table goes: whoever looks at it is sent away with a code. */
  close(code: number): void {
    this.isClosed = true;
    this.rest();
    for (const socket of this.sockets) socket.close(code);
    this.sockets.clear();
  }

  // ---------------------------------------------------------------- bots that sit in, tips

  private sitIn(seat: number): void {
    this.checkRunning();
    const chair = this.setup.chairs[seat];
    if (!chair) throw new Refused("no_such_seat", { seat, seats: this.setup.chairs.length });
    if (chair.kind === "bot") throw new Refused("not_away", { seat });
    if (!chair.sat_in) {
      chair.sat_in = true;
      this.changed();
    }
  }

  /** Who plays for a seat: its bot, or the one that sits in. */
  levelOf(seat: number): string {
    return this.setup.chairs[seat]!.level ?? SIT_IN;
  }

  private tip(socket: Socket, seat: number, ask: number): void {
    if (!this.setup.hints) throw new Refused("no_hints");
    this.checkRunning();
    this.asks.check(seat, ask);
    if (this.advised.has(seat)) throw new Refused("hint_busy");
    this.setup.chairs[seat]!.hints += 1;
    this.around.keep(this.kept, this.match.lines.length, []);
    void this.think(socket, seat, ask);
  }

  private async think(socket: Socket, seat: number, ask: number): Promise<void> {
    const { chairs, options } = this.setup;
    const own = ownSeats(chairs).length > 1 ? { seat } : {};
    const levels = chairs.map(({ kind, level }) => (kind === "bot" ? level : null));
    this.advised.add(seat);
    try {
      const found = await this.around.thinker.advise(this.door.key, this.door.view(this.match.state, seat), { lang: socket.lang, names: this.names, options, levels, lines: this.lines });
      const isOpen = this.asks.open.get(seat) === ask;
      socket.send({ ...own, hint: { ask, moves: isOpen ? found.moves : [], note: isOpen ? found.note : "" }, ask });
    } catch (problem) {
      console.error(problem);
      this.refuse(socket, new Refused("try_again"), ask, seat);
    } finally {
      this.advised.delete(seat);
    }
  }
}

/** A table on the wire: what was last shown of it, who sits here, what is on its way. Everything on screen is derived from it. */

import { api } from "./api";
import { Connection, type Status } from "./connection";
import { home } from "./home.svelte";
import { plainly, told, untilThrow } from "./log";
import { shortNames } from "./names";
import { Pace } from "./pace";
import type { Happened, LogLine, Person, Turns } from "./table";
import { Tips } from "./tips.svelte";
import { toasts } from "./toasts.svelte";
import { forgetToken, keepToken, keptOf, ownEntropy, tokenOf } from "./tokens";
import { isHint, isRefusal, type Frame, type Message } from "./wire";
import { isAbout, isSettled, moveWish, undoWish, type Wish } from "./wish";
import { Words } from "./words";

const MOST_TOLD = 2000;

export class Live {
  status = $state<Status>("connecting");
  /** The last message of each seat of this device, of an onlooker under -1. */
  frames = $state.raw<Record<number, Message>>({});
  /** The seat whose things this device shows; -1 looks on. */
  shown = $state(-1);
  wish = $state.raw<Wish | null>(null);
  /** All that happened, as far as we know. */
  past = $state.raw<Happened[]>([]);
  words = $state.raw<Words | null>(null);
  turns = $state.raw<Turns>(plainly);
  isLate = $state(false);
  /** My dice are thrown but still in my hand: nothing of it is shown before I let go. */
  isVeiled = $state(false);
  /** The view before that throw, where it was seen. */
  before = $state.raw<unknown>(null);
  /** When the last message came: clocks count from here. */
  heardAt = $state(0);

  private throws: readonly string[] = []; // the events by which a seat of this room throws dice

  /** The number of the question that is open for the shown seat; what is on screen may still lag behind. */
  openAsk = $state<number | null>(null);

  readonly message: Message | null = $derived(this.frames[this.shown] ?? null);
  readonly seats: number[] = $derived(Object.keys(this.frames).map(Number).filter((seat) => seat >= 0).sort());
  /** The log in words, newest first; of dice that are still in the hand it says nothing. */
  readonly log: LogLine[] = $derived(this.words ? told(this.isVeiled ? untilThrow(this.past, this.throws, this.shown) : this.past, this.words, this.shown < 0 ? null : this.shown, this.turns) : []);
  readonly people: Person[] = $derived.by(() => {
    const part = this.message?.table;
    const names = (part?.seats ?? []).map((info, seat) => info.name || home.say(`colours.${seat}`));
    const short = shortNames(names);
    return (part?.seats ?? []).map((info, seat) => ({
      seat,
      name: names[seat]!,
      short: short[seat]!,
      bot: info.kind === "bot" ? (info.level ?? "") : info.sat_in ? "sat_in" : null,
      here: info.present,
      you: this.seats.includes(seat),
      acting: part?.state === "running" && part.to_act.includes(seat),
    }));
  });
  /** Who has lifted the cover, where several people with hidden hands share the device. */
  holder = $state<number | null>(null);
  /** It is known who reads here, and that one is "du". Where several people look at the same table, everybody has a name. */
  readonly isAlone: boolean = $derived(this.seats.length < 2 || (this.message?.table.state === "running" && this.holder === this.shown));
  /** Another seat of this device is asked, and the shown one is not: the device goes on to it. */
  readonly nextHere: number | null = $derived.by(() => {
    if (this.seats.length < 2 || this.message?.ask || this.message?.table.state !== "running") return null;
    const from = this.seats.indexOf(this.shown);
    const round = [...this.seats.slice(from + 1), ...this.seats.slice(0, from + 1)];
    return round.find((seat) => this.frames[seat]?.ask) ?? null;
  });

  /** A tip for the open question, as long as it is open. */
  readonly tips = new Tips(
    () => (this.shown >= 0 && this.moves.length ? { seat: this.shown, ask: this.message!.ask!.n } : null),
    ({ seat, ask }) => this.connection.send({ hint: ask, ...(this.seats.length > 1 ? { seat } : {}) }),
  );

  private connection: Connection;
  private pace = new Pace((message) => this.show(message));
  private late: ReturnType<typeof setTimeout> | undefined;
  private known = new Map<number, number>();
  private storyAt = 0;
  private hasLearned = false;
  private first: Message | null = null; // what we were met with: a throw may lie there that nobody has let fall

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.connection = new Connection({
      connect: () => new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(id)}`),
      hello: () => this.hello(),
      probe: () => ({ lang: home.lang }),
      heard: (frame: Frame) => this.heard(frame),
      status: (status) => this.changed(status),
    });
  }

  start(): () => void {
    const poke = () => { if (!document.hidden) this.connection.poke(); };
    const lost = () => { if (this.status === "open") this.status = "lost"; this.connection.poke(); };
    addEventListener("online", poke);
    addEventListener("offline", lost);
    document.addEventListener("visibilitychange", poke);
    void this.seeCommitment().then(() => this.connection.start());
    return () => {
      removeEventListener("online", poke);
      removeEventListener("offline", lost);
      document.removeEventListener("visibilitychange", poke);
      clearTimeout(this.late);
      this.pace.stop();
      this.connection.stop();
    };
  }

  /** Whoever adds to the dice has seen the commitment first; where the way here did not show it (a rematch), we ask. */
  private async seeCommitment(): Promise<void> {
    const kept = keptOf(this.id);
    if (!kept || kept.commit) return;
    const info = await api.info(this.id).catch(() => null);
    if (info?.state === "open") keepToken(this.id, kept.token, { commit: info.commit });
  }

  private hello(): object {
    const token = tokenOf(this.id);
    const entropy = token && ownEntropy(this.id);
    return { ...(token ? { token } : {}), ...(entropy ? { entropy } : {}), lang: home.lang };
  }

  // ---------------------------------------------------------------- hearing

  private changed(status: Status): void {
    this.status = status;
    if (status !== "open") this.tips.lost();
    if (status === "gone" && this.message?.table.delete) forgetToken(this.id); // all have agreed
    if (status === "denied") {
      forgetToken(this.id); // the key fits no seat here: look on
      this.frames = {};
      this.shown = -1;
      this.status = "connecting";
      this.connection.start();
    }
  }

  private heard(frame: Frame): void {
    this.status = "open";
    if (isRefusal(frame)) return this.refused(frame);
    if (isHint(frame)) return this.tips.heard(frame);
    const seat = frame.seat ?? (tokenOf(this.id) ? this.ownSeat(frame) : -1);
    const before = this.known.get(seat);
    this.known.set(seat, frame.at);
    const isNews = before !== undefined && frame.at > before;
    const message: Message = isNews ? frame : { ...frame, events: [] };
    if (this.wish?.seat === seat && this.settle(frame)) this.pace.flush(); // what I did is seen at once
    const { duplicate, legs } = frame.table; // the log begins with a word about the dice, or about two games, and ends with both
    const isNoted = isNews && ((before === 0 && (duplicate || legs)) || legs?.total);
    if (before === undefined || isNoted || (isNews && !frame.events.length)) void this.readStory(frame);
    this.heardAt = Date.now();
    if (!this.hasLearned) this.first = frame;
    this.keepCommitment(frame);
    if (frame.seat === undefined && seat !== this.shown) this.frames = {};
    if (frame.seat === undefined || this.shown < 0) this.shown = seat;
    if (seat === this.shown) {
      this.openAsk = frame.ask?.n ?? null;
      this.pace.take(message);
    } else this.frames = { ...this.frames, [seat]: message };
  }

  /** The seat of a token that holds one: told by the view, and before the game by nobody. */
  private ownSeat(frame: Message): number {
    const told = frame.view?.seat;
    if (typeof told === "number") return told;
    return keptOf(this.id)?.seat ?? 0;
  }

  private keepCommitment({ table }: Message): void {
    const kept = keptOf(this.id);
    if (kept && !kept.commit && !table.reveal) keepToken(this.id, kept.token, { commit: table.commit });
  }

  private show(message: Message): void {
    const seat = this.shown;
    if (this.isMyThrow(message)) {
      this.isVeiled = true;
      this.before = this.frames[seat]?.view ?? null;
    } else if (!message.ask) this.isVeiled = false;
    this.frames = { ...this.frames, [seat]: message };
    if (message.events.length && message.at > this.storyAt) this.tell(message.events.map((event) => ({ at: message.at, event })));
  }

  private isMyThrow({ events, ask }: Message): boolean {
    return ask !== null && home.throws === "self" && events.some(({ event, seat }) => this.throws.includes(event) && seat === this.shown);
  }

  /** How this room throws dice is known now; a throw that came before is held back as well, if it was not let fall in this window. */
  learn(throws: readonly string[]): void {
    this.throws = throws;
    this.hasLearned = true;
    const { first } = this;
    if (first && first.ask?.n === this.openAsk && this.isMyThrow(first) && this.fallen() !== first.ask?.n) this.isVeiled = true;
  }

  /** Let the dice fall. */
  reveal(): void {
    this.isVeiled = false;
    try {
      sessionStorage.setItem(`spieltisch.fallen.${this.id}`, String(this.openAsk));
    } catch {
      /* then they fall once more after a reload */
    }
  }

  private fallen(): number | null {
    try {
      return Number(sessionStorage.getItem(`spieltisch.fallen.${this.id}`) ?? NaN);
    } catch {
      return null;
    }
  }

  /** Add to what happened. */
  tell(news: Happened[]): void {
    this.past = [...this.past, ...news].slice(-MOST_TOLD);
  }

  skip(): void {
    if (this.pace.isBusy) this.pace.flush();
  }

  /** What happened before we came. */
  async readStory(frame: Message | null = this.message): Promise<void> {
    if (!frame?.view) return;
    try {
      const seat = this.shown >= 0 ? this.shown : null;
      const story = await api.story(this.id, home.lang, this.seats.length > 1 ? seat : null);
      this.storyAt = Math.max(0, ...story.map(({ at }) => at));
      this.past = story.slice(-MOST_TOLD).map(({ at, event }) => ({ at, event }));
    } catch {
      /* the log can wait; the table cannot */
    }
  }

  // ---------------------------------------------------------------- saying

  /** The legal moves, as long as what is on screen is what is asked. */
  get moves(): string[] {
    const ask = this.message?.ask;
    return ask && ask.n === this.openAsk ? ask.moves : [];
  }

  /** Turn the device to another of its seats. */
  turn(seat: number): void {
    this.pace.flush();
    this.shown = seat;
    const met = this.frames[seat];
    this.openAsk = met?.ask?.n ?? null;
    this.isVeiled = met !== undefined && this.isMyThrow(met) && this.fallen() !== this.openAsk; // whoever gets the device throws
    this.before = null;
    void this.readStory();
  }

  /** May this device ask for tips here at all? */
  get mayAsk(): boolean {
    const part = this.message?.table;
    return this.shown >= 0 && part?.state === "running" && part.hints !== false;
  }

  act(move: string): void {
    const message = this.message;
    if (this.wish || !message || this.shown < 0 || !this.moves.includes(move)) return;
    this.send(moveWish(this.shown, message, move, this.seats.length > 1));
  }

  undo(): void {
    const message = this.message;
    if (this.wish || !message || this.shown < 0) return;
    this.send(undoWish(this.shown, message, this.seats.length > 1));
  }

  sitIn(seat: number): void {
    this.connection.send({ sit_in: seat, ...(this.seats.length > 1 ? { seat: this.shown } : {}) });
  }

  /** There is a token now: come in again with it. */
  reseat(): void {
    this.known.clear();
    this.frames = {};
    this.shown = -1;
    this.connection.restart();
  }

  /** Ask for everything again, in the chosen language. */
  again(): void {
    this.connection.poke();
  }

  private send(wish: Wish | null): void {
    if (!wish) return;
    this.wish = wish;
    this.connection.send(wish.frame);
    clearTimeout(this.late);
    this.late = setTimeout(() => { this.isLate = this.wish !== null; }, 1500);
  }

  /** The seat's table after a wish: done, or to be said again because the connection was lost on the way. */
  private settle(message: Message): boolean {
    const wish = this.wish!;
    if (isSettled(wish, message)) {
      this.settled();
      return true;
    }
    if (this.isResent !== wish) {
      this.isResent = wish;
      this.connection.send(wish.frame);
    }
    return false;
  }

  private isResent: Wish | null = null;

  private settled(): void {
    this.wish = null;
    this.isResent = null;
    this.isLate = false;
    clearTimeout(this.late);
  }

  private refused(frame: Frame): void {
    if (!isRefusal(frame)) return;
    if (!this.tips.refused(frame) && this.wish && isAbout(this.wish, frame)) this.settled();
    if (frame.refused.reason !== "stale") toasts.say(frame.refused.text);
  }
}

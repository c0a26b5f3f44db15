/** A game looked back at: the table after any number of log lines. */

import { api } from "./api";
import { home } from "./home.svelte";
import { plainly, told } from "./log";
import { shortNames } from "./names";
import { loadTurns, roomWords } from "./rooms";
import type { Lang, LogLine, Table, Turns } from "./table";
import { keptOf } from "./tokens";
import type { Moment, TableInfo, Told } from "./wire";
import type { Words } from "./words";

export class Past {
  info = $state.raw<TableInfo | null>(null);
  moment = $state.raw<Moment | null>(null);
  story = $state.raw<Told[]>([]);
  index = $state(0);
  seat = $state<number | null>(null);
  isPlaying = $state(false);
  problem = $state("");
  private words = $state.raw<Words | null>(null);
  private turns = $state.raw<Turns>(plainly);
  private kept = new Map<string, Promise<Moment>>();

  readonly names: string[] = $derived((this.info?.seats ?? []).map((info, seat) => info.name || home.say(`colours.${seat}`)));
  readonly isOver: boolean = $derived(this.info?.state === "over" || this.info?.state === "closed");
  /** The lines after which something can be told. */
  readonly steps: number[] = $derived([...new Set([1, ...this.story.map((line) => line.at)])].sort((a, b) => a - b));
  readonly short: string[] = $derived(shortNames(this.names));
  readonly text: string = $derived(this.saidAt(this.steps[this.index] ?? 0) || home.say("replay.start"));
  readonly log: LogLine[] = $derived(this.words ? told(this.story.filter((line) => line.at <= (this.steps[this.index] ?? 0)), this.words, this.seat, this.turns) : []);
  readonly table: Table | null = $derived(this.words && this.info ? this.asTable() : null);

  constructor(readonly id: string, private at: number | null) {
    this.seat = keptOf(id)?.seat ?? null;
  }

  async load(lang: Lang): Promise<void> {
    try {
      const info = await api.info(this.id);
      if (info.state !== "over" && info.state !== "closed" && !info.yours?.includes(this.seat ?? -1)) this.seat = null;
      const story = await api.story(this.id, lang, this.seat);
      this.turns = await loadTurns(info.game);
      this.words = await roomWords(info.game, lang, info.options, () => this.short, () => this.seat);
      this.info = info;
      this.story = story;
      const from = this.moment?.at ?? this.at ?? (this.isOver ? 1 : this.steps.at(-1)!);
      await this.goTo(from);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  async go(index: number): Promise<void> {
    this.index = Math.min(Math.max(0, index), this.steps.length - 1);
    const asked = this.index;
    try {
      const moment = await this.fetch(this.steps[asked]!);
      if (asked === this.index) this.moment = moment;
      if (asked + 1 < this.steps.length) void this.fetch(this.steps[asked + 1]!).catch(() => undefined);
    } catch (problem) {
      this.problem = problem instanceof Error ? problem.message : String(problem);
    }
  }

  /** To the table as it was after so many lines. */
  goTo(at: number): Promise<void> {
    return this.go(Math.max(0, this.steps.findLastIndex((step) => step <= at)));
  }

  step(by: number): void {
    if (this.index + by >= this.steps.length) this.isPlaying = false;
    void this.go(this.index + by);
  }

  toggle(): void {
    if (!this.isPlaying && this.index === this.steps.length - 1) void this.go(0);
    this.isPlaying = !this.isPlaying;
  }

  async look(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.load(home.lang);
  }

  /** What one line of the log brought, sentence by sentence. */
  private saidAt(at: number): string {
    const here = this.story.filter((line) => line.at === at);
    return this.words ? told(here, this.words, this.seat).reverse().map(({ text }) => text).join(" ") : "";
  }

  private fetch(at: number): Promise<Moment> {
    const key = `${at} ${this.seat}`;
    let found = this.kept.get(key);
    if (!found) {
      found = api.moment(this.id, at, this.seat);
      this.kept.set(key, found);
      found.catch(() => this.kept.delete(key));
    }
    return found;
  }

  private asTable(): Table {
    const past = this;
    const isLast = () => past.isOver && past.index === past.steps.length - 1;
    return {
      get game() { return past.info!.game; },
      get lang() { return home.lang; },
      get view() { return past.moment?.view; },
      get seat() { return past.seat; },
      get people() {
        const view = past.moment?.view;
        return past.info!.seats.map((info, seat) => ({ seat, name: past.names[seat]!, short: past.short[seat]!, bot: info.kind === "bot" ? (info.level ?? "") : null, here: true, you: seat === past.seat, acting: !isLast() && (view?.thinking ? view.thinking[seat] === true : view?.turn === seat) }));
      },
      moves: [],
      get events() { return past.moment?.events ?? []; },
      get log() { return past.log; },
      busy: false,
      get over() { return isLast(); },
      get result() { return isLast() ? (past.info!.result ?? null) : null; },
      veiled: false,
      before: null,
      reveal: () => undefined,
      atOnce: false,
      hint: null,
      undo: null,
      say: (path, details) => (past.words ?? home.words).say(path, details),
      name: (seat) => (seat === past.seat ? home.say("you") : (past.short[seat] ?? home.say(`colours.${seat}`))),
      act: () => undefined,
      refuse: () => undefined,
    };
  }
}

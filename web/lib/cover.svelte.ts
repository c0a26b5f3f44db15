/** Several people on one device: whose hand may be seen. It is written down, so that a reload under the cover shows nobody's. */

import { hidesFrom } from "./hidden";
import type { Live } from "./live.svelte";

export class Cover {
  /** The seat whose person has lifted the cover; null: nobody has. */
  #lifted = $state<number | null>(null);
  #next = $state<number | null>(null);

  constructor(private live: Live) {
    this.#lifted = live.holder = this.read();
  }

  /** Do the hands of this device differ? Only what the seats see at the same time can tell. */
  readonly hides: boolean = $derived.by(() => {
    const frames = this.live.seats.map((seat) => this.live.frames[seat]!);
    if (frames.every(({ at }) => at === frames[0]!.at)) this.known = frames.some(({ view }) => hidesFrom(frames[0]!.view, view));
    return this.known;
  });
  private known = false;
  /** Several seats are told one by one: until two of them are here nobody knows whether there is something to hide. */
  readonly isWaiting: boolean = $derived.by(() => this.live.message?.seat !== undefined && this.live.seats.length < 2);
  /** Whom the cover waits for; null where there is none. */
  readonly for: number | null = $derived.by(() => {
    if (!this.hides || this.live.message?.table.state !== "running" || this.#lifted === this.live.shown) return null;
    if (this.#next !== null) return this.#next;
    return this.live.seats.find((seat) => this.live.frames[seat]?.ask) ?? this.live.shown;
  });

  /** Whoever had the device before the reload still has it: once, when all there is to hide is known. */
  resume(): void {
    const seat = this.#lifted;
    if (this.hasResumed || seat === null || !this.hides || !this.live.frames[seat]) return;
    this.hasResumed = true;
    if (seat !== this.live.shown) this.live.turn(seat);
  }

  private hasResumed = false;

  /** The device is handed on: nothing is seen until the next one says so. */
  close(next: number): void {
    this.#next = next;
    this.keep(null);
  }

  lift(): void {
    const seat = this.for;
    if (seat === null) return;
    this.hasResumed = true;
    if (seat !== this.live.shown) this.live.turn(seat);
    this.#next = null;
    this.keep(seat);
  }

  private get key(): string {
    return `spieltisch.lifted.${this.live.id}`;
  }

  private read(): number | null {
    try {
      const kept = sessionStorage.getItem(this.key);
      return kept === null ? null : Number(kept);
    } catch {
      return null;
    }
  }

  private keep(seat: number | null): void {
    this.#lifted = this.live.holder = seat;
    try {
      if (seat === null) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, String(seat));
    } catch {
      /* then a reload covers once more */
    }
  }
}

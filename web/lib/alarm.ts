/** A clock that runs out says so ten seconds before. */

import type { Clock } from "./wire";

export const SHORT = 10; // seconds

/** How long a seat still has. */
export const left = (clock: Clock, seat: number, since: number, now: number): number => Math.max(0, (clock.left[seat] ?? clock.seconds) - (now - since) / 1000);

export class Alarm {
  private warned = new Map<number, string>();

  /** The seats that have so little time left since the last look; each turn once. A clock that is that short to begin with is not worth a word. */
  due(clock: Clock | null, seats: readonly number[], turn: string, since: number, now: number): number[] {
    if (!clock || clock.seconds <= SHORT) return [];
    const found = seats.filter((seat) => left(clock, seat, since, now) <= SHORT && this.warned.get(seat) !== turn);
    for (const seat of found) this.warned.set(seat, turn);
    return found;
  }
}

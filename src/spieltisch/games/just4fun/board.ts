// What lies on the board and what it means: majorities, locks, closed fields, lines. Fields are named by their number.

import type { View } from "./view.made";

export type { View };

export const SIDE = 6;
export const FIELDS = SIDE * SIDE;
export const LINE = 4;
const STEPS = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;

/** Stones of each seat on a field. */
export function stonesOn(view: View, field: number): number[] {
  return view.stones[field] ?? Array<number>(view.seats).fill(0);
}

/** The most stones that anyone else has. */
export function bestOther(stones: readonly number[], seat: number): number {
  return Math.max(0, ...stones.filter((_, other) => other !== seat));
}

/** The seat that is alone in front on such a field, or null. */
export function leader(stones: readonly number[]): number | null {
  const seat = stones.findIndex((count, who) => count > bestOther(stones, who));
  return seat < 0 ? null : seat;
}

/** A field belongs to someone for good. */
export function isLocked(view: View, field: number): boolean {
  return view.locked.includes(field);
}

/** Who keeps a seat out of an unlocked field by being two stones ahead, or null. */
export function barredBy(view: View, seat: number, field: number): number | null {
  if (isLocked(view, field)) return null;
  const stones = stonesOn(view, field);
  const by = stones.findIndex((count, other) => other !== seat && count >= (stones[seat] ?? 0) + 2);
  return by < 0 ? null : by;
}

/** May this seat place here, whatever its cards? */
export function mayPlace(view: View, seat: number, field: number): boolean {
  return !isLocked(view, field) && barredBy(view, seat, field) === null;
}

/** Stones lie here and nobody is alone in front. */
export function isContested(stones: readonly number[]): boolean {
  return stones.some((count) => count > 0) && leader(stones) === null;
}

/** How dark a field is printed: 1 (fields 1–6) to 6 (31–36). */
export function band(field: number): number {
  return Math.ceil(field / SIDE);
}

/** The board after a seat has placed one stone. */
export function placed(view: View, seat: number, field: number): View {
  const stones = [...stonesOn(view, field)];
  stones[seat] = (stones[seat] ?? 0) + 1;
  const locks = stones[seat]! >= bestOther(stones, seat) + 2;
  return {
    ...view,
    stones: { ...view.stones, [field]: locks ? stones.map((count, who) => (who === seat ? count : 0)) : stones },
    locked: locks ? [...view.locked, field] : view.locked,
    supply: view.supply.map((count, who) => (who === seat ? count - 1 : count)),
  };
}

/** What a seat's leads are worth if the game stopped now, and which fields they are, highest first. */
export function leads(view: View, seat: number): { fields: number[]; points: number } {
  const fields = view.board.filter((field) => leader(stonesOn(view, field)) === seat).sort((a, b) => b - a);
  return { fields, points: fields.reduce((sum, field) => sum + field, 0) };
}

/** Every straight line of four fields, as places on the board in reading order. */
export const WINDOWS: readonly number[][] = Array.from({ length: FIELDS }, (_, place) => place).flatMap((place) =>
  STEPS.flatMap(([down, right]) => {
    const row = Math.floor(place / SIDE) + down * (LINE - 1);
    const column = (place % SIDE) + right * (LINE - 1);
    if (row >= SIDE || column < 0 || column >= SIDE) return [];
    return [Array.from({ length: LINE }, (_, step) => place + step * (down * SIDE + right))];
  }),
);

export interface Threat {
  seat: number;
  /** the four places of the line */
  places: number[];
  /** the field that is missing */
  field: number;
}

/** Three of four fields held and the fourth can be won with one stone. */
export function threats(view: View): Threat[] {
  if (view.board.length < FIELDS || view.phase === "over") return [];
  const owners = view.board.map((field) => leader(stonesOn(view, field)));
  return WINDOWS.flatMap((places) =>
    view.supply.flatMap((supply, seat) => {
      const missing = places.filter((place) => owners[place] !== seat);
      if (supply === 0 || missing.length !== 1) return [];
      const field = view.board[missing[0]!]!;
      if (!mayPlace(view, seat, field)) return [];
      return leader(stonesOn(placed(view, seat, field), field)) === seat ? [{ seat, places, field }] : [];
    }),
  );
}

/** The threat to put into words: my own if I can make it now, else that of whoever plays soonest, else mine. */
export function nearest(all: readonly Threat[], view: View, seat: number | null, reachable: ReadonlySet<number>): Threat | null {
  const first = seat ?? view.turn;
  const rank = ({ seat: whose, field }: Threat) =>
    whose !== seat ? ((whose - first + view.seats) % view.seats) : reachable.has(field) ? -1 : view.seats;
  return [...all].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Lines of four or more that are held: whole runs of places, end to end. */
export function wonLines(view: View): { seat: number; places: number[] }[] {
  if (view.board.length < FIELDS) return [];
  const owners = view.board.map((field) => leader(stonesOn(view, field)));
  const whole = WINDOWS.filter((places) => owners[places[0]!] !== null && places.every((place) => owners[place] === owners[places[0]!]));
  const runs: { seat: number; places: number[] }[] = [];
  for (const places of whole) {
    const step = places[1]! - places[0]!;
    const before = runs.find((run) => run.places[1]! - run.places[0]! === step && run.places.at(-LINE + 1) === places[0]);
    if (before) before.places.push(places.at(-1)!);
    else runs.push({ seat: owners[places[0]!]!, places: [...places] });
  }
  return runs;
}

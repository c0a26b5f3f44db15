/** The chances over a game as lines: where each action lies, which points are drawn, how the line goes through them. */

import type { Review } from "./wire";

export interface Point {
  /** In rounds from the beginning: the end of round 3 is 3. */
  x: number;
  /** Lines of the log up to here. */
  at: number;
  chances: number[];
  /** Which action led here; -1 is the beginning. */
  action: number;
}

/** The beginning and the table after each action; every round is equally wide. */
export function points({ actions }: Pick<Review, "actions">): Point[] {
  const first = actions[0];
  if (!first) return [];
  const inRound = new Map<number, number>();
  for (const { round } of actions) inRound.set(round, (inRound.get(round) ?? 0) + 1);
  const seen = new Map<number, number>();
  const found: Point[] = [{ x: 0, at: 0, chances: first.before, action: -1 }];
  actions.forEach(({ round, at, after }, action) => {
    const nth = (seen.get(round) ?? 0) + 1;
    seen.set(round, nth);
    found.push({ x: round - 1 + nth / inRound.get(round)!, at, chances: after, action });
  });
  return found;
}

/** At most so many of them, evenly spread: the last of each stretch, the ends, and those of the wanted actions. */
export function thinned(all: readonly Point[], most: number, wanted: readonly number[] = []): Point[] {
  const last = all.at(-1);
  if (!last || all.length <= most) return [...all];
  const stretch = (point: Point) => Math.floor((point.x / last.x) * (most - 1) + 1e-9);
  return all.filter((point, i) => i === 0 || point === last || wanted.includes(point.action) || stretch(point) !== stretch(all[i + 1]!));
}

/** A smooth line through points from left to right that never swings beyond them (monotone cubic). */
export function line(xs: readonly number[], ys: readonly number[]): string {
  const last = xs.length - 1;
  const short = (value: number) => +value.toFixed(1);
  if (last < 0) return "";
  const slope = (i: number) => (ys[i + 1]! - ys[i]!) / Math.max(1e-6, xs[i + 1]! - xs[i]!);
  const tilt = (i: number) => {
    if (i === 0) return last ? slope(0) : 0;
    if (i === last) return slope(last - 1);
    const [left, right] = [slope(i - 1), slope(i)];
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  };
  let path = `M${short(xs[0]!)} ${short(ys[0]!)}`;
  for (let i = 0; i < last; i++) {
    const third = (xs[i + 1]! - xs[i]!) / 3;
    path += `C${short(xs[i]! + third)} ${short(ys[i]! + tilt(i) * third)} ${short(xs[i + 1]! - third)} ${short(ys[i + 1]! - tilt(i + 1) * third)} ${short(xs[i + 1]!)} ${short(ys[i + 1]!)}`;
  }
  return path;
}

/** Where each of some labels goes so that no two touch: as near as can be to where they want to be, in their order. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const found = [...wanted];
  for (let i = 0; i < found.length; i++) found[i] = Math.max(found[i]!, i ? found[i - 1]! + gap : low);
  for (let i = found.length - 1; i >= 0; i--) found[i] = Math.min(found[i]!, i === found.length - 1 ? high : found[i + 1]! - gap);
  return found;
}

/** The rounds that are named below the line: few enough to be read. */
export function labelled(rounds: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(rounds / Math.max(1, most)));
  return Array.from({ length: Math.floor(rounds / every) }, (_, i) => (i + 1) * every);
}

/** The point that was reached at a line of the log. */
export const pointAt = (all: readonly Point[], at: number): Point | undefined => all.findLast((point) => point.at <= at);

/** The point nearest to a place on the line. */
export function nearestTo(all: readonly Point[], x: number): Point | undefined {
  let best: Point | undefined;
  for (const point of all) if (!best || Math.abs(point.x - x) < Math.abs(best.x - x)) best = point;
  return best;
}

/** The chances at the end of each round, the beginning first: for those who read instead of looking. */
export function byRound(all: readonly Point[]): { round: number; chances: number[] }[] {
  const ends = new Map<number, number[]>();
  for (const { x, chances } of all) ends.set(Math.ceil(x), chances);
  return [...ends].map(([round, chances]) => ({ round, chances }));
}

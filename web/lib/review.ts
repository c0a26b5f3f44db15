/** A review in words: who was lucky, who played well, and what the three moments were. */

import type { Details, Lang, Say } from "./table";
import type { Review, ReviewAction, ReviewMoment } from "./wire";

const WIND = 0.03; // less luck than this is nobody's tailwind
const LEVEL = 0.01; // as lucky as the luckiest
const NEAR = 8; // of a hundred: close behind
const COSTLY = 0.02; // a decision that is worth a word

/** A number with its sign, as people write it. */
export function signed(value: number, lang: Lang, digits = Math.abs(value) < 9.95 ? 1 : 0): string {
  const size = Math.abs(value).toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const isNone = Number(Math.abs(value).toFixed(digits)) === 0;
  return isNone ? `±${size}` : `${value < 0 ? "−" : "+"}${size}`;
}

export const percent = (chance: number): number => Math.round(100 * Math.min(1, Math.max(0, chance)));

/** A move or a reason as a sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed && trimmed[0]!.toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

/** Each seat's luck, in the game's own unit where the server tells it. */
export function lucks({ seats }: Review): { values: number[]; isOwnUnit: boolean } {
  const isOwnUnit = seats.every((seat) => typeof seat.luck_points === "number");
  return { values: seats.map((seat) => (isOwnUnit ? seat.luck_points! : 100 * seat.luck)), isOwnUnit };
}

type Telling = { lang: Lang; say: Say; names: readonly string[]; me: number };

/** Who had tailwind, who played most cleanly: one line from the sums. */
export function summary(review: Review, telling: Telling): string {
  return [wind(review, telling), clean(review, telling)].filter(Boolean).join(" ");
}

function wind({ seats }: Review, telling: Telling): string {
  const most = Math.max(...seats.map((seat) => seat.luck));
  if (most < WIND) return telling.say("review.wind.none");
  const { form, details } = about(telling, seats.flatMap((seat, n) => (seat.luck >= most - LEVEL ? [n] : [])));
  return telling.say(`review.wind.${form}`, details);
}

function clean({ seats }: Review, telling: Telling): string {
  const asked = seats.map((_, n) => n).filter((n) => seats[n]!.decisions > 0);
  if (asked.length < 2) return "";
  const most = Math.max(...asked.map((n) => seats[n]!.skill));
  const best = asked.filter((n) => seats[n]!.skill === most);
  if (best.length === asked.length) return telling.say("review.clean.all");
  const own = seats[telling.me];
  const isNear = best.length === 1 && own && own.decisions > 0 && !best.includes(telling.me) && most - own.skill <= NEAR;
  const { form, details } = isNear ? { form: "near", details: { name: telling.names[best[0]!] } } : about(telling, best);
  return telling.say(asked.length === 2 ? `review.cleaner.${form}` : `review.clean.${form}`, details);
}

/** Which form a sentence about some seats has: one or several, mine among them or not. */
function about({ lang, names, me }: Telling, seats: number[]): { form: string; details: Details } {
  const others = seats.filter((seat) => seat !== me).map((seat) => names[seat]!);
  const isMine = others.length < seats.length;
  if (seats.length === 1) return { form: isMine ? "you" : "one", details: { name: others[0] } };
  return { form: isMine ? "us" : "many", details: { names: new Intl.ListFormat(lang).format(others) } };
}

/** What kind of chance it was: dice fall, cards come, and there is more. */
export function chanceKind(action: string): "throw" | "card" | "other" {
  const kind = action.split(" ")[0]!;
  return kind === "roll" || kind === "throw" ? "throw" : kind === "draw" ? "card" : "other";
}

/** Dice that can be drawn, or the number on a card. */
export function pictured(action: string): { dice: number[] } | { card: number } | null {
  const [kind, ...rest] = action.split(" ");
  const numbers = rest.map(Number);
  if (kind === "roll" && numbers.length && numbers.every((value) => value >= 1 && value <= 6)) return { dice: numbers };
  return kind === "draw" && numbers.length === 1 && Number.isInteger(numbers[0]) ? { card: numbers[0]! } : null;
}

export interface Told { kind: string; when: string; text: string; stronger: string; change: number }

/** A moment in words. */
export function momentTold(review: Review, moment: ReviewMoment, say: Say, name: (seat: number) => string): Told {
  const action = review.actions[moment.action]!;
  const by = chanceKind(action.do);
  const kind = moment.kind === "costly" ? say("review.costly") : say(moment.kind === "lucky" ? `review.lucky.${by}` : `review.unlucky.${by}`);
  const stronger = moment.kind === "costly" && action.best_text ? say("review.stronger", { best: sentence(action.best_text) }) : "";
  return { kind, when: say("review.when", { round: action.round, name: name(moment.seat) }), text: action.text, stronger, change: Math.round(100 * moment.change) };
}

/** The decision between two lines of the log (the later one counted) that gave most away, if it is worth a word. */
export function costlyBetween(actions: readonly ReviewAction[], from: number, to: number): ReviewAction | null {
  const here = actions.filter(({ at, loss }) => at > from && at <= to && (loss ?? 0) >= COSTLY);
  return here.sort((one, other) => other.loss! - one.loss!)[0] ?? null;
}

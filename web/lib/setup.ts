/** The table that is being laid in the lobby: who sits where. */

import { houseTexts } from "./rooms";
import type { Lang } from "./table";
import type { GameInfo, LegDice, OptionValue, SeatWish } from "./wire";
import { Words } from "./words";

export interface Plan {
  game: string;
  seats: SeatWish[];
  options: Record<string, OptionValue>;
  public: boolean;
  clock: number | null;
  /** May one ask for tips? */
  hints: boolean;
  /** Two games that add up: the second with other dice or with the same. Null: one game. */
  legs: LegDice | null;
}

const LANGUAGES: Lang[] = ["de", "en"];

/** What computers are called. */
export function botNames(lang: Lang): string[] {
  const words = new Words(lang, houseTexts(lang));
  return [0, 1, 2, 3].map((bot) => words.say(`bots.${bot}`));
}

/** A name for the computer at a seat that nobody else at the table has. */
export function botName(seats: readonly SeatWish[], lang: Lang): string {
  const names = botNames(lang);
  return names.find((name) => !seats.some((seat) => seat.name?.trim() === name)) ?? names[0]!;
}

/** Computers that still have the name they were given are called so in the chosen language. */
export function renamed(plan: Plan, lang: Lang): Plan {
  const names = botNames(lang);
  const known = LANGUAGES.map(botNames);
  const called = (seat: SeatWish) => Math.max(...known.map((list) => list.indexOf(seat.name ?? "")));
  return { ...plan, seats: plan.seats.map((seat) => (seat.kind === "bot" && called(seat) >= 0 ? { ...seat, name: names[called(seat)]! } : seat)) };
}

/** The level in the middle: neither the easiest nor the hardest. */
export const middleLevel = (levels: readonly string[]): string => levels[Math.floor(levels.length / 2)] ?? levels[0] ?? "";

/** A plan as it was kept, made to fit what the server offers. */
export function fitted(kept: unknown, games: readonly GameInfo[], name: string, lang: Lang): Plan {
  const before = (kept && typeof kept === "object" ? kept : {}) as Partial<Plan>;
  const game = games.find(({ key }) => key === before.game) ?? games[0];
  const levels = game?.levels ?? [];
  const seats: SeatWish[] = Array.isArray(before.seats)
    ? before.seats.filter((seat) => seat && ["me", "open", "bot", "local"].includes(seat.kind)).map((seat) => ({ ...seat }))
    : [{ kind: "me", name }, { kind: "bot", name: botName([], lang), level: middleLevel(levels) }];
  const plan: Plan = { game: game?.key ?? "", seats, options: { ...before.options }, public: before.public === true, clock: before.clock ?? null, hints: before.hints !== false, legs: before.legs === "fresh" || before.legs === "same" ? before.legs : null };
  return renamed(settled(plan, game, lang), lang);
}

/** As many seats as the game allows, levels and options that it knows. */
export function settled(plan: Plan, game: GameInfo | undefined, lang: Lang): Plan {
  const counts = game?.seats ?? [2];
  const seats = plan.seats.slice(0, Math.max(...counts));
  while (seats.length < Math.min(...counts)) seats.push({ kind: "bot", name: botName(seats, lang), level: middleLevel(game?.levels ?? []) });
  for (const seat of seats) if (seat.kind === "bot" && !game?.levels.includes(seat.level ?? "")) seat.level = middleLevel(game?.levels ?? []);
  const told = game?.options ?? {};
  const options = Object.fromEntries(Object.entries(plan.options).filter(([key, value]) => told[key]?.includes(value) && told[key]![0] !== value));
  return { ...plan, seats, options };
}

export function resized(plan: Plan, count: number, game: GameInfo | undefined, lang: Lang): Plan {
  const seats = plan.seats.slice(0, count);
  while (seats.length < count) seats.push({ kind: "bot", name: botName(seats, lang), level: middleLevel(game?.levels ?? []) });
  return { ...plan, seats };
}

/** All seats but one's own of one kind: computers, people on this device, or whoever has the link. */
export function peopled(plan: Plan, kind: "bot" | "local" | "open", game: GameInfo | undefined, lang: Lang): Plan {
  const seats: SeatWish[] = [];
  plan.seats.forEach((seat, n) => {
    if (seat.kind === "me" || (n === plan.seats.length - 1 && !plan.seats.some((one) => one.kind === "me"))) seats.push(seat.kind === "me" ? seat : { kind: "me", name: "" });
    else if (seat.kind === kind) seats.push(seat);
    else seats.push(kind === "bot" ? { kind, name: botName([...seats, ...plan.seats.slice(n + 1)], lang), level: middleLevel(game?.levels ?? []) } : { kind, name: "" });
  });
  return { ...plan, seats };
}

/** What the server is asked for: names trimmed, levels only where a bot sits. */
export function wishes(seats: readonly SeatWish[]): SeatWish[] {
  return seats.map(({ kind, name = "", level }) => ({ kind, name: kind === "open" ? "" : name.trim(), ...(kind === "bot" ? { level } : {}) }));
}

/** The same kinds of people for another group: whoever asks sits down, the other people's seats are open, computers stay. */
export function sameKinds(seats: readonly { kind: string; name: string; level: string | null }[], mine: readonly number[], name: string): SeatWish[] {
  const own = mine.length ? mine : [seats.findIndex(({ kind }) => kind !== "bot")];
  return seats.map((seat, n): SeatWish => {
    if (n === own[0]) return { kind: "me", name: seat.name || name };
    if (own.includes(n)) return { kind: "local", name: seat.name };
    return seat.kind === "bot" ? { kind: "bot", name: seat.name, level: seat.level ?? undefined } : { kind: "open", name: "" };
  });
}

/** The table that is being laid in the lobby: who sits where. */

import type { GameInfo, OptionValue, SeatWish } from "./wire";

export interface Plan {
  game: string;
  seats: SeatWish[];
  options: Record<string, OptionValue>;
  public: boolean;
  clock: number | null;
}

export const BOT_NAMES = ["Fuchs", "Dachs", "Eule", "Biber"];

/** A name for the computer at a seat that nobody else at the table has. */
export function botName(seats: readonly SeatWish[]): string {
  return BOT_NAMES.find((name) => !seats.some((seat) => seat.name === name)) ?? BOT_NAMES[0]!;
}

/** The level in the middle: neither the easiest nor the hardest. */
export const middleLevel = (levels: readonly string[]): string => levels[Math.floor(levels.length / 2)] ?? levels[0] ?? "";

/** A plan as it was kept, made to fit what the server offers. */
export function fitted(kept: unknown, games: readonly GameInfo[], name: string): Plan {
  const before = (kept && typeof kept === "object" ? kept : {}) as Partial<Plan>;
  const game = games.find(({ key }) => key === before.game) ?? games[0];
  const levels = game?.levels ?? [];
  const seats: SeatWish[] = Array.isArray(before.seats)
    ? before.seats.filter((seat) => seat && ["me", "open", "bot", "local"].includes(seat.kind)).map((seat) => ({ ...seat }))
    : [{ kind: "me", name }, { kind: "bot", name: BOT_NAMES[0], level: middleLevel(levels) }];
  const plan: Plan = { game: game?.key ?? "", seats, options: { ...before.options }, public: before.public === true, clock: before.clock ?? null };
  return settled(plan, game);
}

/** As many seats as the game allows, levels and options that it knows. */
export function settled(plan: Plan, game: GameInfo | undefined): Plan {
  const counts = game?.seats ?? [2];
  const seats = plan.seats.slice(0, Math.max(...counts));
  while (seats.length < Math.min(...counts)) seats.push({ kind: "bot", name: botName(seats), level: middleLevel(game?.levels ?? []) });
  for (const seat of seats) if (seat.kind === "bot" && !game?.levels.includes(seat.level ?? "")) seat.level = middleLevel(game?.levels ?? []);
  const told = game?.options ?? {};
  const options = Object.fromEntries(Object.entries(plan.options).filter(([key, value]) => told[key]?.includes(value) && told[key]![0] !== value));
  return { ...plan, seats, options };
}

export function resized(plan: Plan, count: number, game: GameInfo | undefined): Plan {
  const seats = plan.seats.slice(0, count);
  while (seats.length < count) seats.push({ kind: "bot", name: botName(seats), level: middleLevel(game?.levels ?? []) });
  return { ...plan, seats };
}

/** What the server is asked for: names trimmed, levels only where a bot sits. */
export function wishes(seats: readonly SeatWish[]): SeatWish[] {
  return seats.map(({ kind, name = "", level }) => ({ kind, name: kind === "open" ? "" : name.trim(), ...(kind === "bot" ? { level } : {}) }));
}

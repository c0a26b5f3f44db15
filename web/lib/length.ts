/** How long a game was, from the times in its log. */

interface Line { by?: number | "chance"; ms?: number }

/** Whole minutes: between two words of chance those who choose at the same time do so beside each other. */
export function minutesOf(log: string): number {
  let [sum, beside] = [0, new Map<number, number>()];
  const settle = () => { sum += Math.max(0, ...beside.values()); beside = new Map(); };
  for (const text of log.trim().split("\n")) {
    const { by, ms } = JSON.parse(text) as Line;
    if (by === "chance") settle();
    else if (typeof by === "number" && typeof ms === "number") beside.set(by, (beside.get(by) ?? 0) + ms);
  }
  settle();
  return Math.round(sum / 60_000);
}

// Before the own dice fall: the table without them, and without what they will bring.
import type { GameEvent } from "../../../../web/lib/table";
import type { View } from "./view";

const BROUGHT = ["scored", "unclaimed", "discarded", "drew", "dealt"];

/** What happened before the seat's throw, and with it. */
export function parted(events: readonly GameEvent[], seat: number | null): { before: GameEvent[]; after: GameEvent[] } {
  const at = events.findLastIndex(({ event, seat: who }) => event === "rolled" && who === seat);
  return { before: events.slice(0, Math.max(0, at)), after: events.slice(Math.max(0, at)) };
}

/** The table as it stood before the throw: trays that a double has scored stand as they were, with what others put there last. */
export function veiled(now: View, previous: View | null, events: readonly GameEvent[], seat: number | null): View {
  const { before, after } = parted(events, seat);
  const touched = new Set(after.filter(({ event }) => BROUGHT.includes(event)).map(({ tray }) => tray as number));
  if (!previous || !touched.size) return { ...now, phase: "roll", dice: [] };
  const trays = now.trays.map((tray, i) => (touched.has(i + 1) ? { ...previous.trays[i]!, dice: placed(previous.trays[i]!.dice, before, i + 1) } : tray));
  return { ...now, phase: "roll", dice: [], trays, supply: previous.supply, cards: previous.cards, sacks: previous.sacks, won: previous.won };
}

function placed(dice: readonly string[], events: readonly GameEvent[], tray: number): string[] {
  const lying = [...dice];
  for (const one of events)
    if ((one.event === "placed" || one.event === "swapped") && one.tray === tray) lying[(one.space as number) - 1] = `${one.seat}:${one.value}`;
  return lying;
}

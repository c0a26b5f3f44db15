/** Events in words. */

import type { GameEvent, LogLine } from "./table";
import type { Words } from "./words";

/** The sentences of some events; an event without a text says nothing. */
export function told(events: readonly GameEvent[], at: number, words: Words): LogLine[] {
  return events
    .filter(({ event }) => words.has(`events.${event}`))
    .map(({ event, ...details }) => ({ at, seat: whose(details), text: words.say(`events.${event}`, details) }));
}

function whose(details: Record<string, unknown>): number | null {
  for (const key of ["seat", "winner"]) if (typeof details[key] === "number") return details[key] as number;
  return null;
}

// What happened on the trays since this seat last placed something, so that it can be marked there.
import type { GameEvent } from "../../../../web/lib/table";

/** Spaces ("tray.space") with a die that others put there since; an onlooker sees the last turn only. */
export function recent(before: readonly string[], last: number | null, events: readonly GameEvent[], me: number | null): { spots: string[]; last: number | null } {
  let spots = [...before];
  for (const told of events) {
    if (told.event === "placed" || told.event === "swapped") {
      const seat = told.seat as number;
      if (seat !== last && (seat === me || me === null)) spots = [];
      last = seat;
      if (seat !== me) spots.push(`${told.tray}.${told.space}`);
    }
    if (told.event === "scored" || told.event === "unclaimed") spots = spots.filter((spot) => !spot.startsWith(`${told.tray}.`));
  }
  return { spots, last };
}

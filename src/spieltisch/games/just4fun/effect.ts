// What a stone on a field would do, in at most two sentences: what it means for lines, then what it means for the field.

import { bestOther, placed, stonesOn, threats, wonLines, type View } from "./board";
import type { Phrase } from "./choice";

/** The preview of a move for the seat that thinks about it. */
export function effect(view: View, seat: number, field: number): Phrase[] {
  const after = placed(view, seat, field);
  if (wonLines(after).some((line) => line.seat === seat)) return [{ say: "page.does_win" }];
  const said = onLines(view, after, seat);
  return [...(said ? [said] : []), onField(view, after, seat, field), ...lastStone(after, seat)].slice(0, 2);
}

/** Whose line it stops, or that three are in a line now. */
function onLines(view: View, after: View, seat: number): Phrase | null {
  const before = threats(view);
  const still = threats(after);
  for (let step = 1; step < view.seats; step++) {
    const other = (seat + step) % view.seats;
    const missing = (all: typeof still) => new Set(all.filter((threat) => threat.seat === other).map((threat) => threat.field));
    const left = missing(still);
    if (left.size < missing(before).size) {
      return left.size ? { say: "page.does_stop_one", details: { seat: other, field: [...left][0] } } : { say: "page.does_stop", details: { seat: other } };
    }
  }
  const made = still.find((threat) => threat.seat === seat && !before.some((old) => old.seat === seat && old.field === threat.field));
  return made ? { say: "page.does_three", details: { field: made.field } } : null;
}

/** Locked, ahead, level or still behind. */
function onField(view: View, after: View, seat: number, field: number): Phrase {
  const before = stonesOn(view, field);
  const mine = stonesOn(after, field)[seat]!;
  if (after.locked.includes(field)) {
    return { say: bestOther(before, seat) > 0 ? "page.does_lock_out" : "page.does_lock" };
  }
  const others = bestOther(before, seat);
  if (mine > others) return { say: others ? "page.does_lead" : "page.does_lead_alone" };
  return { say: mine === others ? "page.does_level" : "page.does_behind" };
}

function lastStone(after: View, seat: number): Phrase[] {
  return after.supply[seat] === 0 ? [{ say: "page.does_last" }] : [];
}

/** How often a seat may take back: as at the server's tables, without end it would only fill the log. */

import { Refused } from "./needs";
import type { LocalTable } from "./table";

const MOST = 10; // take-backs of a seat in one turn
const LONGEST = 10_000; // lines of a log

/** May this seat take back now? */
export function undoable(table: LocalTable, seat: number): boolean {
  const index = table.match.undoable(seat);
  return index !== null && !isEnough(table, seat, index);
}

/** The index of the action that this seat may take back; refused where there is none, or where it has been enough. */
export function checkUndo(table: LocalTable, seat: number): number {
  const index = table.match.undoable(seat);
  if (index === null) throw new Refused("nothing_to_undo");
  if (isEnough(table, seat, index)) throw new Refused("undone_enough", { most: MOST });
  return index;
}

/** Has this seat taken back as often as it may, since chance or somebody else last did something that stands and all could see? */
function isEnough(table: LocalTable, seat: number, index: number): boolean {
  const { lines, actions } = table.match;
  if (lines.length >= LONGEST) return true;
  const last = actions.slice(0, index).findLastIndex(({ by }, at) => by === "chance" || (by !== seat && isSeen(table, at)));
  const since = last < 0 ? 0 : actions[last]!.line;
  return lines.slice(since + 1).filter((line) => "undo" in line && line.by === seat).length >= MOST;
}

/** Did anybody else hear of this action? */
function isSeen(table: LocalTable, index: number): boolean {
  const { by } = table.match.actions[index]!;
  return table.told(index).some(({ audience }) => audience.some((one) => one !== by));
}

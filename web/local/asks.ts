/** Which question is open for which seat. A question is numbered by the log's length when it was first put, and keeps its number
 *  while others act. All of it follows from the log, as at the server's tables, so that a retry after a restart is still recognised. */

import { Refused, type Actor, type Door, type Line, type Match, type State } from "./needs";

export class Asks {
  open = new Map<number, number>();
  private answered = new Map<number, { ask: number; text: string }>();
  private latest = new Map<number, { at: number; wasUndo: boolean }>();

  /** Put the question to those who are to act and have none open; withdraw it from the others. */
  follow(door: Door, state: State, at: number): void {
    const acting = door.toAct(state);
    const due = Array.isArray(acting) ? acting : [];
    this.open = new Map(due.map((seat) => [seat, this.open.get(seat) ?? at]));
  }

  answer(seat: number, text: string, at: number): void {
    this.answered.set(seat, { ask: this.open.get(seat)!, text });
    this.open.delete(seat);
    this.latest.set(seat, { at, wasUndo: false });
  }

  takeBack(seat: number, at: number): void {
    this.open.delete(seat);
    this.answered.delete(seat);
    this.latest.set(seat, { at, wasUndo: true });
  }

  /** Was this take-back wished before its sender could know that it had been done? Behind a move of one's own it is stale. */
  isRepeatedUndo(seat: number, ask: number | null): boolean {
    const latest = this.latest.get(seat);
    if (ask === null || !latest || ask >= latest.at) return false;
    if (!latest.wasUndo) throw new Refused("stale", { ask });
    return true;
  }

  /** Is this the same answer to the same question again? */
  isRepeat(seat: number, ask: number | null, text: string): boolean {
    const before = this.answered.get(seat);
    return before !== undefined && before.ask === ask && before.text === text;
  }

  /** Only an open question can be answered. */
  check(seat: number, ask: number | null): void {
    if (ask === null) throw new Refused("missing_key", { key: "ask" });
    if (this.open.get(seat) !== ask) throw new Refused("stale", { ask });
  }
}

/** The questions of a match, numbered as they were when it was played. */
export function reopened(door: Door, lines: string[]): { match: Match; asks: Asks } {
  const match = door.replay(lines);
  const asks = new Asks();
  const states = everyState(door, match);
  match.lines.forEach((line, index) => follow(door, asks, line, index, states[index]!));
  return { match, asks };
}

/** The state after each line. The match was read, so every line is right; what was taken back is taken back here too. */
function everyState(door: Door, match: Match): State[] {
  const done: { by: Actor; text: string }[] = [];
  const states = [match.states[0]!];
  const play = (by: Actor, text: string) => {
    states.push(door.play(states.at(-1)!, by, text));
    done.push({ by, text });
  };
  return match.lines.map((line) => {
    if ("undo" in line) {
      const index = done.findLastIndex(({ by }) => by === line.by);
      const later = done.splice(index).slice(1);
      states.length = index + 1;
      for (const { by, text } of later) play(by, text);
    } else if ("do" in line) play(line.by, line.do);
    return states.at(-1)!;
  });
}

function follow(door: Door, asks: Asks, line: Line, index: number, state: State): void {
  const at = index + 1;
  if (typeof line.by === "number") {
    if ("undo" in line) asks.takeBack(line.by, at);
    else asks.answer(line.by, line.do, at);
  }
  if (!("result" in line) && door.toAct(state) !== "chance") asks.follow(door, state, at);
}

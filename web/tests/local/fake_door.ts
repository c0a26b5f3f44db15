/** A game that fits on a page, for the tests of the table around it: whose turn it is gets a die, may aim in secret, then takes it or leaves it.
 *  Whoever has twelve points wins. */

import { Refused, type Action, type Actor, type Door, type Line, type Match, type State, type ToldEvent } from "../../local/needs";

interface Tiny extends State { turn: number; die: number; aimed: number; sums: number[]; throws: number }
const tiny = (state: State) => state as Tiny;

class FakeMatch implements Match {
  lines: Line[];
  actions: Action[] = [];
  states: State[];
  result: Match["result"] = null;

  constructor(readonly header: Line) {
    if (header.spieltisch !== 1) throw new Refused("log_version", { key: "spieltisch", value: header.spieltisch, known: 1 });
    this.lines = [header];
    this.states = [fakeDoor.begin(header.seats.length, header.start, header.options)];
  }

  get state(): State { return this.states.at(-1)!; }

  play(by: Actor, text: string, ms?: number | null, note?: string | null): Line {
    this.states.push(played(tiny(this.state), by, text));
    this.actions.push({ by, do: text, line: this.lines.length });
    return this.add({ by, do: text, ...(ms == null ? {} : { ms }), ...(note == null ? {} : { note }) });
  }

  undoable(seat: number): number | null {
    const last = this.actions.at(-1);
    return last && last.by === seat && last.do === "aim" && !this.result ? this.actions.length - 1 : null;
  }

  undo(seat: number): Line {
    if (this.undoable(seat) === null) throw new Refused("nothing_to_undo");
    this.actions.pop();
    this.states.pop();
    return this.add({ by: seat, undo: 1 });
  }

  end(): Line {
    const { sums } = tiny(this.state);
    const most = Math.max(...sums);
    this.result = { places: sums.map((sum) => (sum === most ? 1 : 2)), points: sums, why: "points" } as never;
    return this.add({ result: this.result });
  }

  text(): string { return this.lines.map((line) => JSON.stringify(line) + "\n").join(""); }
  private add(line: Line): Line { this.lines.push(line); return line; }
}

function played(state: Tiny, by: Actor, text: string): Tiny {
  const [word, value] = text.split(" ");
  if (by === "chance") return { ...state, die: Number(value), throws: state.throws + 1 };
  if (by !== state.turn) throw new Refused("not_your_turn", { turn: state.turn });
  if (word === "aim") return { ...state, aimed: state.aimed + 1 };
  if (word !== "take" && word !== "leave") throw new Refused("unreadable_move", { text });
  const sums = state.sums.map((sum, seat) => sum + (seat === by && word === "take" ? state.die : 0));
  return { ...state, sums, die: 0, aimed: 0, turn: (state.turn + 1) % state.seats };
}

export const fakeDoor: Door = {
  key: "tiny",
  begin: (seats, start = 0, options = {}) => {
    if (seats < 2 || seats > 4) throw new Refused("wrong_length", { key: "seats", count: seats, low: 2, high: 4 });
    return { seats, options: { long: false, ...options }, turn: start, die: 0, aimed: 0, sums: Array(seats).fill(0), throws: 0 } as Tiny;
  },
  toAct: (state) => (Math.max(...tiny(state).sums) >= 12 ? "over" : tiny(state).die ? [tiny(state).turn] : "chance"),
  legal: (state, seat) => (tiny(state).turn === seat && tiny(state).die ? ["take", "leave", "aim"] : []),
  chances: () => ({ "throw 1": 1, "throw 2": 1, "throw 3": 1, "throw 4": 1, "throw 5": 1, "throw 6": 1 }),
  lottery: (state) => ({ kind: "throw", seat: tiny(state).turn, tickets: 6 }),
  drawn: (_, ticket) => `throw ${ticket + 1}`,
  play: (state, by, text) => played(tiny(state), by, text),
  events: (state, by, text): ToldEvent[] => {
    const all = [null, ...Array(state.seats).keys()];
    if (by === "chance") return [{ event: { event: "threw", seat: tiny(state).turn, value: text }, audience: all }];
    return [{ event: { event: text, seat: by }, audience: text === "aim" ? [by] : all }];
  },
  view: (state, seat) => ({ game: "tiny", seat, ...tiny(state), aimed: tiny(state).turn === seat ? tiny(state).aimed : null }),
  newMatch: (header) => new FakeMatch(header),
  replay: (lines) => {
    const read = lines.map((text, index) => {
      try { return JSON.parse(text) as Line; } catch { throw new Refused("log_line", { line: index + 1 }); }
    });
    if (!read.length) throw new Refused("log_empty");
    const match = new FakeMatch(read[0]!);
    for (const line of read.slice(1)) {
      if ("result" in line) match.end();
      else if ("undo" in line) match.undo(line.by);
      else match.play(line.by, line.do, line.ms, line.note);
    }
    return match;
  },
};

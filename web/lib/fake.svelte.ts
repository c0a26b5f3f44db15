import { told } from "./log";
import { shortNames } from "./names";
import type { GameEvent, Lang, Person, Result, Table, Turns } from "./table";
import { Words, type Tables } from "./words";

export interface Fixture {
  game?: string;
  seat?: number | null;
  view: any;
  moves?: string[];
  people?: Partial<Person>[];
  events?: GameEvent[];
  lang?: Lang;
  result?: Result | null;
  busy?: boolean;
  hint?: string | null;
  undo?: boolean;
  /** All texts in their order: house, shell, room, own. */
  texts?: Tables[];
  turns?: Turns;
  veiled?: boolean;
  atOnce?: boolean;
}

export type FakeTable = Table & {
  /** What the room did with it. */
  readonly acted: string[];
  readonly refused: string[];
  readonly undone: number;
  set(fixture: Partial<Fixture>): void;
};

const NAMES = ["Ada", "Opa Karl", "Mia", "Fuchs"];

/** A table from a fixture, for development and component tests; `set` changes it as a message would. */
export function fake(start: Fixture): FakeTable {
  let now = $state<Fixture>({ ...start });
  const acted = $state<string[]>([]);
  const refused = $state<string[]>([]);
  let undone = $state(0);
  const seat = $derived(now.seat === undefined ? 0 : now.seat);
  const people = $derived.by<Person[]>(() => {
    const count: number = now.people?.length ?? now.view?.seats ?? 2;
    const names = Array.from({ length: count }, (_, other) => now.people?.[other]?.name ?? NAMES[other]!);
    const short = shortNames(names);
    return names.map((name, other) => ({
      seat: other,
      name,
      short: short[other]!,
      bot: other === 3 ? "strong" : null,
      here: true,
      you: other === seat,
      acting: now.view?.turn === other,
      ...now.people?.[other],
    }));
  });
  const words = $derived(new Words(now.lang ?? "de", now.texts ?? [], () => people.map((person) => person.short), () => seat));
  return {
    get game() { return now.game ?? ""; },
    get lang() { return now.lang ?? "de"; },
    get view() { return now.view; },
    get seat() { return seat; },
    get people() { return people; },
    get moves() { return now.veiled ? [] : (now.moves ?? []); },
    get veiled() { return now.veiled ?? false; },
    before: null,
    get atOnce() { return now.atOnce ?? false; },
    reveal: () => { now = { ...now, veiled: false }; },
    get events() { return now.events ?? []; },
    get log() { return told((now.events ?? []).map((event) => ({ at: 0, event })), words, seat, now.turns); },
    get busy() { return now.busy ?? false; },
    get over() { return now.result != null || now.view?.phase === "over"; },
    get result() { return now.result ?? null; },
    get hint() { return now.hint ?? null; },
    get undo() { return now.undo ? () => { undone += 1; } : null; },
    get acted() { return acted; },
    get refused() { return refused; },
    get undone() { return undone; },
    say: (path, details) => words.say(path, details),
    name: (other) => (other === seat ? words.say("you") : words.seat(other)),
    act: (move) => { acted.push(move); },
    refuse: (text) => { refused.push(text); },
    set: (fixture) => { now = { ...now, ...fixture }; },
  };
}

/** The tables that concern this browser: its own, those that wait for it first, and the public ones with a free seat. */

import { api } from "./api";
import { home } from "./home.svelte";
import { shortNames } from "./names";
import { allTokens } from "./tokens";
import type { TableInfo } from "./wire";

const AGAIN = 10_000;
const MOST = 8;
const RANK = { running: 1, open: 2, over: 3, closed: 4 };

export const waitsForMe = (table: TableInfo): boolean => table.state === "running" && table.to_act.some((seat) => table.yours?.includes(seat));
const rank = (table: TableInfo): number => (waitsForMe(table) ? 0 : RANK[table.state]);
/** The names at a table, as sentences say them. */
export const namesAt = (table: TableInfo): string[] => shortNames(table.seats.map(({ name }, seat) => name || home.say(`colours.${seat}`)));

/** Who else sits there, and whether the dice have fallen before. */
export const withWhom = (table: TableInfo): string => (table.duplicate ? `${company(table)} · ${home.say("known.chip")}` : company(table));

function company(table: TableInfo): string {
  const names = namesAt(table).filter((_, seat) => !table.yours?.includes(seat) && table.seats[seat]!.kind !== "open");
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  if (!names.length) return free ? home.say("tables.free", { free, seats: table.seats.length }) : home.say("tables.alone");
  return home.say("tables.with", { names: new Intl.ListFormat(home.lang).format(names) });
}

export function standing(table: TableInfo): string {
  if (table.state !== "running") return home.say(`tables.${table.state}`);
  if (waitsForMe(table)) return home.say("tables.your_turn");
  return home.say("tables.turn", { names: new Intl.ListFormat(home.lang).format(table.to_act.map((seat) => namesAt(table)[seat]!)) });
}

export class TableList {
  #mine = $state.raw<TableInfo[]>([]);
  #open = $state.raw<TableInfo[]>([]);
  isLoaded = $state(false);
  readonly mine: TableInfo[] = $derived(this.#mine.filter((table) => table.state !== "closed").sort((a, b) => rank(a) - rank(b)).slice(0, MOST));
  /** Those that go on, and those that are over. */
  readonly running: TableInfo[] = $derived(this.mine.filter((table) => table.state !== "over"));
  readonly over: TableInfo[] = $derived(this.mine.filter((table) => table.state === "over"));
  readonly waiting: TableInfo[] = $derived(this.mine.filter(waitsForMe));
  readonly open: TableInfo[] = $derived(this.#open.filter((table) => !this.#mine.some(({ id }) => id === table.id)).slice(0, MOST));

  private async load(): Promise<void> {
    if (document.hidden) return;
    const tokens = allTokens();
    const [own, all] = await Promise.allSettled([tokens.length ? api.mine(tokens) : [], api.publicTables()]);
    if (own.status === "fulfilled") this.#mine = own.value;
    if (all.status === "fulfilled") this.#open = all.value;
    this.isLoaded = true;
  }

  /** Look now, and again and again; returns how to stop. */
  start(): () => void {
    const look = () => void this.load();
    look();
    const again = setInterval(look, AGAIN);
    document.addEventListener("visibilitychange", look);
    return () => { clearInterval(again); document.removeEventListener("visibilitychange", look); };
  }
}

/** Requests to the server. Whatever goes wrong comes back as a `No` with a sentence for people. */

import { home } from "./home.svelte";
import { tokenOf } from "./tokens";
import type { Chance } from "./verify";
import type { Deleting, DeviceCode, DeviceInfo, GameInfo, LegDice, Moment, Review, Seated, SeatWish, TableInfo, Told } from "./wire";

export class No extends Error {
  constructor(readonly reason: string, text: string, readonly status: number) {
    super(text);
  }
}

async function ask<T>(path: string, body?: unknown, table?: string, method?: string): Promise<T> {
  const answer = await fetched(path, body, table, method);
  return (await answer.json()) as T;
}

async function fetched(path: string, body?: unknown, table?: string, method = body === undefined ? "GET" : "POST"): Promise<Response> {
  const token = table ? tokenOf(table) : null;
  const headers: Record<string, string> = { "Accept-Language": home.lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new No("offline", home.say("net.unreachable"), 0);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  throw new No(told?.refused?.reason ?? "our_fault", told?.refused?.text ?? home.say("refusals.our_fault"), answer.status);
}

const path = (table: string, rest = ""): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

export type { DeviceCode, DeviceInfo };

export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, unknown>;
  public?: boolean;
  start?: number;
  clock?: number;
  hints?: boolean;
  pace?: "human" | "instant";
  legs?: LegDice;
}

export const api = {
  games: () => ask<GameInfo[]>("/api/games"),
  publicTables: () => ask<TableInfo[]>("/api/tables"),
  mine: (tokens: string[]) => ask<TableInfo[]>("/api/tables/mine", { tokens }),
  open: (table: NewTable) => ask<Seated>("/api/tables", table),
  info: (table: string) => ask<TableInfo>(path(table), undefined, table),
  join: (table: string, name: string, seat: number | null) => ask<Seated>(path(table, "/join"), { name, ...(seat === null ? {} : { seat }) }),
  begin: (table: string, fill?: string) => ask<TableInfo>(path(table, "/begin"), fill ? { fill } : {}, table),
  rename: (table: string, name: string, seat?: number) => ask<TableInfo>(path(table, "/name"), { name, ...(seat === undefined ? {} : { seat }) }, table),
  /** A code for another device, the other device's use of it, and the devices of one's seat. */
  newCode: (table: string) => ask<DeviceCode>(path(table, "/code"), {}, table),
  useCode: (code: string, kind: string) => ask<Seated>("/api/code", { code, kind }),
  devices: (table: string) => ask<DeviceInfo[]>(path(table, "/devices"), undefined, table),
  endDevice: (table: string, device: string) => ask<DeviceInfo[]>(path(table, "/devices/end"), { device }, table),
  rematch: (table: string) => ask<{ table: string; commit: string }>(path(table, "/rematch"), {}, table),
  /** Agree to have a table deleted for good. */
  remove: (table: string) => ask<Deleting>(path(table), undefined, table, "DELETE"),
  /** The same dice and cards for another group; for those who sat here. */
  duplicate: (table: string, wish: Pick<NewTable, "seats" | "clock" | "hints">) => ask<Seated>(path(table, "/duplicate"), wish, table),
  /** Luck and skill of a finished game, or how far the server is with it (0 to 1). */
  review: (table: string, lang: string, seat = -1) => ask<Review | { progress: number }>(path(table, `/review?lang=${lang}${seat < 0 ? "" : `&seat=${seat}`}`), undefined, table),
  story: (table: string, lang: string, seat?: number | null) => ask<Told[]>(path(table, `/story?lang=${lang}${seat == null ? "" : `&seat=${seat}`}`), undefined, table),
  moment: (table: string, at: number, seat?: number | null) => ask<Moment>(path(table, `/at/${at}${seat == null ? "" : `?seat=${seat}`}`), undefined, table),
  log: async (table: string) => (await fetched(path(table, "/log"), undefined, table)).text(),
  /** What could have come at every chance line of a finished game; null where this server does not tell. */
  chances: async (table: string): Promise<Chance[] | null> => {
    const { paths } = await ask<{ paths: Record<string, unknown> }>("/api/openapi.json");
    return Object.keys(paths).some((one) => one.endsWith("/chances")) ? ask<Chance[]>(path(table, "/chances"), undefined, table) : null;
  },
};

/** Who sits at a table without a server, and all about it that does not stand in its log. */

import type { Details } from "../lib/table";
import type { SeatInfo, SeatWish, TableInfo, TableState } from "../lib/wire";
import { Refused, type Line } from "./needs";

export interface Chair {
  kind: "person" | "bot";
  name: string;
  level: string | null;
  sat_in: boolean;
  /** Tips asked for. */
  hints: number;
}

export interface Setup {
  id: string;
  game: string;
  options: Details;
  chairs: Chair[];
  clock: number | null;
  pace: "human" | "instant";
  hints: boolean;
  next: string | null;
  previous: string | null;
  /** When something last happened here: milliseconds since 1970. */
  when: number;
}

/** What the store keeps of a table beside its lines; `info` is what a lobby shows of it. */
export interface Kept {
  id: string;
  state: TableState;
  setup: Setup;
  info: TableInfo;
}

const MOST_NAME = 40;
export const PREFIX = "local-";

export function newId(): string {
  return PREFIX + [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name as it is shown: one line, without control or direction characters, bounded. */
export function cleanName(name: string): string {
  const told = name.normalize("NFC").replace(/\s+/gu, " ").replace(/\p{C}/gu, "").replace(/ +/g, " ").trim();
  if ([...told].length > MOST_NAME) throw new Refused("name_too_long", { most: MOST_NAME });
  return told;
}

export function chairsFor(wishes: readonly SeatWish[]): Chair[] {
  return wishes.map(({ kind, name = "", level }) => chair(kind === "bot" ? "bot" : "person", cleanName(name), kind === "bot" ? (level ?? "medium") : null));
}

/** The seats of a log, as whoever opens it finds them: people on this device, and computers. */
export function chairsOf(seats: readonly Line[]): Chair[] {
  return seats.map((seat) => (typeof seat.bot === "string" ? chair("bot", cleanName(String(seat.name ?? "")), seat.bot) : chair("person", cleanName(String(seat.name ?? "")), null)));
}

const chair = (kind: Chair["kind"], name: string, level: string | null): Chair => ({ kind, name, level, sat_in: false, hints: 0 });

/** The seats as the log names them. */
export function asHeader(chairs: readonly Chair[]): Line[] {
  return chairs.map(({ kind, name, level }) => (kind === "bot" ? { bot: level, ...(name ? { name } : {}) } : { name }));
}

export const isBot = ({ kind, sat_in }: Chair): boolean => kind === "bot" || sat_in;
export const ownSeats = (chairs: readonly Chair[]): number[] => chairs.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));

/** The seats as everybody may know them. */
export function infos(chairs: readonly Chair[], isHere: boolean, isOver: boolean): SeatInfo[] {
  return chairs.map(({ kind, name, level, sat_in, hints }) => ({ kind, name, level, present: kind === "bot" || isHere, sat_in, ...(isOver ? { hints } : {}) }));
}

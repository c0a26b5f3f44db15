/** The rooms, found by their folders: each comes in a chunk of its own, when somebody opens its door. */

import type { Component } from "svelte";
import houseDe from "../../src/spieltisch/de.toml";
import houseEn from "../../src/spieltisch/en.toml";
import shellDe from "../de.toml";
import shellEn from "../en.toml";
import type { First } from "./first";
import { plainly } from "./log";
import type { Details, Figures, Happened, Lang, OwnWords, Result, Say, Table, Turns } from "./table";
import { Words, type Tables } from "./words";

type Lazy<T> = Record<string, () => Promise<T>>;
export interface TableModule {
  default: Component<{ table: Table }>;
  figures?: Figures;
  /** Which part of the rules (its second-level heading, from 0) matters now. */
  chapter?: (view: any) => number;
  /** The events by which a seat throws dice of its own. */
  throws?: readonly string[];
  /** Where in the game we are ("Runde 9"), or how long it was when it is over. */
  stage?: (view: any, me: number | null, say: Say, past: readonly Happened[]) => string;
}
interface PointsProps { view: any; result: Result; say: Say; names: string[] }
/** What `<script module>` of a room's Tile.svelte may export: how long a game lasts, and from which age on. */
export interface TileMeta { minutes: string; age: number }

const tables = import.meta.glob("../../src/spieltisch/games/*/Table.svelte") as Lazy<TableModule>;
const tiles = import.meta.glob("../../src/spieltisch/games/*/Tile.svelte") as Lazy<{ default: Component; meta?: TileMeta }>;
const points = import.meta.glob("../../src/spieltisch/games/*/Points.svelte") as Lazy<{ default: Component<PointsProps> }>;
const wons = import.meta.glob("../../src/spieltisch/games/*/WonCards.svelte") as Lazy<{ default: Component<{ view: any; seat: number; say: Say }> }>;
const pictures = import.meta.glob("../../src/spieltisch/games/*/Rules.svelte") as Lazy<{ default: Component<{ lang: Lang; say: Say }> }>;
const firsts = import.meta.glob("../../src/spieltisch/games/*/first.ts") as Lazy<{ first: First }>;
const owns = import.meta.glob("../../src/spieltisch/games/*/words.ts") as Lazy<{ own: OwnWords }>;
const logs = import.meta.glob("../../src/spieltisch/games/*/log.ts") as Lazy<{ turns: Turns }>;
const rules = import.meta.glob("../../src/spieltisch/games/*/rules.*.md", { query: "?raw", import: "default" }) as Lazy<string>;
const texts = import.meta.glob(["../../src/spieltisch/games/*/de.toml", "../../src/spieltisch/games/*/en.toml"], { import: "default" }) as Lazy<Tables>;

function of<T>(found: Lazy<T>, game: string, file: string): (() => Promise<T>) | undefined {
  return found[`../../src/spieltisch/games/${game.replaceAll("-", "_")}/${file}`];
}

export function hasRoom(game: string): boolean {
  return of(tables, game, "Table.svelte") !== undefined;
}

/** The texts that belong to no room. */
export function houseTexts(lang: Lang): Tables[] {
  return lang === "de" ? [houseDe as Tables, shellDe as Tables] : [houseEn as Tables, shellEn as Tables];
}

export async function roomTexts(game: string, lang: Lang, options: Details = {}): Promise<Tables[]> {
  const [text, own] = await Promise.all([of(texts, game, `${lang}.toml`)?.(), of(owns, game, "words.ts")?.()]);
  return [...houseTexts(lang), text ?? {}, own?.own(options, lang) ?? {}];
}

export async function roomWords(game: string, lang: Lang, options: Details = {}, names?: () => readonly string[], me?: () => number | null): Promise<Words> {
  return new Words(lang, await roomTexts(game, lang, options), names, me);
}

export const loadTable = (game: string) => of(tables, game, "Table.svelte")?.();
export const loadTile = (game: string) => of(tiles, game, "Tile.svelte")?.();
export const loadPoints = async (game: string) => (await of(points, game, "Points.svelte")?.())?.default;
/** What a seat has won, in small, beside its place. */
export const loadWon = async (game: string) => (await of(wons, game, "WonCards.svelte")?.())?.default;
export const loadPictures = async (game: string) => (await of(pictures, game, "Rules.svelte")?.())?.default;
export const loadFirst = async (game: string) => (await of(firsts, game, "first.ts")?.())?.first;
/** How a room tells its turns. */
export const loadTurns = async (game: string): Promise<Turns> => (await of(logs, game, "log.ts")?.())?.turns ?? plainly;
export const hasFirst = (game: string) => of(firsts, game, "first.ts") !== undefined;
export const loadRules = (game: string, lang: Lang) => of(rules, game, `rules.${lang}.md`)?.();

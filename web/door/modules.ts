/** The rooms that were opened, and their modules by the names that they have in Python. */

// @ts-expect-error: made when the page is built
import { Refused } from "../made/house/checks.js";
import { make, pathlib, type Any } from "./python.ts";

const GAMES = "spieltisch.games";
const modules = new Map<string, Any>();
const games = new Map<string, Any>();

/** Bring the modules of a room's folder. */
export function bringModules(folder: string, brought: { [name: string]: Any }): void {
  for (const [name, module] of Object.entries(brought)) modules.set(`${GAMES}.${folder}.${name}`, module);
}

/** Bring an opened game. */
export function bringGame(key: string, game: Any): void {
  games.set(key, game);
}

export function module_of(name: string): Any {
  if (!modules.has(name)) throw new Error(`no module ${name}`);
  return modules.get(name);
}
export const has_module = (name: string) => modules.has(name);
export const folder_of = (name: string) => make(pathlib.Path, name.replaceAll(".", "/"));

/** The door of a game that was opened; of another there is nothing to say. */
export function game(key: Any): Any {
  if (!games.has(key)) {
    const refused = make(Refused, "unknown_game");
    refused.details = new Map<string, Any>([["key", "game"], ["value", String(key).slice(0, 60)], ["allowed", [...games.keys()]]]); // prettier-ignore
    throw refused;
  }
  return games.get(key);
}

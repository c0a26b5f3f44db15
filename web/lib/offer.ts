/** The games that this page brings along with all their rules, as a server would list them: made with the page. None where it was built without them. */

import type { GameInfo } from "./wire";

const made = import.meta.glob("../made/games.json", { eager: true, import: "default" }) as Record<string, GameInfo[]>;
export const games: readonly GameInfo[] = Object.values(made)[0] ?? [];

/** Can this browser play a game by itself? */
export function playsHere(game: string): boolean {
  return games.some(({ key }) => key === game) && typeof WebAssembly === "object" && typeof Worker === "function";
}

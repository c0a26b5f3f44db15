/** The same in a browser: `lockstep` is called by chromium.mjs with the files of a room. */

import { openDoor } from "../../web/door/door.ts";
// @ts-expect-error: made when the page is built
import { rooms } from "../../web/made/rooms/index.js";
import { played, type Game } from "./steps.ts";

const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

Object.assign(window, {
  async lockstep(wasm: string, meta: never, weights: { [seats: string]: string }, games: Game[]): Promise<string[][]> {
    const learned = Object.fromEntries(Object.entries(weights).map(([seats, content]) => [seats, bytes(content)]));
    const door = openDoor(games[0]!.key, { wasm: bytes(wasm), meta, weights: learned, room: await rooms[games[0]!.key]() });
    return games.map((game) => played(door, game));
  },
});

/** The same in Node. node door.js MADE: reads a list of games and logs, answers with lists of texts; those of games hashed, unless they are wanted in full. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { openDoor, type Door } from "../../web/door/door.ts";
// @ts-expect-error: made when the page is built
import { rooms } from "../../web/made/rooms/index.js";
import { played, read, type Game, type Log } from "./steps.ts";

const made = process.argv[2]!;
const doors = new Map<string, Door>();

async function doorOf(key: string): Promise<Door> {
  if (!doors.has(key)) {
    const file = (name: string) => readFileSync(`${made}/${name}`);
    const weights = Object.fromEntries([2, 3, 4].map((seats) => [seats, file(`${key}-${seats}.bin`)]));
    doors.set(key, openDoor(key, { wasm: file(`${key}.wasm`), meta: JSON.parse(file(`${key}.json`).toString()), weights, room: await rooms[key]() }));
  }
  return doors.get(key)!;
}

const hashed = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const answers = [];
for (const game of JSON.parse(readFileSync(0, "utf8")) as ((Game & { full: boolean }) | Log)[]) {
  const door = await doorOf(game.key);
  answers.push("lines" in game ? read(door, game) : game.full ? played(door, game) : played(door, game).map(hashed));
}
console.log(JSON.stringify(answers));

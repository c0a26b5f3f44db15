/** The rooms as the build brings them (`spieltisch.browser`): their rules, their words and, where somebody has to think, their weights. */

import { openDoor, type Door } from "../door/door";
import { Refused } from "./needs";

type Lazy<T> = Record<string, () => Promise<T>>;

const rooms = import.meta.glob("../made/rooms/*/index.js") as Lazy<any>;
const facts = import.meta.glob("../made/*.json", { import: "default" }) as Lazy<any>;
const rules = import.meta.glob("../made/*.wasm", { query: "?url", import: "default", eager: true }) as Record<string, string>;
const weights = import.meta.glob("../made/*.bin", { query: "?url", import: "default", eager: true }) as Record<string, string>;

const opened = new Map<string, Promise<Door>>();
const learned = new Set<string>();

/** The door of a game; opened once. */
export function doorOf(game: string): Promise<Door> {
  let door = opened.get(game);
  if (!door) {
    door = open(game);
    opened.set(game, door);
    door.catch(() => opened.delete(game)); // the line was gone: the next one tries again
  }
  return door;
}

/** The same, with what bots have learned for so many seats. */
export async function thinkingDoorOf(game: string, seats: number): Promise<Door> {
  const door = await doorOf(game);
  const name = `${game}-${seats}`;
  const found = weights[`../made/${name}.bin`];
  if (found && !learned.has(name)) {
    door.learn(seats, await fetched(found));
    learned.add(name);
  }
  return door;
}

async function open(game: string): Promise<Door> {
  const [room, fact, rule] = [rooms[`../made/rooms/${game.replaceAll("-", "_")}/index.js`], facts[`../made/${game}.json`], rules[`../made/${game}.wasm`]];
  if (!room || !fact || !rule) throw new Refused("unknown_game", { key: "game", value: game.slice(0, 60), allowed: Object.keys(rules).map((path) => path.slice("../made/".length, -".wasm".length)) });
  const [furniture, meta, wasm] = await Promise.all([room(), fact(), fetched(rule)]);
  return openDoor(game, { room: furniture, meta, wasm, weights: {} });
}

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

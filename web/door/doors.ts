/** The rooms as the build brings them (`spieltisch.browser`): their rules, their words and, where somebody has to think, their weights. */

import { openDoor, refusal, type Door } from "./door.ts";

type Lazy<T> = Record<string, () => Promise<T>>;

const rooms = import.meta.glob("../made/rooms/*/index.js") as Lazy<any>;
const facts = import.meta.glob("../made/*.json", { import: "default" }) as Lazy<any>;
const rules = import.meta.glob("../made/*.wasm", { query: "?url", import: "default", eager: true }) as Record<string, string>;
const weights = import.meta.glob("../made/*.bin", { query: "?url", import: "default", eager: true }) as Record<string, string>;

const opened = new Map<string, Promise<Door>>();
const learned = new Set<string>();

/** The door of a game; opened once. */
export function doorOf(key: string): Promise<Door> {
  let door = opened.get(key);
  if (!door) {
    door = open(key);
    opened.set(key, door);
    door.catch(() => opened.delete(key)); // the line was gone: the next one tries again
  }
  return door;
}

/** The same, with what bots have learned for so many seats. */
export async function thinkingDoorOf(key: string, seats: number): Promise<Door> {
  const door = await doorOf(key);
  const name = `${key}-${seats}`;
  const found = weights[`../made/${name}.bin`];
  if (found && !learned.has(name)) {
    door.learn(seats, await fetched(found));
    learned.add(name);
  }
  return door;
}

async function open(key: string): Promise<Door> {
  const [room, fact, rule] = [rooms[`../made/rooms/${key.replaceAll("-", "_")}/index.js`], facts[`../made/${key}.json`], rules[`../made/${key}.wasm`]];
  const allowed = Object.keys(rules).map((path) => path.slice("../made/".length, -".wasm".length));
  if (!room || !fact || !rule) throw refusal("unknown_game", { key: "game", value: key.slice(0, 60), allowed });
  const [furniture, meta, wasm] = await Promise.all([room(), fact(), fetched(rule)]);
  return openDoor(key, { room: furniture, meta, wasm, weights: {} });
}

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

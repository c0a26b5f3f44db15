/** Tables without a server, with the real rooms: whole games, and at any time what a restart finds is what there was. */

import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { openDoor } from "../../door/door";
import { games } from "../../lib/offer";
import { House, type Wishes } from "../../local/house";
import { Refused, type Door } from "../../local/needs";
import { MemoryStore } from "../../local/store";
import type { LocalTable, Socket } from "../../local/table";

const rooms = import.meta.glob("../../made/rooms/*/index.js") as Record<string, () => Promise<any>>;
const file = (name: string) => readFileSync(`web/made/${name}`);
const doors = new Map<string, Promise<Door>>();

async function open(game: string): Promise<Door> {
  const room = rooms[`../../made/rooms/${game.replaceAll("-", "_")}/index.js`];
  if (!room) throw new Refused("unknown_game", { value: game });
  return openDoor(game, { room: await room(), meta: JSON.parse(file(`${game}.json`).toString()), wasm: file(`${game}.wasm`), weights: {} });
}
const doorOf = (game: string) => { if (!doors.has(game)) doors.set(game, open(game)); return doors.get(game)!; };

class Page implements Socket {
  lang = "de" as const;
  frames = new Map<number, any>();
  refused: string[] = [];
  send(frame: any) {
    if (frame.refused) this.refused.push(frame.refused.reason);
    else this.frames.set(frame.seat ?? 0, structuredClone(frame));
  }
  close() {}
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const stand = (page: Page) => [...page.frames].map(([seat, { at, view, ask, table }]) => ({ seat, at, view, ask, table }));
afterEach(() => vi.restoreAllMocks());

function wishes(store: MemoryStore, choose: Wishes["thinker"]["choose"] = async (_game, _level, _view, moves) => any(moves)): Wishes {
  const never = async () => { throw new Error("not asked"); };
  return {
    store, games, doorOf, build: "1", say: (refused) => refused.reason, notKept: () => undefined, announce: () => undefined,
    thinker: { choose, advise: never, review: never, inWords: never },
  };
}

/** One step by hand: a move, now and then a take-back. */
async function step(table: LocalTable, page: Page): Promise<void> {
  const [seat, frame] = any([...page.frames].filter(([, { ask, table: part }]) => ask || part.undo)) ?? [];
  if (seat === undefined) return void (await new Promise((done) => setTimeout(done)));
  if (frame.table.undo && (!frame.ask || Math.random() < 0.3)) table.hear(page, { undo: 1, ask: frame.at, seat });
  else table.hear(page, { do: any(frame.ask.moves as string[]), ask: frame.ask.n, seat });
}

test.each(games.map(({ key }) => key))("%s: a whole game with take-backs; a restart at any time finds what there was", async (game) => {
  const store = new MemoryStore();
  const house = new House(wishes(store));
  const seats = [{ kind: "me", name: "Ada" }, { kind: "local", name: "Cem" }, { kind: "bot", name: "Bo", level: "random" }];
  const { body } = (await house.answer({ method: "POST", path: "/api/tables", body: { game, seats, pace: "instant" }, lang: "de" })) as { body: any };
  const page = new Page();
  const table = (await house.connect(body.table, page))!;
  let restarts = 0;
  for (let steps = 0; steps < 5000 && table.state === "running"; steps++) {
    await step(table, page);
    if (steps % 9) continue;
    const [before, kept, lines] = [stand(page), table.kept, table.lines]; // a bot may move at any time
    const copy = new MemoryStore();
    await copy.append(kept, 0, lines);
    const again = new Page();
    const other = await new House(wishes(copy, () => new Promise(() => undefined))).connect(body.table, again);
    expect(stand(again)).toEqual(before);
    other!.leave(again);
    restarts += 1;
  }
  expect(table.state).toBe("over");
  expect(restarts).toBeGreaterThan(3);
  expect(page.refused).toEqual([]);
  const told = (await house.answer({ method: "GET", path: `/api/tables/${body.table}/story?seat=2`, lang: "de" })).body as unknown[];
  expect(told.length).toBeGreaterThan(10);
  await house.settled();
  expect((await doorOf(game)).replay(await store.lines(body.table)).result).toEqual(table.match.result);
});

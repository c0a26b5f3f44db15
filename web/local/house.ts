/** All tables without a server, by the names of the wire: the same paths as at a server, answered on this device. */

import type { NewTable } from "../lib/api";
import type { Lang } from "../lib/table";
import type { GameInfo, Seated, TableInfo } from "../lib/wire";
import { below } from "./chance";
import { chances, moment, story, viewer } from "./history";
import { info } from "./messages";
import { isRefused, Refused, type Door, type Match, type Thinker } from "./needs";
import { Reviews } from "./reviews";
import { asHeader, chairsFor, chairsOf, cleanName, newId, ownSeats, type Chair, type Kept, type Setup } from "./seats";
import { Conflict, type Store } from "./store";
import { LocalTable, type Socket, type Surroundings } from "./table";

const STATUS: Record<string, number> = { no_such_table: 404, not_over: 409, no_review: 409, over: 409, not_your_seat: 403, table_damaged: 500 };
const GONE = 4404, DAMAGED = 4500, AGAIN = 1012;

export interface Wishes {
  store: Store;
  thinker: Thinker;
  games: readonly GameInfo[];
  doorOf(game: string): Promise<Door>;
  say: Surroundings["say"];
  /** What a kept review is worth anything with. */
  build: string;
  /** Something that the page should say: nothing can be kept. */
  notKept(): void;
  /** Other windows hear how many lines a table has now. */
  announce(id: string, at: number): void;
}

export interface Asked { method: string; path: string; body?: any; lang: Lang }
export interface Answer { status: number; body: unknown }

export class House {
  private tables = new Map<string, Promise<LocalTable>>();
  private writing = new Map<string, Promise<void>>();
  private written = new Map<string, number>();
  private reviews: Reviews;
  private hasSaid = false;

  constructor(private wishes: Wishes) {
    this.reviews = new Reviews(wishes.store, wishes.thinker, wishes.build);
  }

  // ---------------------------------------------------------------- the wire's paths

  /** A request as a server would answer it. */
  async answer({ method, path, body, lang }: Asked): Promise<Answer> {
    try {
      return await this.route(method, new URL(path, "http://local"), body, lang);
    } catch (problem) {
      const refused = isRefused(problem) ? problem : new Refused("our_fault");
      if (refused !== problem) console.error(problem);
      return { status: STATUS[refused.reason] ?? (refused.reason === "our_fault" ? 500 : 400), body: { refused: { reason: refused.reason, text: this.wishes.say(refused, lang, []) } } };
    }
  }

  private async route(method: string, url: URL, body: any, lang: Lang): Promise<Answer> {
    const [, id = "", rest = "", more] = /^\/api\/tables(?:\/([^/]+))?(?:\/([^/]+))?(?:\/(\d+))?$/.exec(url.pathname) ?? [];
    const wanted = url.searchParams.get("seat");
    if (id === "") return { status: 201, body: await this.create(body) };
    if (id === "mine") return { status: 200, body: await this.mine() };
    if (id === "open") return { status: 201, body: await this.open(String(body.text)) };
    if (id === "chances") return { status: 200, body: chances(await this.read(String(body.text))) };
    if (method === "DELETE") return { status: 200, body: await this.remove(id) };
    const table = await this.find(id);
    const found: Record<string, () => unknown> = {
      "": () => info(table),
      name: () => this.rename(table, body),
      rematch: () => this.rematch(table),
      moved: () => this.moved(table, String(body.table)),
      log: () => table.match.text(),
      chances: () => chances(table),
      story: () => story(table, viewer(table, wanted)),
      at: () => moment(table.door, table.lines, viewer(table, wanted), Number(more)),
      review: () => this.review(table, lang, wanted),
    };
    if (!found[rest]) throw new Refused("no_such_page");
    const told: any = await found[rest]();
    return { status: rest === "review" && "progress" in told ? 202 : rest === "rematch" ? 201 : 200, body: told };
  }

  // ---------------------------------------------------------------- finding and making

  /** A table by its id; brought from the store where it is not in memory. */
  find(id: string): Promise<LocalTable> {
    let found = this.tables.get(id);
    if (!found) {
      found = this.load(id);
      this.tables.set(id, found);
      found.catch(() => this.tables.delete(id));
    }
    return found;
  }

  private async load(id: string): Promise<LocalTable> {
    const kept = await this.wishes.store.find(id);
    if (!kept) throw new Refused("no_such_table");
    const lines = await this.wishes.store.lines(id);
    try {
      const table = LocalTable.from(await this.wishes.doorOf(kept.setup.game), kept.setup, lines, this.around());
      this.written.set(id, lines.length);
      return table;
    } catch (problem) {
      console.error(problem);
      throw new Refused("table_damaged");
    }
  }

  private async mine(): Promise<TableInfo[]> {
    const kept = await this.wishes.store.all();
    return kept.sort((a, b) => b.setup.when - a.setup.when).map((one) => one.info);
  }

  private async create(wish: NewTable): Promise<Seated> {
    const chairs = chairsFor(wish.seats);
    const door = await this.wishes.doorOf(wish.game);
    const levels = this.wishes.games.find(({ key }) => key === wish.game)?.levels ?? [];
    const odd = chairs.find(({ level }) => level !== null && !levels.includes(level));
    if (odd) throw new Refused("unknown_word", { key: "level", value: odd.level, allowed: levels });
    const start = wish.start ?? below(chairs.length);
    const { options } = door.view(door.begin(chairs.length, start, wish.options ?? {}), null);
    const setup = { chairs, options, clock: wish.clock ?? null, pace: wish.pace ?? "human", hints: wish.hints ?? true, previous: null };
    return this.begin(door, { ...setup, game: wish.game }, start, wish.start === undefined);
  }

  private begin(door: Door, wish: Omit<Setup, "id" | "next" | "when">, start: number, isByLot: boolean): Seated {
    const setup: Setup = { ...wish, id: newId(), next: null, when: Date.now() };
    const header = { spieltisch: 1, game: setup.game, seats: asHeader(setup.chairs), start, options: setup.options, id: setup.id, ...(isByLot ? { lot: "start" } : {}) };
    const table = LocalTable.begun(door, setup, header, this.around());
    this.tables.set(setup.id, Promise.resolve(table));
    return seated(setup.id, setup.chairs);
  }

  /** A saved game, from the text of its file; what is not sound is refused, and nothing of it is kept. */
  private async open(text: string): Promise<Seated> {
    const { door, match } = await this.read(text);
    const { game, seats, options } = match.header;
    const setup: Setup = {
      id: newId(), game, options, chairs: chairsOf(seats), clock: null, pace: "human", hints: true, next: null, previous: null, when: Date.now(),
    };
    const table = LocalTable.from(door, setup, match.text().split("\n").slice(0, -1), this.around());
    this.tables.set(setup.id, Promise.resolve(table));
    this.keep(table.kept);
    return seated(setup.id, setup.chairs);
  }

  /** A game from the text of its log. */
  private async read(text: string): Promise<{ door: Door; match: Match }> {
    const lines = text.replace(/^\ufeff/, "").split("\n");
    if (!lines.at(-1)) lines.pop();
    const door = await this.wishes.doorOf(gameOf(lines[0] ?? "") ?? this.wishes.games[0]!.key);
    return { door, match: door.replay(lines) };
  }

  // ---------------------------------------------------------------- what is done to a table

  private rename(table: LocalTable, { name, seat }: { name: string; seat?: number }): TableInfo {
    const own = ownSeats(table.setup.chairs);
    const wanted = seat ?? own[0] ?? -1;
    if (!own.includes(wanted)) throw new Refused("not_your_seat", { seat: wanted });
    if (table.state !== "running") throw new Refused("over");
    table.setup.chairs[wanted]!.name = cleanName(name);
    table.changed();
    return info(table);
  }

  /** The same people again; the start seat moves on. */
  private async rematch(old: LocalTable): Promise<{ table: string; commit: string }> {
    if (old.match.result === null) throw new Refused("not_over");
    if (!old.setup.next) {
      const { game, options, clock, pace, hints, id } = old.setup;
      const chairs = old.setup.chairs.map((chair) => ({ ...chair, sat_in: false, hints: 0 }));
      const start = ((old.match.header.start ?? 0) + 1) % chairs.length;
      old.setup.next = this.begin(old.door, { game, options, chairs, clock, pace, hints, previous: id }, start, false).table;
      old.changed();
    }
    return { table: old.setup.next, commit: "" };
  }

  /** The game goes on at a server's table: here it rests. */
  private moved(table: LocalTable, next: string): TableInfo {
    table.setup.next = next;
    table.changed();
    return info(table);
  }

  private async remove(id: string): Promise<object> {
    const table = await this.tables.get(id)?.catch(() => undefined);
    this.tables.delete(id);
    await this.writing.get(id);
    await this.wishes.store.delete(id);
    table?.close(GONE);
    return { deleted: true, agreed: [], missing: [] };
  }

  private async review(table: LocalTable, lang: Lang, wanted: string | null): Promise<unknown> {
    if (table.match.result === null) throw new Refused("not_over");
    const games = [table];
    for (let before = table.setup.previous; before && games.length < 30; before = games[0]!.setup.previous) {
      const earlier = await this.find(before).catch(() => null);
      if (!earlier?.match.result) break;
      games.unshift(earlier);
    }
    return this.reviews.of(games, lang, wanted === null || wanted === "" ? null : Number(wanted));
  }

  // ---------------------------------------------------------------- sockets

  /** A page connects to a table. */
  async connect(id: string, socket: Socket): Promise<LocalTable | null> {
    try {
      const table = await this.find(id);
      table.arrive(socket);
      return table;
    } catch (problem) {
      if (!isRefused(problem)) console.error(problem);
      socket.close(isRefused(problem) && problem.reason === "no_such_table" ? GONE : DAMAGED);
      return null;
    }
  }

  /** Another window has written so many lines of a table: whoever looks at it here comes again and hears them. */
  async heard(id: string, at: number): Promise<void> {
    const table = await this.tables.get(id)?.catch(() => undefined);
    if (table && table.match.lines.length !== at) this.letGo(id, table);
  }

  private letGo(id: string, table: LocalTable): void {
    this.tables.delete(id);
    table.close(AGAIN);
  }

  // ---------------------------------------------------------------- keeping

  private around(): Surroundings {
    return { thinker: this.wishes.thinker, say: this.wishes.say, keep: (kept) => this.keep(kept) };
  }

  /** Write down what is new of a table, one thing after the other. */
  private keep(kept: Kept): void {
    const before = this.writing.get(kept.id) ?? Promise.resolve();
    this.writing.set(kept.id, before.then(() => this.write(kept.id)));
  }

  private async write(id: string): Promise<void> {
    const table = await this.tables.get(id)?.catch(() => undefined);
    if (!table) return;
    const from = this.written.get(id) ?? 0;
    const { lines, kept } = table;
    try {
      await this.wishes.store.append(kept, from, lines.slice(from));
      this.written.set(id, lines.length);
      if (lines.length > from) this.wishes.announce(id, lines.length);
      if (!this.wishes.store.lasts) this.sayNotKept();
    } catch (problem) {
      if (problem instanceof Conflict) this.letGo(id, table);
      else this.sayNotKept();
    }
  }

  /** All that was to be written has been tried. */
  async settled(): Promise<void> {
    await Promise.all(this.writing.values());
  }

  private sayNotKept(): void {
    if (!this.hasSaid) this.wishes.notKept();
    this.hasSaid = true;
  }
}

function seated(table: string, chairs: readonly Chair[]): Seated {
  const seats = ownSeats(chairs);
  return { table, seat: seats[0] ?? null, token: "local", seats, commit: "" };
}

/** The game that a log's first line names; where it names none, any door will say what is wrong with it. */
function gameOf(line: string): string | null {
  try {
    const { game } = JSON.parse(line);
    return typeof game === "string" ? game : null;
  } catch {
    return null;
  }
}

import { afterEach, beforeEach, expect, test, vi, type Mock } from "vitest";
import { below } from "../../local/chance";
import { House, type Wishes } from "../../local/house";
import { Refused, type Thinker } from "../../local/needs";
import { Conflict, MemoryStore } from "../../local/store";
import type { LocalTable, Socket } from "../../local/table";
import { fakeDoor } from "./fake_door";

class Page implements Socket {
  lang = "de" as const;
  frames: any[] = [];
  closed: number | null = null;
  send(frame: object) { this.frames.push(structuredClone(frame)); }
  close(code: number) { this.closed = code; }
  get last() { return this.frames.at(-1); }
}

let store: MemoryStore;
let thinker: { [Key in keyof Thinker]: Mock<Thinker[Key]> };
let wishes: Wishes;
let house: House;
let notKept: number;
let announced: [string, number][];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  store = new MemoryStore();
  (store as { lasts: boolean }).lasts = true;
  notKept = 0;
  announced = [];
  thinker = {
    choose: vi.fn<Thinker["choose"]>(async (_game, _level, _view, moves) => moves[0]!),
    advise: vi.fn<Thinker["advise"]>(async () => ({ moves: [{ do: "take", text: "nehmen", chance: 0.5, reason: null }], note: "Gleich starke Gegner." })),
    review: vi.fn<Thinker["review"]>(async (_game, _lines, told) => { told(0.5); return { luck: 1 }; }),
    inWords: vi.fn<Thinker["inWords"]>(async (_game, _lines, reviews) => ({ reviews })),
  };
  wishes = {
    store, thinker, build: "1", games: [{ key: "tiny", name: {}, tagline: {}, credit: {}, seats: [2, 3, 4], levels: ["easy", "medium"] }],
    doorOf: async (game) => { if (game !== "tiny") throw new Refused("unknown_game", { value: game }); return fakeDoor; },
    say: (refused, lang) => `${lang}: ${refused.reason}`, notKept: () => { notKept += 1; }, announce: (...told) => { announced.push(told); },
  };
  house = new House(wishes);
});
afterEach(() => { vi.useRealTimers(); vi.restoreAllMocks(); });

const ask = async (method: string, path: string, body?: unknown) => (await house.answer({ method, path, body, lang: "de" })) as { status: number; body: any };
const me = { kind: "me" as const, name: " Ada " }, bot = { kind: "bot" as const, name: "Bo", level: "easy" }, local = { kind: "local" as const, name: "Cem" };

async function opened(seats: object[] = [me, local], more: object = {}): Promise<{ id: string; page: Page; table: LocalTable }> {
  const { status, body } = await ask("POST", "/api/tables", { game: "tiny", seats, start: 0, ...more });
  expect(status).toBe(201);
  const page = new Page();
  const table = await house.connect(body.table, page);
  return { id: body.table, page, table: table! };
}

/** Play on by hand until the game is over. */
function playOut(table: LocalTable, page: Page): void {
  for (let step = 0; step < 200 && table.state === "running"; step++) {
    const [seat, n] = [...table.asks.open][0]!;
    table.hear(page, { do: "take", ask: n, seat });
  }
  expect(table.state).toBe("over");
}

test("a table begins with its header and what chance brings, told as on the wire", async () => {
  const { id, page, table } = await opened([me, bot]);
  expect(id).toMatch(/^local-[0-9a-f]{16}$/);
  const { at, events, view, ask: question, table: part } = page.frames[0];
  expect(at).toBe(2);
  expect(events.map(({ event }: any) => event)).toEqual(["threw"]);
  expect([view.seat, view.turn]).toEqual([0, 0]);
  expect(question).toEqual({ n: 2, moves: ["take", "leave", "aim"] });
  expect(Object.keys(part)).toEqual(["id", "game", "state", "seats", "commit", "hints", "to_act", "clock"]);
  expect(part.seats).toEqual([
    { kind: "person", name: "Ada", level: null, present: true, sat_in: false },
    { kind: "bot", name: "Bo", level: "easy", present: true, sat_in: false },
  ]);
  expect("seat" in page.frames[0]).toBe(false);
  expect(JSON.parse(table.lines[0]!)).toEqual({ spieltisch: 1, game: "tiny", seats: [{ name: "Ada" }, { bot: "easy", name: "Bo" }], start: 0, options: { long: false }, id });
});

test("a start by lot is said in the header", async () => {
  const { body } = await ask("POST", "/api/tables", { game: "tiny", seats: [me, local] });
  const table = await house.find(body.table);
  expect(table.match.header.lot).toBe("start");
  expect([0, 1]).toContain(table.match.header.start);
});

test("moves, repeats, stale answers and nonsense", async () => {
  const { page, table } = await opened();
  table.hear(page, { do: "take", ask: 2, seat: 0 });
  const after = page.frames.slice(-2);
  expect(after.map(({ seat }) => seat)).toEqual([0, 1]);
  expect(after[0].events.map(({ event }: any) => event)).toEqual(["take", "threw"]);
  expect(after[1].ask.n).toBe(after[1].at);
  table.hear(page, { do: "take", ask: 2, seat: 0 });
  expect(page.last.at).toBe(after[1].at);
  table.hear(page, { do: "leave", ask: 2, seat: 0 });
  expect(page.last).toEqual({ refused: { reason: "stale", text: "de: stale" }, ask: 2, seat: 0 });
  table.hear(page, { do: "dance", ask: after[1].ask.n, seat: 1 });
  expect(page.last.refused.reason).toBe("unreadable_move");
  table.hear(page, { do: "take", seat: 1 });
  expect(page.last.refused.reason).toBe("missing_key");
  table.hear(page, { do: "take", ask: 2, seat: 3 });
  expect(page.last.refused.reason).toBe("not_your_seat");
  table.hear(page, { lang: "en" });
  expect(page.last.at).toBe(after[1].at);
});

test("taking back: what nobody else saw, ten times a turn, and never twice for one wish", async () => {
  const { page, table } = await opened();
  table.hear(page, { undo: 1, ask: 2, seat: 0 });
  expect(page.last.refused.reason).toBe("nothing_to_undo");
  table.hear(page, { do: "aim", ask: 2, seat: 0 });
  const [mine, other] = page.frames.slice(-2);
  expect([mine.events, other.events]).toEqual([[{ event: "aim", seat: 0 }], []]);
  expect([mine.table.undo, other.table.undo]).toEqual([true, undefined]);
  table.hear(page, { undo: 1, ask: mine.at, seat: 0 });
  const [taken, unseen] = page.frames.slice(-2);
  expect([taken.events, unseen.events, taken.ask.n]).toEqual([[{ event: "took_back", seat: 0 }], [], mine.at + 1]);
  table.hear(page, { undo: 1, ask: mine.at, seat: 0 });
  expect(page.last.at).toBe(taken.at);
  for (let count = 1; count < 10; count++) {
    table.hear(page, { do: "aim", ask: table.asks.open.get(0)!, seat: 0 });
    table.hear(page, { undo: 1, ask: table.match.lines.length, seat: 0 });
  }
  table.hear(page, { do: "aim", ask: table.asks.open.get(0)!, seat: 0 });
  expect(page.frames.at(-2).table.undo).toBeUndefined();
  table.hear(page, { undo: 1, ask: table.match.lines.length, seat: 0 });
  expect(page.last.refused.reason).toBe("undone_enough");
});

test("a bot takes its time and plays its level", async () => {
  const { page, table } = await opened([me, bot]);
  table.hear(page, { do: "leave", ask: 2 });
  await vi.advanceTimersByTimeAsync(300);
  expect(thinker.choose).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(700);
  expect(thinker.choose.mock.calls[0]!.slice(0, 2)).toEqual(["tiny", "easy"]);
  expect(thinker.choose.mock.calls[0]![2].seat).toBe(1);
  expect(table.match.actions.filter(({ by }) => by === 1)).toHaveLength(1);
  const quick = await opened([me, bot], { pace: "instant" });
  quick.table.hear(quick.page, { do: "leave", ask: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(quick.table.match.actions.filter(({ by }) => by === 1)).toHaveLength(1);
});

test.each([
  ["bot failed", () => Promise.reject(new Error("broken"))],
  ["bot failed", () => Promise.resolve("dance")],
  ["bot too slow", () => new Promise<string>(() => undefined)],
])("a bot that does not answer as it should is replaced, and the log says so: %s", async (note, answer) => {
  thinker.choose.mockImplementationOnce(answer);
  const { page, table } = await opened([me, bot]);
  table.hear(page, { do: "leave", ask: 2 });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(table.match.lines.find(({ by }) => by === 1)!.note).toBe(note);
});

test("nobody plays on while nobody looks, and whoever comes back finds the bot at it", async () => {
  const { id, page, table } = await opened([me, bot]);
  table.hear(page, { do: "leave", ask: 2 });
  table.leave(page);
  const { length } = table.match.lines;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.match.lines).toHaveLength(length);
  await house.connect(id, new Page());
  await vi.advanceTimersByTimeAsync(1000);
  expect(table.match.lines.length).toBeGreaterThan(length);
});

test("after a restart in mid-turn everything stands as it stood", async () => {
  const { id, page, table } = await opened();
  table.hear(page, { do: "take", ask: 2, seat: 0 });
  table.hear(page, { do: "aim", ask: table.asks.open.get(1)!, seat: 1 });
  table.hear(page, { undo: 1, ask: table.match.lines.length, seat: 1 });
  await house.settled();
  const before = page.frames.slice(-2);
  house = new House(wishes);
  const again = new Page();
  const same = (await house.connect(id, again))!;
  expect(again.frames).toHaveLength(2);
  again.frames.forEach(({ at, view, ask, table: part }, index) => {
    expect({ at, view, ask, part }).toEqual({ at: before[index].at, view: before[index].view, ask: before[index].ask, part: before[index].table });
  });
  same.hear(again, { do: "take", ask: 2, seat: 0 });
  expect(again.last.at).toBe(before[1].at); // a repeat is still recognised
  playOut(same, again);
});

test("the end, a rematch whose start moves on, and the way back to it", async () => {
  const { id, page, table } = await opened();
  expect((await ask("POST", `/api/tables/${id}/rematch`, {})).status).toBe(409);
  playOut(table, page);
  expect(page.last.table.result.places).toContain(1);
  expect(page.last.table.seats[0].hints).toBe(0);
  const { body } = await ask("POST", `/api/tables/${id}/rematch`, {});
  expect((await ask("POST", `/api/tables/${id}/rematch`, {})).body.table).toBe(body.table);
  expect(page.last.table.next).toBe(body.table);
  const next = await house.find(body.table);
  expect([next.match.header.start, next.setup.previous]).toEqual([1, id]);
  expect((await ask("POST", `/api/tables/${id}/name`, { name: "Eva" })).body.refused.reason).toBe("over");
});

test("tips are counted, come one at a time, and go with their question", async () => {
  const { page, table } = await opened();
  let found: (tip: any) => void = () => undefined;
  table.hear(page, { hint: 2, seat: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(page.last).toEqual({ seat: 0, hint: { ask: 2, moves: [{ do: "take", text: "nehmen", chance: 0.5, reason: null }], note: "Gleich starke Gegner." }, ask: 2 });
  thinker.advise.mockReturnValueOnce(new Promise((done) => { found = done; }));
  table.hear(page, { hint: 2, seat: 0 });
  table.hear(page, { hint: 2, seat: 0 });
  expect(page.last.refused.reason).toBe("hint_busy");
  table.hear(page, { do: "take", ask: 2, seat: 0 });
  found({ moves: [{ do: "take" }], note: "x" });
  await vi.advanceTimersByTimeAsync(0);
  expect(page.last.hint).toEqual({ ask: 2, moves: [], note: "" });
  table.hear(page, { hint: 2, seat: 0 });
  expect(page.last.refused.reason).toBe("stale");
  expect(table.setup.chairs[0]!.hints).toBe(2);
  const without = await opened([me, local], { hints: false });
  without.table.hear(without.page, { hint: 2, seat: 0 });
  expect(without.page.last.refused.reason).toBe("no_hints");
});

test("a clock that runs out lets a bot move, and everybody hears it", async () => {
  const { page, table } = await opened([me, local], { clock: 5 });
  expect(page.frames[0].table.clock).toEqual({ seconds: 5, left: { "0": 5 } });
  await vi.advanceTimersByTimeAsync(5100);
  expect(table.match.lines.filter(({ note }) => note === "clock")).toHaveLength(1);
  expect(page.last.events[0]).toEqual({ event: "time_up", seat: 0 });
  const { body } = await ask("GET", `/api/tables/${table.setup.id}/story?lang=de&seat=1`);
  expect(body.map(({ event }: any) => event.event)).toContain("time_up");
});

test("a bot sits in until its person moves", async () => {
  thinker.choose.mockResolvedValue("leave");
  const { page, table } = await opened();
  table.hear(page, { sit_in: 0, seat: 0 });
  expect(page.last.table.seats[0].sat_in).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(table.match.lines.filter(({ note }) => note === "sat in")).toHaveLength(1);
  table.hear(page, { do: "leave", ask: table.asks.open.get(1)!, seat: 1 });
  table.hear(page, { do: "leave", ask: table.asks.open.get(0)!, seat: 0 });
  expect(table.setup.chairs[0]!.sat_in).toBe(false);
});

test("looking back: the story as one may know it, the table at any point, what chance could have brought", async () => {
  const { id, page, table } = await opened([me, bot]);
  table.hear(page, { do: "aim", ask: 2 });
  const told = (await ask("GET", `/api/tables/${id}/story?lang=de`)).body;
  expect(told.map(({ at, event }: any) => [at, event.event])).toEqual([[2, "threw"], [3, "aim"]]);
  expect((await ask("GET", `/api/tables/${id}/story?lang=de&seat=1`)).status).toBe(403);
  expect((await ask("GET", `/api/tables/${id}/at/1`)).body).toMatchObject({ at: 1, events: [], view: { die: 0, seat: 0 } });
  expect((await ask("GET", `/api/tables/${id}/at/3`)).body.events).toEqual([{ event: "aim", seat: 0 }]);
  expect((await ask("GET", `/api/tables/${id}/at/99`)).body.refused.reason).toBe("out_of_range");
  expect((await ask("GET", `/api/tables/${id}/chances`)).body[0]).toMatchObject({ line: 2, kind: "throw", seat: 0, number: 0 });
  const log = (await ask("GET", `/api/tables/${id}/log`)).body;
  expect((await ask("POST", "/api/tables/chances", { text: log })).body).toEqual((await ask("GET", `/api/tables/${id}/chances`)).body);
  expect((await ask("GET", `/api/tables/${id}/nothing`)).body.refused.reason).toBe("no_such_page");
});

test("names, the list of tables, and a table that goes for good", async () => {
  const { id, page } = await opened([me, bot]);
  await ask("POST", `/api/tables/${id}/name`, { name: "  Eva\n" });
  expect(page.last.table.seats[0].name).toBe("Eva");
  expect((await ask("POST", `/api/tables/${id}/name`, { name: "x".repeat(41) })).body.refused.reason).toBe("name_too_long");
  expect((await ask("POST", `/api/tables/${id}/name`, { name: "x", seat: 1 })).status).toBe(403);
  await house.settled();
  const [info] = (await ask("POST", "/api/tables/mine")).body;
  expect(info).toMatchObject({ id, state: "running", to_act: [0], yours: [0], seats: [{ name: "Eva" }, { name: "Bo" }] });
  expect((await ask("DELETE", `/api/tables/${id}`)).body.deleted).toBe(true);
  expect(page.closed).toBe(4404);
  expect((await ask("POST", "/api/tables/mine")).body).toEqual([]);
  const late = new Page();
  expect(await house.connect(id, late)).toBeNull();
  expect(late.closed).toBe(4404);
});

test("a saved game is opened again, over or not; what is not sound is refused and nothing is kept", async () => {
  const { id, page, table } = await opened([me, bot]);
  const half = (await ask("GET", `/api/tables/${id}/log`)).body as string;
  const open = async (text: string) => ask("POST", "/api/tables/open", { text });
  const again = await open(`\ufeff${half}`);
  expect(again.body).toMatchObject({ seat: 0, seats: [0] });
  expect((await house.find(again.body.table)).lines).toEqual(table.lines);
  table.setup.chairs[1]!.kind = "person";
  playOut(table, page);
  const whole = await open((await ask("GET", `/api/tables/${id}/log`)).body);
  expect((await ask("GET", `/api/tables/${whole.body.table}`)).body.state).toBe("over");
  await house.settled();
  const count = (await store.all()).length;
  const damaged = [half.slice(0, -9), half.replace('"spieltisch":1', '"spieltisch":2'), half.replace("tiny", "chess"), "", "{", half.replace("throw", "dance\": \"x"), "\u0000"];
  for (const text of damaged) {
    const { status, body } = await open(text);
    expect([status, typeof body.refused.text]).toEqual([400, "string"]);
  }
  expect(await store.all()).toHaveLength(count);
});

test("a game that goes on elsewhere rests here", async () => {
  const { id, page, table } = await opened([me, bot]);
  await ask("POST", `/api/tables/${id}/moved`, { table: "abc" });
  expect(page.last.table).toMatchObject({ state: "closed", next: "abc", to_act: [] });
  table.hear(page, { do: "take", ask: 2 });
  expect(page.last.refused.reason).toBe("table_closed");
});

test("without room for it the game goes on and the page says once that it is not kept; with room again nothing is missing", async () => {
  const append = vi.spyOn(store, "append");
  const { page, table } = await opened();
  await house.settled();
  append.mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  table.hear(page, { do: "leave", ask: 2, seat: 0 });
  table.hear(page, { do: "leave", ask: table.asks.open.get(1)!, seat: 1 });
  await house.settled();
  expect(notKept).toBe(1);
  append.mockRestore();
  table.hear(page, { do: "leave", ask: table.asks.open.get(0)!, seat: 0 });
  await house.settled();
  expect(await store.lines(table.setup.id)).toEqual(table.lines);
  expect(announced.at(-1)).toEqual([table.setup.id, table.lines.length]);
});

test("two windows at one table: whoever comes second hears what the first one did", async () => {
  const { id, page, table } = await opened();
  await house.settled();
  const other = new House(wishes);
  const second = new Page();
  const same = (await other.connect(id, second))!;
  same.hear(second, { do: "leave", ask: 2, seat: 0 });
  await other.settled();
  table.hear(page, { do: "take", ask: 2, seat: 0 });
  await house.settled();
  expect(page.closed).toBe(1012);
  const back = new Page();
  await house.connect(id, back);
  expect(back.frames[0].at).toBe(same.lines.length);
  expect(await store.lines(id)).toEqual(same.lines);
  same.hear(second, { do: "leave", ask: same.asks.open.get(1)!, seat: 1 });
  await other.settled();
  await house.heard(id, same.lines.length);
  expect(back.closed).toBe(1012);
});

test("a log that cannot be read any more is told as such", async () => {
  const { id } = await opened();
  await house.settled();
  vi.spyOn(store, "lines").mockResolvedValue(["{"]);
  house = new House(wishes);
  const page = new Page();
  await house.connect(id, page);
  expect(page.closed).toBe(4500);
  expect((await ask("GET", `/api/tables/${id}`)).body.refused.reason).toBe("table_damaged");
});

test("a review is made once, kept, and told with the games before it", async () => {
  const { id, page, table } = await opened();
  expect((await ask("GET", `/api/tables/${id}/review?lang=de`)).status).toBe(409);
  playOut(table, page);
  let made: (review: unknown) => void = () => undefined;
  thinker.review.mockImplementationOnce((_game, _lines, told) => new Promise((done) => { told(0.5); made = done; }));
  expect(await ask("GET", `/api/tables/${id}/review?lang=de`)).toEqual({ status: 202, body: { progress: 0.5 } });
  made({ luck: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect((await ask("GET", `/api/tables/${id}/review?lang=de&seat=1`)).body).toEqual({ reviews: [{ luck: 1 }] });
  expect(thinker.inWords.mock.calls.at(-1)!.slice(3)).toEqual(["de", 1]);
  const { body } = await ask("POST", `/api/tables/${id}/rematch`, {});
  const next = await house.find(body.table);
  playOut(next, page);
  await house.settled();
  house = new House(wishes);
  await ask("GET", `/api/tables/${body.table}/review?lang=de`);
  await vi.advanceTimersByTimeAsync(0);
  expect((await ask("GET", `/api/tables/${body.table}/review?lang=de`)).body.reviews).toHaveLength(2);
  expect(thinker.review).toHaveBeenCalledTimes(2);
  thinker.review.mockRejectedValue(new Error("broken"));
  const third = await opened();
  playOut(third.table, third.page);
  await ask("GET", `/api/tables/${third.id}/review?lang=de`);
  await vi.advanceTimersByTimeAsync(0);
  expect((await ask("GET", `/api/tables/${third.id}/review?lang=de`)).body.refused.reason).toBe("no_review");
});

test("levels and games that there are not are refused", async () => {
  expect((await ask("POST", "/api/tables", { game: "chess", seats: [me, bot] })).body.refused.reason).toBe("unknown_game");
  expect((await ask("POST", "/api/tables", { game: "tiny", seats: [me, { ...bot, level: "god" }] })).body.refused.reason).toBe("unknown_word");
  expect((await ask("POST", "/api/tables", { game: "tiny", seats: [me] })).body.refused.reason).toBe("wrong_length");
});

test("chance has no favourites: what would tilt it is drawn again", () => {
  const drawn = [2 ** 53 - 1, 2 ** 53 - 2, 11];
  expect(below(6, () => drawn.shift()!)).toBe(5);
  expect(drawn).toEqual([]);
  const counts = Array(3).fill(0);
  for (let n = 0; n < 3000; n++) counts[below(3)] += 1;
  expect(Math.min(...counts)).toBeGreaterThan(800); // 200 below the mean: more than seven standard deviations
});

test("a store that does not last is said too", async () => {
  (store as { lasts: boolean }).lasts = false;
  await opened();
  await house.settled();
  expect(notKept).toBe(1);
});

test("a conflict in memory is found as in the database", async () => {
  const { table } = await opened();
  await house.settled();
  await expect(store.append(table.kept, 1, ["x"])).rejects.toBeInstanceOf(Conflict);
});

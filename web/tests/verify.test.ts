import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { keepToken, keptOf, ownEntropy } from "../lib/tokens";
import { commitmentOf, compact, Draws, verify, type Chance } from "../lib/verify";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const vectors = JSON.parse(readFileSync("docs/examples/fairness-vectors.json", "utf8"));

test("JSON as Python writes it", () => {
  expect(compact(["ä", null, 1])).toBe('["\\u00e4",null,1]');
});

test("the vectors of docs/fairness.md: commitments, tickets with every step, lots", async () => {
  for (const { secret, commit } of vectors.commitments) expect(await commitmentOf(secret)).toBe(commit);
  let seconds = 0;
  for (const { secret, table, entropies, kind, seat, number, total, steps, ticket } of vectors.tickets) {
    steps.forEach(({ message }: { message: string }, attempt: number) => expect(compact([table, entropies, kind, seat, number, attempt])).toBe(message));
    const draws = await Draws.from(secret, table, entropies);
    expect(String(await draws.ticket(kind, seat, number, BigInt(total)))).toBe(ticket);
    seconds += steps.length > 1 ? 1 : 0;
  }
  expect(seconds).toBeGreaterThan(0);
  for (const { secret, table, entropies, seats, start } of vectors.lots) expect(await (await Draws.from(secret, table, entropies)).start(seats)).toBe(start);
});

const game: string[] = vectors.game.log;
const chances: Chance[] = vectors.game.chances;
const head = JSON.parse(game[0]!);
const fair = { wasPromised: true, secretFits: true, wasSeen: false, checked: chances.length, lines: chances.length, wrong: null, untold: null, lot: "right", own: "onlooker" };
const text = (lines: string[], header: object = {}) => [JSON.stringify({ ...head, ...header }), ...lines.slice(1)].join("\n") + "\n";

test("a whole game is right, also where its lines end as some editors have it", async () => {
  expect(await verify(text(game), chances)).toEqual(fair);
  expect(await verify(text(game).replaceAll("\n", "\r\n"), chances)).toEqual(fair);
  expect(await verify(text(game), null)).toEqual({ ...fair, checked: 0 });
  expect(await verify(text(game), chances, { commit: head.commit, seats: [] })).toEqual({ ...fair, wasSeen: true });
});

test("a forged outcome, another secret, another start are found", async () => {
  const { line, outcomes } = chances[3]!;
  const told = JSON.parse(game[line - 1]!).do;
  const other = outcomes.find(([outcome]) => outcome !== told)![0];
  const forged = game.map((one, n) => (n === line - 1 ? JSON.stringify({ by: "chance", do: other }) : one));
  expect((await verify(text(forged), chances)).wrong).toEqual({ line, told: other, due: told });
  expect((await verify(text(game), chances, { commit: "another", seats: [] })).secretFits).toBe(false);
  expect((await verify(text(game, { commit: "another" }), chances)).secretFits).toBe(false);
  expect((await verify(text(game, { start: 1 - head.start }), chances)).lot).toBe("wrong");
  expect((await verify(text(game, { lot: undefined }), chances)).lot).toBe("none");
});

test("what could have come has to be told for every line, in order and with sound weights", async () => {
  const without = (index: number, more: Partial<Chance>) => chances.map((one, n) => (n === index ? { ...one, ...more } : one));
  expect((await verify(text(game), chances.slice(0, -1))).untold).toBe(chances.at(-1)!.line);
  expect((await verify(text(game), [])).untold).toBe(chances[0]!.line);
  expect((await verify(text(game), [...chances, chances[0]!])).untold).toBe(chances[0]!.line);
  for (const more of [{ number: 7 }, { kind: "roll" }, { line: 1 }, { outcomes: [] }, { outcomes: [["draw 1", 0.5]] as [string, number][] }]) {
    expect((await verify(text(game), without(2, more))).untold, JSON.stringify(more)).toBe(chances[2]!.line);
  }
});

test("our own entropy stands in the log in our place, or it is said where it went", async () => {
  const [first, second] = head.entropy;
  const own = async (mine: object, header: object = {}) => (await verify(text(game, header), null, { seats: [], ...mine })).own;
  expect(await own({ seats: [0], entropy: first })).toBe("in");
  expect(await own({ seats: [1], entropy: second })).toBe("in");
  expect(await own({ seats: [0], entropy: second })).toBe("missing");
  expect(await own({ seats: [1], entropy: first })).toBe("missing");
  expect(await own({ seats: [1], entropy: "mine" })).toBe("missing");
  expect(await own({ seats: [1], entropy: "late" }, { seats: [{ name: "Ada" }, { name: "Bo", entropy: "server" }] })).toBe("server");
  expect(await own({ seats: [1] })).toBe("unknown");
  expect(await own({ seats: [0, 1], entropy: "ours" }, { entropy: ["ours"] })).toBe("in");
  expect(await own({ seats: [2], entropy: "c" }, { seats: [{}, {}, {}, { bot: "easy" }], entropy: ["ab", "c"] })).toBe("in");
  expect(await own({ seats: [0], entropy: first }, { chance: "first" })).toBe("known");
  expect(await own({})).toBe("onlooker");
});

beforeEach(() => localStorage.clear());
test("entropy is made once per table, after the commitment was seen, and remembered", () => {
  expect(ownEntropy("t")).toBeNull();
  keepToken("t", "token");
  expect(ownEntropy("t")).toBeNull();
  keepToken("t", "token", { commit: "c" });
  const made = ownEntropy("t")!;
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  expect(ownEntropy("t")).toBe(made);
  expect(keptOf("t")).toMatchObject({ token: "token", commit: "c", entropy: made });
  keepToken("u", "token", { commit: "c" });
  expect(ownEntropy("u")).not.toBe(made);
  keepToken("v", "token", { commit: "c", shared: true });
  expect(ownEntropy("v"), "a second device adds nothing: the first one's word counts").toBeNull();
});

test("a hand-made game is checked line by line", async () => {
  const draws = await Draws.from(SECRET, "t", ["x"]);
  const outcomes: [string, number][] = [["draw 1", 2], ["draw 2", 5]];
  const chance = { line: 2, kind: "draw", seat: 0, number: 0, outcomes };
  const due = (await draws.ticket("draw", 0, 0, 7n)) < 2n ? "draw 1" : "draw 2";
  expect(await draws.outcome(chance)).toBe(due);
});

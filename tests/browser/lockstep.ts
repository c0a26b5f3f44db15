/**
 * Plays the games that `lockstep.py` tells, with a room's module, and writes a digest of all that was seen and said in each.
 * node lockstep.mjs MADE CASES [NUMBER]: with a number, that game's whole account.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Memory, type Facts } from "../../web/door/memory.ts";
import { Rules, type Bytes, type Luck } from "../../web/door/rules.ts";

interface Case {
  key: string;
  seats: number;
  start: number;
  seed: number;
  laid: string;
  names: string | null;
  own: string[];
  persons: number[];
  every: number;
}

const GAME_OVER = -1;
const TRIES = 12;
const hex = (bytes: Bytes): string => Buffer.from(bytes).toString("hex");
const bytes = (text: string): Bytes => new Uint8Array(Buffer.from(text, "hex"));
const reals = (numbers: ArrayLike<number>): string => hex(new Uint8Array(Float64Array.from(numbers).buffer));

class Game {
  luck: Luck;
  record: Bytes;
  names: Bytes | null;
  step = 0;

  constructor(
    readonly rules: Rules,
    readonly told: Case,
    readonly say: (line: string) => void,
  ) {
    this.luck = rules.stirred(BigInt(told.seed));
    this.record = rules.on(bytes(told.laid), "rules.begin", told.seats, told.start).after;
    this.names = told.names === null ? null : bytes(told.names);
  }

  below(count: number): number {
    const found = this.rules.memory.call["rule.below"]!(this.rules.luck(this.luck), count);
    this.luck = this.rules.luckAfter();
    return found;
  }

  play(): void {
    for (;;) {
      const acting = this.rules.acting(this.record);
      this.say(`acting ${acting} ${hex(this.record)}`);
      this.look();
      if (acting === GAME_OVER) break;
      if (acting === 0) this.chance();
      else this.move(acting);
      this.step += 1;
    }
    const { places, points } = this.rules.score(this.record, this.told.seats);
    this.say(`places ${places} points ${points}`);
  }

  look(): void {
    const { rules, record, told } = this;
    for (let watcher = -1; watcher < told.seats; watcher++) {
      const veiled = rules.veiled(record, watcher);
      this.say(`view ${watcher} ${rules.view(record, watcher, this.names)}`);
      this.say(`veiled ${hex(veiled)}`);
      if (watcher >= 0) this.say(`dealt ${hex(rules.dealtAnew(veiled, watcher, rules.stirred(BigInt(this.step), watcher)))}`);
    }
    for (const field of told.own) this.say(`${field} ${rules.own(record, field, this.step % told.seats, this.names)}`);
    const { chances, points } = rules.rate(record, told.seats);
    this.say(`rated ${reals([rules.progress(record), ...chances, ...points])}`);
  }

  chance(): void {
    const { rules, record } = this;
    const [seat, tickets, first] = rules.lottery(record);
    this.say(`lottery ${seat} ${tickets} ${first} of ${rules.weigh(record)}`);
    const { outcome, after, acting, lottery } = rules.drawn(record, this.below(tickets));
    this.say(`drawn ${rules.outcomeText(record, outcome, this.names)} then ${acting} ${lottery} ${rules.mayHappen(record, outcome)}`);
    this.tell(after, -1, outcome);
  }

  move(acting: number): void {
    const { rules, record } = this;
    const asked = [0, 1, 2, 3].filter((seat) => (acting >> seat) & 1);
    const seat = asked[this.below(asked.length)]!;
    const { codes, texts } = rules.legal(record, seat, this.names);
    this.say(`legal ${seat} ${texts} ${codes}`);
    if (this.step % this.told.every === 0) this.think(seat, codes);
    const code = codes[this.below(codes.length)]!;
    const { after, lottery, acting: next } = rules.play(record, seat, code);
    this.say(`played ${code} then ${next} ${lottery} ${rules.showsSomething(record, after, seat, code, rules.stirred(BigInt(code)), TRIES)}`);
    this.tell(after, seat, code);
  }

  tell(after: Bytes, actor: number, code: number): void {
    for (const { audience, text } of this.rules.told(this.record, after, actor, code, this.names)) this.say(`event ${audience} ${text}`);
    this.record = after;
  }

  think(seat: number, codes: number[]): void {
    const { rules, record, told, step } = this;
    const worth = new Float64Array(8 * codes.length);
    const asked = { viewer: seat, actor: seat, options: codes, alive: codes.map(() => true), depth: 2, draws: true, seed: BigInt(step), first: 0, last: 2 };
    rules.explore(record, told.seats, asked, worth);
    this.say(`worth ${reals(worth)}`);
    const won = new Float64Array(4);
    rules.playOut(record, told.seats, told.persons, BigInt(step), 0, 1, won);
    this.say(`won ${reals(won)}`);
    for (const guess of rules.guesses(record, 3, seat, rules.stirred(BigInt(step), 9))) this.say(`guess ${hex(guess)}`);
  }
}

const [made, file, number] = process.argv.slice(2) as [string, string, string | undefined];
const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];
const known = new Map<string, Rules>();

function rulesOf({ key, seats }: Case): Rules {
  if (!known.has(key)) {
    const facts = JSON.parse(readFileSync(`${made}/${key}.json`, "utf8")) as Facts;
    known.set(key, new Rules(new Memory(new WebAssembly.Module(readFileSync(`${made}/${key}.wasm`)), facts)));
  }
  const rules = known.get(key)!;
  rules.learn(seats, readFileSync(`${made}/${key}-${seats}.bin`));
  return rules;
}

for (const one of number === undefined ? cases : [cases[Number(number)]!]) {
  const digest = createHash("sha256");
  const game = new Game(rulesOf(one), one, (line) => {
    if (number !== undefined) console.log(line);
    digest.update(`${line}\n`);
  });
  game.play();
  if (number === undefined) console.log(`${game.step} ${digest.digest("hex")}`);
}

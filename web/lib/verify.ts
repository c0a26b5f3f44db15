/** "Würfel prüfen": every die and card of a finished game, checked against what was settled before it began. docs/fairness.md has the formulas. */

export interface Chance {
  /** Number of the log's line, from 1. */
  line: number;
  kind: string;
  seat: number | null;
  number: number;
  /** All outcomes in order, each with its weight. */
  outcomes: [string, number][];
}

/** What this browser knows of the game for itself: the commitment as it was shown, what it added, the seats it held. */
export interface Mine {
  commit?: string | undefined;
  entropy?: string | undefined;
  seats: readonly number[];
}

export interface Report {
  secretFits: boolean;
  /** Against the commitment that we saw ourselves, not only the log's. */
  wasSeen: boolean;
  checked: number;
  lines: number;
  wrong: { line: number; told: string; due: string } | null;
  /** The first line for which we were not told in order what could have come. */
  untold: number | null;
  lot: "right" | "wrong" | "none";
  own: "in" | "server" | "missing" | "unknown" | "onlooker" | "known";
}

interface Line {
  by?: unknown; do?: string; reveal?: string; commit?: string; id?: string; chance?: string | null; entropy?: string[]; lot?: string; start?: number; shifted?: number;
  seats?: { bot?: string; entropy?: string }[];
}

const text = new TextEncoder();
const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (told: string): Uint8Array<ArrayBuffer> => new Uint8Array((told.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** JSON as Python writes it: no blanks, everything beyond ASCII escaped. */
export function compact(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export class Draws {
  private constructor(private key: CryptoKey, private table: string, private entropies: readonly string[]) {}

  static async from(secret: string, table: string, entropies: readonly string[]): Promise<Draws> {
    const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Draws(key, table, entropies);
  }

  /** The ticket drawn for the number-th outcome of a kind for a seat, without modulo bias. */
  async ticket(kind: string, seat: number | null, number: number, total: bigint): Promise<bigint> {
    const most = 1n << 256n;
    for (let attempt = 0; attempt < 1000; attempt++) {
      const message = compact([this.table, this.entropies, kind, seat, number, attempt]);
      const drawn = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", this.key, text.encode(message)))}`);
      if (drawn < most - (most % total)) return drawn % total;
    }
    throw new Error("no ticket");
  }

  /** The seat that starts, where that was drawn by lot. */
  async start(seats: number): Promise<number> {
    return Number(await this.ticket("luck", null, 1, BigInt(seats)));
  }

  /** What a line of chance had to bring. */
  async outcome({ kind, seat, number, outcomes }: Chance): Promise<string> {
    let ticket = await this.ticket(kind, seat, number, outcomes.reduce((sum, [, weight]) => sum + BigInt(weight), 0n));
    return outcomes.find(([, weight]) => (ticket -= BigInt(weight)) < 0n)![0];
  }
}

export async function commitmentOf(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/** Check a log; `chances` says for every chance line what could have come (null: only the secret is checked). */
export async function verify(log: string, chances: Chance[] | null, mine: Mine = { seats: [] }): Promise<Report> {
  const lines = log.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line);
  const head = lines[0] ?? {};
  const reveal = lines.at(-1)?.reveal ?? "";
  const secretFits = reveal !== "" && head.commit === (mine.commit ?? head.commit) && (await commitmentOf(reveal)) === head.commit;
  const due = lines.flatMap((line, index) => (line.by === "chance" ? [index + 1] : []));
  const report: Report = { secretFits, wasSeen: mine.commit !== undefined, checked: 0, lines: due.length, wrong: null, untold: null, lot: "none", own: ownPart(head, mine) };
  if (!secretFits) return report;
  const draws = await Draws.from(reveal, head.chance ?? head.id ?? "", head.entropy ?? []);
  if (head.lot === "start") report.lot = (await draws.start(head.seats?.length ?? 0)) === head.start ? "right" : "wrong";
  if (!chances) return report;
  report.untold = firstUntold(lines, due, chances);
  if (report.untold !== null) return report;
  for (const chance of chances) {
    const told = lines[chance.line - 1]!.do!;
    const found = await draws.outcome(shifted(chance, head));
    if (found !== told) return { ...report, wrong: { line: chance.line, told, due: found } };
    report.checked += 1;
  }
  return report;
}

/** In a return with the same dice they go round with the start: a seat gets what fell to the one so many seats before it. */
function shifted(chance: Chance, { shifted: by = 0, seats = [] }: Line): Chance {
  return chance.seat === null || !by ? chance : { ...chance, seat: (chance.seat + seats.length - by) % seats.length };
}

/** Each line of chance once, counted through by kind and seat, with sound weights: else any outcome could be made to fit. */
function firstUntold(lines: readonly Line[], due: readonly number[], chances: readonly Chance[]): number | null {
  const count = new Map<string, number>();
  for (const [index, line] of due.entries()) {
    const chance = chances[index];
    const kind = lines[line - 1]!.do?.split(" ")[0];
    const name = `${chance?.kind} ${chance?.seat}`;
    const number = count.get(name) ?? 0;
    count.set(name, number + 1);
    const isSound = chance?.outcomes.length && chance.outcomes.every(([, weight]) => Number.isSafeInteger(weight) && weight > 0);
    if (!isSound || chance.line !== line || chance.kind !== kind || chance.number !== number) return line;
  }
  return chances.length > due.length ? chances[due.length]!.line : null;
}

/** Does what this browser added stand in the header, in its place? Entropies stand there by the first seat of each device. */
function ownPart(head: Line, { entropy, seats }: Mine): Report["own"] {
  if (head.chance) return "known";
  const first = seats[0];
  if (first === undefined) return "onlooker";
  const people = (head.seats ?? []).map((_, seat) => seat).filter((seat) => head.seats![seat]!.bot === undefined);
  const all = head.entropy ?? [];
  const place = entropy === undefined ? -1 : all.indexOf(entropy);
  const before = people.filter((seat) => seat < first).length;
  const after = people.filter((seat) => seat > first && !seats.includes(seat)).length;
  if (place >= 0 && place <= before && all.length - 1 - place <= after) return "in"; // several seats of one device have one entropy
  if (head.seats?.[first]?.entropy === "server") return "server";
  return entropy === undefined ? "unknown" : "missing";
}

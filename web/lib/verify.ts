/** "Würfel prüfen": every die and card of a finished game, checked against what was settled before it began. */

export interface Chance {
  /** Number of the log's line, from 1. */
  line: number;
  kind: string;
  seat: number | null;
  number: number;
  /** All outcomes in order, each with its weight. */
  outcomes: [string, number][];
}

export interface Report {
  secretFits: boolean;
  checked: number;
  lines: number;
  wrong: { line: number; told: string; due: string } | null;
}

interface Line { by?: unknown; do?: string; reveal?: string; commit?: string; id?: string; chance?: string | null; entropy?: string[] }

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
  async ticket(kind: string, seat: number | null, number: number, total: number): Promise<number> {
    const most = 1n << 256n;
    for (let attempt = 0; attempt < 1000; attempt++) {
      const message = compact([this.table, this.entropies, kind, seat, number, attempt]);
      const drawn = BigInt(`0x${hex(await crypto.subtle.sign("HMAC", this.key, text.encode(message)))}`);
      if (drawn < most - (most % BigInt(total))) return Number(drawn % BigInt(total));
    }
    throw new Error("no ticket");
  }
}

export async function commitmentOf(secret: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", bytes(secret)));
}

/** Check a log; `chances` says for every chance line what could have come (null: only the secret is checked). */
export async function verify(log: string, chances: Chance[] | null, seen?: string): Promise<Report> {
  const lines = log.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line);
  const head = lines[0] ?? {};
  const reveal = lines.at(-1)?.reveal ?? "";
  const secretFits = reveal !== "" && (await commitmentOf(reveal)) === (seen ?? head.commit) && head.commit === (seen ?? head.commit);
  const due = lines.filter((line) => line.by === "chance").length;
  const report: Report = { secretFits, checked: 0, lines: due, wrong: null };
  if (!secretFits || !chances) return report;
  const draws = await Draws.from(reveal, head.chance ?? head.id ?? "", head.entropy ?? []);
  for (const chance of chances) {
    const told = lines[chance.line - 1]?.do ?? "";
    const total = chance.outcomes.reduce((sum, [, weight]) => sum + weight, 0);
    let ticket = await draws.ticket(chance.kind, chance.seat, chance.number, total);
    const found = chance.outcomes.find(([, weight]) => (ticket -= weight) < 0)?.[0] ?? "";
    if (found !== told) return { ...report, wrong: { line: chance.line, told, due: found } };
    report.checked += 1;
  }
  return report;
}

/** The tokens that this browser holds: one per table, never in an address. */

interface Kept {
  token: string;
  when: number;
  /** The commitment as it was shown before the game: what the dice are checked against. */
  commit?: string;
  /** What this browser has added to the dice, once it had seen the commitment. */
  entropy?: string;
  /** A further device of its seat, let in by a code: the first one adds to the dice, and only one word counts. */
  shared?: boolean;
  /** The first seat that the token holds. */
  seat?: number;
  /** A guided first game. */
  coach?: boolean;
}

const KEY = "spieltisch.tables";
const MOST = 100;

let unkept: Record<string, Kept> | null = null; // where the browser keeps nothing

/** Is this a table of this device, which needs no server? */
export const isLocal = (table: string): boolean => table.startsWith("local-");

function all(): Record<string, Kept> {
  if (unkept) return unkept;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

function keep(tables: Record<string, Kept>): void {
  const newest = Object.entries(tables).sort(([, a], [, b]) => b.when - a.when).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
    unkept = null;
  } catch {
    unkept = Object.fromEntries(newest); // a full or forbidden store: the seat lasts as long as this page
  }
}

export const keptOf = (table: string): Kept | null => all()[table] ?? null;
export const tokenOf = (table: string): string | null => keptOf(table)?.token ?? null;
export const allTokens = (): string[] => Object.entries(all()).filter(([table]) => !isLocal(table)).sort(([, a], [, b]) => b.when - a.when).map(([, kept]) => kept.token);
/** Has anybody played on this device without a server? */
export const hasLocal = (): boolean => Object.keys(all()).some(isLocal);

export function keepToken(table: string, token: string, more: Partial<Kept> = {}): void {
  const tables = all();
  keep({ ...tables, [table]: { ...tables[table], token, when: Date.now(), ...more } });
}

export function forgetToken(table: string): void {
  const { [table]: _, ...rest } = all();
  keep(rest);
}

/** Sixteen bytes of our own for the dice and cards of a table, always the same ones; none before the commitment was seen, and none where another device does. */
export function ownEntropy(table: string): string | null {
  const kept = keptOf(table);
  if (!kept?.commit || kept.shared) return null;
  if (kept.entropy) return kept.entropy;
  const entropy = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keepToken(table, kept.token, { entropy, when: kept.when });
  return entropy;
}

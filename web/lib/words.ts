/** What people read, in their language. In a text `{winner:seat}` is the name of whoever sits there, `{card:cards}` looks
 *  the value up in the table `cards`, `{cards:plus}` adds up in words, `{count:1 Stein|Steine}` counts: `1 Stein`, `5 Steine`. The same rules as in the Python package.
 *  Whoever reads is "du": `x_you` stands for `x` where its first seat is the reader's, `x_yours` where a later one is. */

import type { Details, Lang } from "./table";

export type Tables = { [key: string]: string | Tables };
/** A piece of a sentence; names are bold. */
export interface Part { text: string; isName: boolean }

const [NAME, END] = ["\u0002", "\u0003"]; // around a name while a sentence is made

export class Words {
  private tables: Tables = {};

  /** Later texts go before earlier ones, table by table. */
  constructor(
    readonly lang: Lang,
    texts: Tables[],
    private names: () => readonly string[] = () => [],
    private me: () => number | null = () => null,
  ) {
    for (const text of texts)
      for (const [key, value] of Object.entries(text)) {
        const before = this.tables[key];
        this.tables[key] = isTable(value) && isTable(before) ? { ...before, ...value } : value;
      }
  }

  has(path: string): boolean {
    return typeof this.find(path) === "string";
  }

  /** The text under a path such as `refusals.barred`, filled in; the path itself where there is none. */
  say = (path: string, details: Details = {}): string => this.marked(path, details).replaceAll(NAME, "").replaceAll(END, "");

  /** The same in pieces, so that names can be bold; "Du" at the beginning is a name too. */
  parts(path: string, details: Details = {}): Part[] {
    const text = this.marked(path, details);
    const you = this.find("you");
    const own = typeof you === "string" && text.startsWith(`${you} `) ? NAME + you + END + text.slice(you.length) : text;
    return own.split(NAME).flatMap((piece, i) => {
      if (i === 0) return [{ text: piece, isName: false }];
      const [name = "", rest = ""] = piece.split(END);
      return [{ text: name, isName: true }, { text: rest, isName: false }];
    }).filter(({ text }) => text);
  }

  /** The name at a seat: a person's, else the seat's colour. */
  seat(seat: number): string {
    return this.names()[seat] || this.say(`colours.${seat}`);
  }

  private marked(path: string, details: Details): string {
    const text = this.find(path);
    return typeof text === "string" ? this.fill(this.forReader(path, text, details), details) : path;
  }

  /** The text as it is for the one who reads, where they are in it. */
  private forReader(path: string, text: string, details: Details): string {
    const me = this.me();
    if (me === null) return text;
    const seats = [...text.matchAll(/\{(\w+):seat\}/g)].map(([, key]) => details[key!]);
    const at = seats.findIndex((seat) => seat === me);
    const own = at < 0 ? undefined : this.find(path + (at === 0 ? "_you" : "_yours"));
    return typeof own === "string" ? own : text;
  }

  private find(path: string): string | Tables | undefined {
    let found: string | Tables | undefined = this.tables;
    for (const part of path.split(".")) {
      if (!isTable(found) || !Object.hasOwn(found, part)) return undefined;
      found = found[part];
    }
    return found;
  }

  private fill(text: string, details: Details): string {
    return text.replace(/\{\{|\}\}|\{(\w+)(?::([^{}]+))?\}/g, (whole, key?: string, spec = "") => {
      if (key === undefined) return whole[0]!;
      return Object.hasOwn(details, key) ? this.format(details[key], spec) : "…";
    });
  }

  private format(value: unknown, spec: string): string {
    if (spec.includes("|")) {
      const [one, many] = spec.split("|");
      const count = Array.isArray(value) ? value.length : value;
      return count === 1 ? one! : `${String(count)} ${many!}`;
    }
    if (Array.isArray(value)) return value.map((item) => (spec === "plus" ? String(item) : this.format(item, spec))).join(spec === "plus" ? " + " : ", ");
    if (spec === "seat") return typeof value === "number" ? NAME + this.called(value) + END : String(value);
    const table = spec ? this.tables[spec] : undefined;
    if (isTable(table)) {
      const found = Object.hasOwn(table, String(value)) ? table[String(value)] : undefined;
      return typeof found === "string" ? found : String(value);
    }
    return String(value);
  }

  private called(seat: number): string {
    const you = this.find("you_among");
    return seat === this.me() && typeof you === "string" ? you : this.seat(seat);
  }
}

function isTable(value: unknown): value is Tables {
  return typeof value === "object" && value !== null;
}

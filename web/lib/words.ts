/** What people read, in their language. In a text `{winner:seat}` is the name of whoever sits there, `{card:cards}` looks
 *  the value up in the table `cards`, `{cards:plus}` adds up in words. The same rules as in the Python package. */

import type { Details, Lang } from "./table";

export type Tables = { [key: string]: string | Tables };

export class Words {
  private tables: Tables = {};

  /** Later texts go before earlier ones, table by table. */
  constructor(
    readonly lang: Lang,
    texts: Tables[],
    private names: () => readonly string[] = () => [],
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
  say = (path: string, details: Details = {}): string => {
    const text = this.find(path);
    return typeof text === "string" ? this.fill(text, details) : path;
  };

  /** The name at a seat: a person's, else the seat's colour. */
  seat(seat: number): string {
    return this.names()[seat] || this.say(`colours.${seat}`);
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
    return text.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (whole, key?: string, spec = "") => {
      if (key === undefined) return whole[0]!;
      return Object.hasOwn(details, key) ? this.format(details[key], spec) : "…";
    });
  }

  private format(value: unknown, spec: string): string {
    if (Array.isArray(value)) return value.map((item) => (spec === "plus" ? String(item) : this.format(item, spec))).join(spec === "plus" ? " + " : ", ");
    if (spec === "seat") return typeof value === "number" ? this.seat(value) : String(value);
    const table = spec ? this.tables[spec] : undefined;
    if (isTable(table)) {
      const found = Object.hasOwn(table, String(value)) ? table[String(value)] : undefined;
      return typeof found === "string" ? found : String(value);
    }
    return String(value);
  }
}

function isTable(value: unknown): value is Tables {
  return typeof value === "object" && value !== null;
}

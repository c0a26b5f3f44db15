/** Where tables without a server are kept: line by line in the browser's own database, as they happen. Where there is none, or no room
 *  in it, they last as long as the page, and the page says so. */

import type { Kept } from "./seats";

export interface KeptReview { build: string; made: unknown }

export interface Store {
  /** Does what is written here survive the page? */
  readonly lasts: boolean;
  /** A table and further lines of its log, numbered on from `number`: all of it or nothing. Lines that another window wrote meanwhile are a `Conflict`. */
  append(kept: Kept, number: number, lines: readonly string[]): Promise<void>;
  find(id: string): Promise<Kept | null>;
  lines(id: string): Promise<string[]>;
  all(): Promise<Kept[]>;
  review(id: string): Promise<KeptReview | null>;
  keepReview(id: string, review: KeptReview): Promise<void>;
  delete(id: string): Promise<void>;
}

/** Another window has written these lines before us. */
export class Conflict extends Error {}

const NAME = "spieltisch";
const FORM = 1;
const PATIENCE = 4000; // some browsers never answer where storage is forbidden

/** The browser's database, else memory. */
export async function openStore(found: IDBFactory | undefined = databases()): Promise<Store> {
  try {
    if (!found) return new MemoryStore();
    const database = await inTime(opened(found));
    await inTime(done(database.transaction("tables").objectStore("tables").count()));
    return new DeviceStore(database);
  } catch {
    return new MemoryStore();
  }
}

function databases(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB;
  } catch {
    return undefined; // forbidden to look, even
  }
}

function opened(found: IDBFactory): Promise<IDBDatabase> {
  const asked = found.open(NAME, FORM);
  asked.onupgradeneeded = () => {
    asked.result.createObjectStore("tables", { keyPath: "id" });
    asked.result.createObjectStore("lines");
    asked.result.createObjectStore("reviews");
  };
  return done(asked).then((database) => {
    database.onversionchange = () => database.close(); // a newer page wants to change its form
    return database;
  });
}

class DeviceStore implements Store {
  readonly lasts = true;

  constructor(private database: IDBDatabase) {}

  async append(kept: Kept, number: number, lines: readonly string[]): Promise<void> {
    const work = this.database.transaction(["tables", "lines"], "readwrite");
    const refused = ended(work);
    work.objectStore("tables").put(structuredClone(kept));
    lines.forEach((line, index) => work.objectStore("lines").add(line, [kept.id, number + index]));
    await refused;
  }

  async find(id: string): Promise<Kept | null> {
    return (await done<Kept | undefined>(this.read("tables").get(id))) ?? null;
  }

  lines(id: string): Promise<string[]> {
    return done(this.read("lines").getAll(allOf(id)));
  }

  all(): Promise<Kept[]> {
    return done(this.read("tables").getAll());
  }

  async review(id: string): Promise<KeptReview | null> {
    return (await done<KeptReview | undefined>(this.read("reviews").get(id))) ?? null;
  }

  async keepReview(id: string, review: KeptReview): Promise<void> {
    const work = this.database.transaction("reviews", "readwrite");
    const refused = ended(work);
    work.objectStore("reviews").put(review, id);
    await refused;
  }

  async delete(id: string): Promise<void> {
    const work = this.database.transaction(["tables", "lines", "reviews"], "readwrite");
    const refused = ended(work);
    work.objectStore("tables").delete(id);
    work.objectStore("lines").delete(allOf(id));
    work.objectStore("reviews").delete(id);
    await refused;
  }

  private read(name: string): IDBObjectStore {
    return this.database.transaction(name).objectStore(name);
  }
}

/** The same for as long as the page is open. */
export class MemoryStore implements Store {
  readonly lasts = false;
  private tables = new Map<string, { kept: Kept; lines: string[] }>();
  private reviews = new Map<string, KeptReview>();

  async append(kept: Kept, number: number, lines: readonly string[]): Promise<void> {
    const before = this.tables.get(kept.id)?.lines ?? [];
    if (lines.length && before.length !== number) throw new Conflict();
    this.tables.set(kept.id, { kept: structuredClone(kept), lines: [...before, ...lines] });
  }

  async find(id: string): Promise<Kept | null> {
    return this.tables.get(id)?.kept ?? null;
  }

  async lines(id: string): Promise<string[]> {
    return this.tables.get(id)?.lines ?? [];
  }

  async all(): Promise<Kept[]> {
    return [...this.tables.values()].map(({ kept }) => kept);
  }

  async review(id: string): Promise<KeptReview | null> {
    return this.reviews.get(id) ?? null;
  }

  async keepReview(id: string, review: KeptReview): Promise<void> {
    this.reviews.set(id, review);
  }

  async delete(id: string): Promise<void> {
    this.tables.delete(id);
    this.reviews.delete(id);
  }
}

const allOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

function done<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    asked.onsuccess = () => found(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

function ended(work: IDBTransaction): Promise<void> {
  return new Promise((found, failed) => {
    work.oncomplete = () => found();
    work.onerror = (event) => event.preventDefault();
    work.onabort = () => failed(work.error?.name === "ConstraintError" ? new Conflict() : (work.error ?? new Error("not kept")));
  });
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return Promise.race([work, new Promise<never>((_, failed) => setTimeout(() => failed(new Error("no answer")), PATIENCE))]);
}

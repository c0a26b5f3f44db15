/** The door of a game for the page: the same names and texts as in Python, over a worker, so that nothing on screen ever waits.
 *
 * A state is its bytes and can be kept anywhere; a match is the lines of its log; luck is a seed, or null for any. */

import type { Answer, Kept, Question } from "../door/answering.ts";
import type { Door, Lang, Luck, Match, State } from "../door/door.ts";

export type { Kept as State };

type Asked = "begin" | "toAct" | "legal" | "chances" | "lottery" | "drawn" | "play" | "events" | "view" | "result" | "position" | "describe" | "guess" | "choose" | "advise" | "replay" | "review" | "inWords" | "reckonedWith" | "moveWords"; // prettier-ignore
type Crossing<T> = 0 extends 1 & T ? T : T extends Match ? string[] : T extends Luck ? number | null : T extends State ? Kept : T;
type All<T> = { [Index in keyof T]: Crossing<T[Index]> };

/** A door whose answers come in a moment. */
export type DoorInWorker = { [Name in Asked]: (...given: All<Parameters<Door[Name]>>) => Promise<Crossing<ReturnType<Door[Name]>>> };

/** No, and why, with a sentence in each language. */
export class Refused extends Error {
  constructor(
    readonly reason: string,
    readonly details: { [key: string]: unknown },
    readonly texts: Record<Lang, string>,
  ) {
    super(reason);
  }
  text(lang: Lang): string {
    return this.texts[lang];
  }
}

export interface WorkerLike {
  postMessage(question: Question): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
interface Waiting {
  done(answer: unknown): void;
  failed(problem: Error): void;
  told?: (share: number) => void;
}

/** Doors in one worker; one that dies is started again with the next question. */
export class Doors {
  #worker: WorkerLike | null = null;
  #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(private readonly start: () => WorkerLike) {}

  /** The door of a game. */
  open(key: string): DoorInWorker {
    return new Proxy({} as DoorInWorker, { get: (_, name: string) => (name === "then" ? undefined : (...given: unknown[]) => this.#ask(key, name, given)) });
  }
  /** Ends the worker, and with it whatever it thinks about. */
  close(): void {
    this.#died(new Error("closed"));
  }
  #ask(key: string, name: string, given: unknown[]): Promise<unknown> {
    this.#worker ??= this.#started();
    const number = ++this.#asked;
    const told = given.find((one) => typeof one === "function") as Waiting["told"] | undefined;
    const asked = new Promise((done, failed) => this.#waiting.set(number, { done, failed, told }));
    this.#worker.postMessage({ number, key, name, given: given.map((one) => (one === told ? null : one)) });
    return asked;
  }
  #started(): WorkerLike {
    const worker = this.start();
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => this.#died(new Error(event.message || "the worker has died"));
    return worker;
  }
  #answered({ number, share, answer, refused, failed }: Answer): void {
    const waiting = this.#waiting.get(number);
    if (share !== undefined) return waiting?.told?.(share);
    this.#waiting.delete(number);
    if (refused) waiting?.failed(new Refused(refused.reason, refused.details, refused.texts));
    else if (failed) waiting?.failed(new Error(failed));
    else waiting?.done(answer);
  }
  #died(problem: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.failed(problem);
    this.#waiting.clear();
  }
}

/** The page's own doors. */
export const doors = new Doors(() => new Worker(new URL("../door/worker.ts", import.meta.url), { type: "module" }) as WorkerLike);

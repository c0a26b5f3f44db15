/** Those who think for the tables of this device, each in a worker of its own: one for bots and tips, one for as long as a review takes.
 *  One that dies or does not answer is replaced. */

import type { Thinker } from "./needs";
import type { Question, Reply } from "./thinker";

export type Start = () => Worker;
interface Waiting { done(found: any): void; failed(problem: Error): void; told?: (share: number) => void }

const PATIENCE = 12_000; // for a move or a tip: longer than anybody waits for it

class Mind {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private start: Start, private patience: number) {}

  ask<Key extends keyof Thinker>(what: Key, told: unknown[], share?: (share: number) => void): ReturnType<Thinker[Key]> {
    const n = ++this.last;
    const worker = (this.worker ??= this.started());
    return new Promise((done, failed) => {
      const alarm = this.patience ? setTimeout(() => this.die("no answer"), this.patience) : undefined;
      const ended = <T>(then: (value: T) => void) => (value: T) => { clearTimeout(alarm); this.waiting.delete(n); then(value); };
      this.waiting.set(n, { done: ended(done), failed: ended(failed), ...(share ? { told: share } : {}) });
      worker.postMessage({ n, what, told } as Question);
    }) as ReturnType<Thinker[Key]>;
  }

  /** Whoever waits is told that nothing comes; the next question finds a new worker. */
  die(why: string): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { failed } of [...this.waiting.values()]) failed(new Error(why));
  }

  private started(): Worker {
    const worker = this.start();
    worker.onerror = (event) => { if (this.worker === worker) this.die(event.message || "a worker has died"); };
    worker.onmessage = ({ data: { n, found, problem, share } }: MessageEvent<Reply>) => {
      const waiting = this.waiting.get(n);
      if (share !== undefined) waiting?.told?.(share);
      else if (problem !== undefined) waiting?.failed(new Error(problem));
      else waiting?.done(found);
    };
    return worker;
  }
}

export function thinkers(start: Start): Thinker {
  const quick = new Mind(start, PATIENCE);
  return {
    choose: (...told) => quick.ask("choose", told),
    advise: (...told) => quick.ask("advise", told),
    inWords: (...told) => quick.ask("inWords", told),
    review: (game, lines, told) => {
      const mind = new Mind(start, 0);
      return mind.ask("review", [game, lines], told).finally(() => mind.die("done"));
    },
  };
}

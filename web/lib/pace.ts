/** Others' moves are shown one after the other, not all at once; but nobody waits longer than three seconds. */

import { home } from "./home.svelte";
import { still } from "./motion";
import type { Message } from "./wire";

const LONGEST = 3000;
const TEMPO = { calm: 1.7, normal: 1, quick: 0.45 };

/** How long a message is shown before the next. */
export function hold(message: Message): number {
  if (!message.events.length || still() || document.hidden) return 0;
  return Math.min(300 + 260 * message.events.length, 1400) * TEMPO[home.pace];
}

export class Pace {
  private queue: Message[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private show: (message: Message) => void, private held: (message: Message) => number = hold) {}

  take(message: Message): void {
    this.queue.push(message);
    let wait = this.queue.slice(0, -1).reduce((sum, one) => sum + this.held(one), 0);
    while (wait > LONGEST && this.queue.length > 1) {
      const [first, second] = this.queue.splice(0, 2);
      this.queue.unshift({ ...second!, events: [...first!.events, ...second!.events] });
      wait -= this.held(first!);
    }
    if (this.timer === undefined) this.next();
  }

  get isBusy(): boolean {
    return this.timer !== undefined;
  }

  /** Show everything now. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rest = this.queue;
    this.queue = [];
    const last = rest.at(-1);
    if (last) this.show({ ...last, events: rest.flatMap((message) => message.events) });
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  private next(): void {
    this.timer = undefined;
    const message = this.queue.shift();
    if (!message) return;
    this.show(message);
    const wait = this.held(message);
    if (wait > 0) this.timer = setTimeout(() => this.next(), wait);
    else this.next();
  }
}

/** A socket that heals by itself: it comes back after longer and longer pauses, at once when the network or the page does. */

export type Status = "connecting" | "open" | "lost" | "gone" | "denied" | "damaged";

export interface SocketLike {
  readyState: number;
  onopen: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionWishes {
  /** The first frame of every connection. */
  hello(): object;
  /** A frame that the server answers, to find out whether it still hears us. */
  probe(): object;
  heard(frame: any): void;
  status(status: Status): void;
  connect(): SocketLike;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
export const QUIET = 25_000; // after so long a silence we ask
export const PATIENCE = 8_000; // and so long we wait for any word after having said something

export class Connection {
  private socket: SocketLike | null = null;
  private pause = FIRST_PAUSE;
  private again: ReturnType<typeof setTimeout> | undefined;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private heardAny = false;

  constructor(private wishes: ConnectionWishes) {}

  start(): void {
    if (this.stopped || this.socket) return;
    clearTimeout(this.again);
    const socket = (this.socket = this.wishes.connect());
    this.heardAny = false;
    socket.onopen = () => {
      this.raw(this.wishes.hello());
      this.expect();
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (this.socket !== socket) return;
      this.hear(data);
    };
    socket.onclose = ({ code }: { code: number }) => {
      if (this.socket === socket) this.dropped(code);
    };
    this.expect(); // a connection that never opens is dropped as well
  }

  private hear(data: unknown): void {
    let frame: unknown;
    try {
      frame = JSON.parse(String(data));
    } catch {
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
    if (!this.heardAny) {
      this.heardAny = true;
      this.pause = FIRST_PAUSE;
      this.wishes.status("open");
    }
    this.listenOn();
    this.wishes.heard(frame);
  }

  /** Say something; false where there is nobody to hear it (then it has to be said again later). */
  send(frame: object): boolean {
    if (!this.heardAny || this.socket?.readyState !== 1) return false;
    this.raw(frame);
    this.expect();
    return true;
  }

  /** The network or the page is back: try now, or find out whether we are still heard. */
  poke(): void {
    if (this.stopped) return;
    if (!this.socket) {
      this.pause = FIRST_PAUSE;
      this.start();
    } else this.send(this.wishes.probe());
  }

  /** Begin anew, with another first frame. */
  restart(): void {
    const socket = this.socket;
    this.socket = null;
    this.quietly();
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
    this.start();
  }

  stop(): void {
    this.stopped = true;
    this.quietly();
    this.socket?.close();
    this.socket = null;
  }

  private raw(frame: object): void {
    try {
      this.socket?.send(JSON.stringify(frame));
    } catch {
      /* it will close by itself */
    }
  }

  private expect(): void {
    this.patience ??= setTimeout(() => this.cut(), PATIENCE);
  }

  private listenOn(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.send(this.wishes.probe()), QUIET);
  }

  private cut(): void {
    this.patience = undefined;
    const socket = this.socket;
    this.dropped(0);
    if (socket) {
      socket.onclose = null;
      socket.close();
    }
  }

  private quietly(): void {
    for (const timer of [this.again, this.quiet, this.patience]) clearTimeout(timer);
    this.again = this.quiet = this.patience = undefined;
  }

  private dropped(code: number): void {
    this.socket = null;
    this.heardAny = false;
    this.quietly();
    if (this.stopped) return;
    if (code === 4404) return this.wishes.status("gone");
    if (code === 4401) return this.wishes.status("denied");
    if (code === 4500) return this.wishes.status("damaged");
    this.wishes.status("lost");
    const pause = code === 4429 ? LONGEST_PAUSE : this.pause;
    this.again = setTimeout(() => this.start(), pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }
}

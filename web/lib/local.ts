/** The page's end of the tables without a server: a worker that is asked as a server is, and a socket that is none. */

import type { ToPage, ToWorker } from "../local/host";
import type { SocketLike } from "./connection";
import { home } from "./home.svelte";
import { toasts } from "./toasts.svelte";

export interface LocalAnswer { status: number; body: any }
interface Call { method: string; path: string; body: unknown; tries: number; done(answer: LocalAnswer): void; failed(problem: Error): void }

const TRIES = 3; // a worker that dies is started again from what the store has
export const LOST = 1006;

export class Device {
  private worker: Worker | null = null;
  private calls = new Map<number, Call>();
  private sockets = new Map<number, LocalSocket>();
  private last = 0;

  constructor(private start: () => Worker, private notKept: () => void) {}

  /** Ask as one asks a server. */
  ask(method: string, path: string, body?: unknown): Promise<LocalAnswer> {
    return new Promise((done, failed) => this.call({ method, path, body, tries: TRIES, done, failed }));
  }

  private call(call: Call): void {
    const n = ++this.last;
    this.calls.set(n, call);
    const { method, path, body } = call;
    this.tell({ kind: "ask", n, asked: { method, path, body, lang: home.lang } });
  }

  connect(table: string): SocketLike {
    const n = ++this.last;
    const socket = new LocalSocket(table, (text) => this.tell({ kind: "say", socket: n, table, text }), (isSilent) => this.left(n, isSilent));
    this.sockets.set(n, socket);
    return socket;
  }

  private left(n: number, isSilent: boolean): void {
    this.sockets.delete(n);
    if (isSilent) this.die();
    else if (this.worker) this.tell({ kind: "leave", socket: n });
  }

  private tell(told: ToWorker): void {
    this.worker ??= this.started();
    this.worker.postMessage(told);
  }

  private started(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => { if (this.worker === worker) this.hear(data); };
    worker.onerror = (event) => { event.preventDefault?.(); if (this.worker === worker) this.die(); };
    return worker;
  }

  private hear(told: ToPage): void {
    if (told.kind === "answer") {
      this.calls.get(told.n)?.done(told.answer);
      this.calls.delete(told.n);
    } else if (told.kind === "frame") this.sockets.get(told.socket)?.hear(told.text);
    else if (told.kind === "closed") {
      this.sockets.get(told.socket)?.end(told.code);
      this.sockets.delete(told.socket);
    } else this.notKept();
  }

  /** The worker is dead or does not answer: sockets come back by themselves, questions are asked again. */
  die(): void {
    this.worker?.terminate();
    this.worker = null;
    const [sockets, calls] = [[...this.sockets.values()], [...this.calls.values()]];
    this.sockets.clear();
    this.calls.clear();
    for (const socket of sockets) socket.end(LOST);
    for (const call of calls) {
      if (call.tries > 1) this.call({ ...call, tries: call.tries - 1 });
      else call.failed(new Error("no worker"));
    }
  }
}

class LocalSocket implements SocketLike {
  readyState = 0;
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  private isWaiting = false;

  constructor(readonly table: string, private say: (text: string) => void, private leave: (isSilent: boolean) => void) {
    queueMicrotask(() => {
      if (this.readyState) return;
      this.readyState = 1;
      this.onopen?.({});
    });
  }

  send(text: string): void {
    this.isWaiting = true;
    this.say(text);
  }

  hear(text: string): void {
    this.isWaiting = false;
    this.onmessage?.({ data: text });
  }

  /** Whoever closes while waiting for a word has waited long enough: nobody is there. */
  close(): void {
    const isOpen = this.readyState < 2;
    this.readyState = 3;
    if (isOpen) this.leave(this.isWaiting && this.onclose === null);
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export const device = new Device(
  () => new Worker(new URL("../local/host.ts", import.meta.url), { type: "module" }),
  () => toasts.say(home.say("local.not_kept"), "no", 10_000),
);

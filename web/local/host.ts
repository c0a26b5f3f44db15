/** The worker of the tables without a server. The page asks it as it asks a server: by paths and answers, by sockets and frames. */

import de from "../../src/spieltisch/de.toml";
import en from "../../src/spieltisch/en.toml";
import type { Lang } from "../lib/table";
import { Words, type Tables } from "../lib/words";
import { games } from "../lib/offer";
import { doorOf } from "../door/doors";
import { House, type Answer, type Asked } from "./house";
import type { Refused } from "./needs";
import { openStore } from "./store";
import type { LocalTable, Said, Socket } from "./table";
import { thinkers } from "./thinking";

export type ToWorker =
  | { kind: "ask"; n: number; asked: Asked }
  | { kind: "say"; socket: number; table: string; text: string }
  | { kind: "leave"; socket: number };
export type ToPage =
  | { kind: "answer"; n: number; answer: Answer }
  | { kind: "frame"; socket: number; text: string }
  | { kind: "closed"; socket: number; code: number }
  | { kind: "not_kept" };

const worker = self as unknown as { onmessage: (event: MessageEvent<ToWorker>) => void; postMessage(told: ToPage): void };
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("spieltisch-tables");

const house = openStore().then((store) => new House({
  store, games, doorOf, say, build: import.meta.url,
  thinker: thinkers(() => new Worker(new URL("./thinker.ts", import.meta.url), { type: "module" })),
  notKept: () => worker.postMessage({ kind: "not_kept" }),
  announce: (id, at) => others?.postMessage({ id, at }),
}));
if (others) others.onmessage = ({ data: { id, at } }) => void house.then((here) => here.heard(id, at));

function say(refused: Refused & { text?(lang: Lang, names: string[]): string }, lang: Lang, names: string[]): string {
  return refused.text?.(lang, names) ?? new Words(lang, [(lang === "de" ? de : en) as Tables], () => names).say(`refusals.${refused.reason}`, refused.details);
}

/** A page's socket: what it says is heard one after the other. */
class Line implements Socket {
  lang: Lang = "de";
  private table: LocalTable | null = null;
  private said: Promise<void> = Promise.resolve();
  private isGone = false;

  constructor(private n: number, private id: string) {}

  send(frame: object): void {
    if (!this.isGone) worker.postMessage({ kind: "frame", socket: this.n, text: JSON.stringify(frame) });
  }

  close(code: number): void {
    lines.delete(this.n);
    if (!this.isGone) worker.postMessage({ kind: "closed", socket: this.n, code });
    this.isGone = true;
  }

  hear(frame: Said): void {
    this.said = this.said.then(async () => {
      if (this.isGone) return;
      if (this.table) return this.table.hear(this, frame);
      if (frame.lang) this.lang = frame.lang;
      this.table = await (await house).connect(this.id, this);
      if (this.isGone) this.table?.leave(this);
    });
  }

  leave(): void {
    this.isGone = true;
    lines.delete(this.n);
    this.table?.leave(this);
  }
}

const lines = new Map<number, Line>();

worker.onmessage = async ({ data }) => {
  if (data.kind === "ask") worker.postMessage({ kind: "answer", n: data.n, answer: await (await house).answer(data.asked) });
  else if (data.kind === "leave") lines.get(data.socket)?.leave();
  else {
    let line = lines.get(data.socket);
    if (!line) lines.set(data.socket, (line = new Line(data.socket, data.table)));
    line.hear(JSON.parse(data.text));
  }
};

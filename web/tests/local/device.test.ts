import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, PATIENCE } from "../../lib/connection";
import { Device } from "../../lib/local";
import type { ToPage, ToWorker } from "../../local/host";
import { thinkers } from "../../local/thinking";

class FakeWorker {
  told: any[] = [];
  isEnded = false;
  onmessage: ((event: { data: any }) => void) | null = null;
  onerror: ((event: any) => void) | null = null;
  postMessage(told: ToWorker) { this.told.push(told); }
  terminate() { this.isEnded = true; }
  say(told: ToPage | object) { this.onmessage?.({ data: told }); }
  die() { this.onerror?.({ message: "dead", preventDefault: () => undefined }); }
}

let workers: FakeWorker[];
let notKept: number;
let device: Device;
const start = () => { const made = new FakeWorker(); workers.push(made); return made as unknown as Worker; };

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  notKept = 0;
  device = new Device(start, () => { notKept += 1; });
});
afterEach(() => { vi.useRealTimers(); });

test("questions are answered by number; a worker that dies is replaced and asked again, not for ever", async () => {
  const [first, second] = [device.ask("GET", "/a"), device.ask("POST", "/b", { x: 1 })];
  expect(workers).toHaveLength(1);
  const [one, two] = workers[0]!.told;
  expect(two.asked).toMatchObject({ method: "POST", path: "/b", body: { x: 1 } });
  workers[0]!.say({ kind: "answer", n: two.n, answer: { status: 200, body: "b" } });
  expect((await second).body).toBe("b");
  workers[0]!.die();
  expect(workers[0]!.isEnded).toBe(true);
  expect(workers[1]!.told.map(({ asked }) => asked.path)).toEqual(["/a"]);
  workers[0]!.say({ kind: "answer", n: one.n, answer: { status: 200, body: "too late" } });
  workers[1]!.say({ kind: "answer", n: workers[1]!.told[0].n, answer: { status: 200, body: "a" } });
  expect((await first).body).toBe("a");
  const never = device.ask("GET", "/c");
  never.catch(() => undefined);
  for (let count = 1; count < 4; count++) workers.at(-1)!.die();
  await expect(never).rejects.toThrow("no worker");
});

test("what cannot be kept is said", () => {
  void device.ask("GET", "/a");
  workers[0]!.say({ kind: "not_kept" });
  expect(notKept).toBe(1);
});

function connected(heard: any[], statuses: string[]): Connection {
  const connection = new Connection({
    connect: () => device.connect("local-1"), hello: () => ({ lang: "de" }), probe: () => ({ lang: "de" }),
    heard: (frame) => heard.push(frame), status: (status) => statuses.push(status),
  });
  connection.start();
  return connection;
}

test("a socket that is none: hello, frames, goodbye; and it heals when the worker dies", async () => {
  const heard: any[] = [], statuses: string[] = [];
  const connection = connected(heard, statuses);
  await vi.advanceTimersByTimeAsync(0);
  const { socket } = workers[0]!.told[0];
  expect(workers[0]!.told).toEqual([{ kind: "say", socket, table: "local-1", text: '{"lang":"de"}' }]);
  workers[0]!.say({ kind: "frame", socket, text: '{"at":1}' });
  expect([heard, statuses]).toEqual([[{ at: 1 }], ["open"]]);
  workers[0]!.die();
  expect(statuses.at(-1)).toBe("lost");
  await vi.advanceTimersByTimeAsync(1000);
  workers[1]!.say({ kind: "frame", socket: workers[1]!.told[0].socket, text: '{"at":2}' });
  expect([heard.at(-1), statuses.at(-1)]).toEqual([{ at: 2 }, "open"]);
  workers[1]!.say({ kind: "closed", socket: workers[1]!.told[0].socket, code: 4404 });
  expect(statuses.at(-1)).toBe("gone");
  connection.stop();
});

test("a worker that does not answer is ended; one whose page leaves is told so", async () => {
  const statuses: string[] = [];
  const connection = connected([], statuses);
  await vi.advanceTimersByTimeAsync(PATIENCE + 10);
  expect(workers[0]!.isEnded).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  const { socket } = workers[1]!.told[0];
  workers[1]!.say({ kind: "frame", socket, text: '{"at":1}' });
  connection.stop();
  expect(workers[1]!.told.at(-1)).toEqual({ kind: "leave", socket });
  expect(workers[1]!.isEnded).toBe(false);
});

test("those who think: one for moves and tips, one for each review; whoever waits in vain is told", async () => {
  const thinker = thinkers(start);
  const move = thinker.choose("tiny", "easy", {}, ["a"]);
  const shares: number[] = [];
  const review = thinker.review("tiny", ["x"], (share) => shares.push(share));
  expect(workers).toHaveLength(2);
  workers[0]!.say({ n: workers[0]!.told[0].n, found: "a" });
  expect(await move).toBe("a");
  const { n } = workers[1]!.told[0];
  workers[1]!.say({ n, share: 0.5 });
  workers[1]!.say({ n, found: { luck: 1 } });
  expect([await review, shares]).toEqual([{ luck: 1 }, [0.5]]);
  await vi.advanceTimersByTimeAsync(0);
  expect([workers[1]!.isEnded, workers[0]!.isEnded]).toEqual([true, false]);
  const failed = thinker.choose("tiny", "easy", {}, ["a"]);
  workers[0]!.say({ n: workers[0]!.told.at(-1).n, problem: "broken" });
  await expect(failed).rejects.toThrow("broken");
  const waiting = [thinker.choose("tiny", "easy", {}, ["a"]), thinker.advise("tiny", {}, { lang: "de", names: [], options: {}, levels: [], lines: [] })];
  waiting.forEach((one) => one.catch(() => undefined));
  await vi.advanceTimersByTimeAsync(13_000);
  for (const one of waiting) await expect(one).rejects.toThrow("no answer");
  expect(workers[0]!.isEnded).toBe(true);
  void thinker.choose("tiny", "easy", {}, ["a"]).catch(() => undefined);
  expect(workers).toHaveLength(3);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, PATIENCE, QUIET, type SocketLike, type Status } from "../lib/connection";

class FakeSocket implements SocketLike {
  readyState = 0;
  sent: any[] = [];
  closed = false;
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  send(text: string) { this.sent.push(JSON.parse(text)); }
  close() { this.closed = true; this.readyState = 3; }
  open() { this.readyState = 1; this.onopen?.({}); }
  tell(frame: unknown) { this.onmessage?.({ data: JSON.stringify(frame) }); }
  drop(code = 1006) { this.readyState = 3; this.onclose?.({ code }); }
}

let sockets: FakeSocket[];
let statuses: Status[];
let heard: unknown[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  statuses = [];
  heard = [];
  connection = new Connection({
    connect: () => { const made = new FakeSocket(); sockets.push(made); return made; },
    hello: () => ({ hello: 1 }),
    probe: () => ({ lang: "de" }),
    heard: (frame) => heard.push(frame),
    status: (status) => statuses.push(status),
  });
  connection.start();
});
afterEach(() => { connection.stop(); vi.useRealTimers(); });

const come = () => { sockets.at(-1)!.open(); sockets.at(-1)!.tell({ at: 1 }); };

test("the first frame is the hello, and only an answer counts as a connection", () => {
  sockets[0]!.open();
  expect(sockets[0]!.sent).toEqual([{ hello: 1 }]);
  expect(statuses).toEqual([]);
  expect(connection.send({ do: "x" })).toBe(false);
  sockets[0]!.tell({ at: 1 });
  expect(statuses).toEqual(["open"]);
  expect(connection.send({ do: "x" })).toBe(true);
});

test("a lost connection comes back by itself, after longer and longer pauses", () => {
  come();
  sockets[0]!.drop();
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(600);
  expect(sockets.length).toBe(2);
  sockets[1]!.drop();
  vi.advanceTimersByTime(400);
  expect(sockets.length).toBe(2);
  vi.advanceTimersByTime(700);
  expect(sockets.length).toBe(3);
  come();
  expect(statuses.at(-1)).toBe("open");
});

test("when the network is back it is tried at once", () => {
  come();
  sockets[0]!.drop();
  connection.poke();
  expect(sockets.length).toBe(2);
});

test("a silent line is asked, and cut where no answer comes", () => {
  come();
  vi.advanceTimersByTime(QUIET + 10);
  expect(sockets[0]!.sent.at(-1)).toEqual({ lang: "de" });
  vi.advanceTimersByTime(PATIENCE + 10);
  expect(sockets[0]!.closed).toBe(true);
  expect(statuses.at(-1)).toBe("lost");
  vi.advanceTimersByTime(1000);
  expect(sockets.length).toBe(2);
});

test("a connection that never opens is given up and tried again", () => {
  vi.advanceTimersByTime(PATIENCE + 1000);
  expect(sockets.length).toBe(2);
});

test("an unknown table and a wrong key are told, not tried again", () => {
  sockets[0]!.drop(4404);
  expect(statuses).toEqual(["gone"]);
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
});

test("what comes from an old socket is not heard, and nonsense is not either", () => {
  come();
  const old = sockets[0]!;
  connection.restart();
  old.tell({ at: 9 });
  sockets[1]!.open();
  sockets[1]!.onmessage?.({ data: "{" });
  expect(heard).toEqual([{ at: 1 }]);
});

test("a table that cannot be read any more is not asked for again and again", () => {
  come();
  sockets[0]!.drop(4500);
  expect(statuses.at(-1)).toBe("damaged");
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
});

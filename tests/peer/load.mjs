// node load.mjs [tables] [seconds]: what `spieltisch load` measures, for a small game on boardgame.io's server.
// Two seats a table; the next move is sent when both have seen the last one. The server has a core of its own, where `taskset` is at hand.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { io } from "socket.io-client";
import { CARDS, CELLS, MOVES } from "./game.mjs";

const [tables, seconds] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 15)];
const [WARM_SECONDS, AT_ONCE] = [2, 10];
const figures = { isCounting: false, waits: [], games: 0 };
let begun = 0;

// ---------------------------------------------------------------- the server

const hasCores = cpus().length > 1 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;
const serve = [process.execPath, fileURLToPath(new URL("server.mjs", import.meta.url))];
const [command, ...rest] = hasCores ? ["taskset", "-c", "0", ...serve] : serve;
const server = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, NODE_ENV: "production" } });
process.on("exit", () => server.kill());
if (hasCores) spawnSync("taskset", ["-a", "-c", "-p", `1-${cpus().length - 1}`, String(process.pid)]);
const port = await new Promise((found) => server.stdout.once("data", (told) => found(Number(told))));

function serverSeconds() {
  const told = readFileSync(`/proc/${server.pid}/stat`, "latin1");
  const [user, system] = told.slice(told.lastIndexOf(")") + 2).split(" ").slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}

// ---------------------------------------------------------------- tables

class Table {
  constructor(number) {
    this.number = number;
    this.match = 0;
    this.left = 1 + Math.floor((number / tables) * MOVES); // the first game is left early, so that games end at different times
  }

  async open() {
    this.seats = await Promise.all(["0", "1"].map((seat) => this.connect(seat)));
  }

  connect(seat) {
    const socket = io(`http://127.0.0.1:${port}/peer`, { transports: ["websocket"], perMessageDeflate: false, reconnection: false, forceNew: true });
    socket.on("sync", (id) => this.synced(seat, id));
    socket.on("update", (id, state) => this.updated(seat, id, state));
    socket.on("disconnect", (why) => fail(`a socket was lost: ${why}`));
    return new Promise((ready) => socket.on("connect", () => ready(socket)));
  }

  start() {
    this.id = `${this.number}-${this.match++}`;
    this.seen = [0, 0];
    this.at = 0;
    this.seats[0].emit("sync", this.id, "0", undefined, 2); // makes the match
  }

  synced(seat, id) {
    if (id !== this.id) return;
    if (seat === "0") this.seats[1].emit("sync", this.id, "1", undefined, 2);
    else this.move();
  }

  move() {
    const seat = this.at % 2;
    const payload = { type: "place", args: [(this.at * 7) % CELLS, this.at % CARDS], playerID: String(seat) };
    this.since = performance.now();
    this.seats[seat].emit("update", { type: "MAKE_MOVE", payload }, this.at, this.id, String(seat));
  }

  updated(seat, id, state) {
    if (id !== this.id) return;
    if (state._stateID !== this.at + 1 || state.G.played !== this.at + 1) fail(`unexpected state ${state._stateID} after ${this.at}`);
    if (!Array.isArray(state.G.hands[seat]) || "seed" in state.G) fail("a seat sees what is not its own");
    this.seen[Number(seat)] = this.at + 1;
    if (this.seen[0] !== this.seen[1]) return;
    this.at += 1;
    if (figures.isCounting) figures.waits.push(performance.now() - this.since);
    if (this.at < Math.min(this.left, MOVES)) this.move();
    else {
      figures.games += figures.isCounting;
      this.left = MOVES;
      this.start();
    }
  }
}

// ---------------------------------------------------------------- measuring

const all = Array.from({ length: tables }, (_, number) => new Table(number));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (begun < all.length) await all[begun++].open();
  }),
);
for (const table of all) table.start();

const pause = (length) => new Promise((end) => setTimeout(end, length * 1000));
await pause(WARM_SECONDS);
const [before, busy, own] = [performance.now(), serverSeconds(), process.cpuUsage()];
figures.isCounting = true;
await pause(seconds);
figures.isCounting = false;
const took = (performance.now() - before) / 1000;
const cores = (serverSeconds() - busy) / took;
const { user, system } = process.cpuUsage(own);
const waits = figures.waits.sort((a, b) => a - b);
const share = (part) => waits[Math.min(waits.length - 1, Math.floor(waits.length * part))]?.toFixed(1);
console.log(`boardgame.io: ${tables} tables of 2, ${took.toFixed(1)} s counted, ${waits.length} moves in ${figures.games} finished games`);
console.log(`moves a second        ${Math.round(waits.length / took)}`);
console.log(`until every seat sees p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`);
console.log(`server                ${cores.toFixed(2)} cores; this process ${((user + system) / 1e6 / took).toFixed(2)}`);
process.exit(0);

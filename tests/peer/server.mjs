// boardgame.io's own server, as its documentation sets one up: kept in memory, the whole state to every seat.
import { createRequire } from "node:module";
import { game } from "./game.mjs";

const { Server } = createRequire(import.meta.url)("boardgame.io/server");

const server = Server({ games: [game], origins: ["http://127.0.0.1"] });
const { appServer } = await server.run({ port: { port: 0, host: "127.0.0.1" }, callback() {} });
console.log(appServer.address().port);

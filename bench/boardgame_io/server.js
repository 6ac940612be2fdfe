// boardgame.io with the smallest game there is: two seats, one move a turn. Storage is its default, in memory.
const { Server } = require("boardgame.io/server");
const { game } = require("./game.js");

const port = Number(process.argv[2]);
const server = Server({ games: [game], origins: ["*"] });
// With today's Koa the lobby answers only on a port of its own.
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("ready"));

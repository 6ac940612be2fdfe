// boardgame.io with the smallest game there is: two seats, one move a turn. Its default storage is memory; with a
// folder named, matches are kept in files, as its own FlatFile storage does.
const { FlatFile, Server } = require("boardgame.io/server");
const { game } = require("./game.js");

const [port, folder] = [Number(process.argv[2]), process.argv[3]];
const server = Server({ games: [game], origins: ["*"], ...(folder && { db: new FlatFile({ dir: folder }) }) });
// With today's Koa the lobby answers only on a port of its own.
server.run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log("ready"));

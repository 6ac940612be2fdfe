// Two players and a spectator at each table, each on a socket of its own; whoever is to act moves as soon as all
// three have heard of the last move from the server. Every match is set up before the clock starts, the spare ones
// for tables whose match ends as well. The same program measures both servers:
//   node clients.js ludotheque|boardgame.io URL TABLES SECONDS PID_OF_THE_SERVER
const fs = require("node:fs");
const WebSocket = require("ws");
const { io } = require("socket.io-client");

const [, , which, url, tablesText, secondsText, server] = process.argv;
const tables = Number(tablesText);
const seconds = Number(secondsText);
const latencies = [];
const spare = [];
let ends = Infinity;

async function ask(method, address, body, cookie) {
  const answer = await fetch(address, {
    method,
    headers: { "content-type": "application/json", ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) {
    throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  }
  return answer;
}

// Calls back once, when each of so many clients has heard of a move.
class Hearing {
  constructor(clients) {
    this.clients = clients;
    this.missing = 0;
    this.heard = () => {};
  }

  next() {
    this.missing = this.clients;
    return new Promise((resolve) => {
      this.heard = resolve;
    });
  }

  one() {
    this.missing -= 1;
    if (this.missing === 0) {
      this.heard();
    }
  }
}

// A match of Exxtra, a whole game with dice, on our server.
class OurTable {
  static people = 0;
  // A match has about 430 moves.
  static matchesASecond = 16;

  static async open() {
    const cookies = [];
    for (let seat = 0; seat < 2; seat += 1) {
      const me = await ask("PUT", `${url}/api/me`, { name: `P${(OurTable.people += 1)}` });
      cookies.push(me.headers.get("set-cookie").split(";")[0]);
    }
    const table = new OurTable(cookies);
    await table.begin();
    return table;
  }

  constructor(cookies) {
    this.cookies = cookies;
  }

  async begin() {
    const [ada, bo] = this.cookies;
    const seats = [{ who: "me" }, { who: "open" }];
    const { id } = await (await ask("POST", `${url}/api/tables`, { game: "exxtra", seats }, ada)).json();
    await ask("POST", `${url}/api/tables/${id}/seats/1/sit`, {}, bo);
    const address = `${url.replace("http", "ws")}/api/tables/${id}/live`;
    this.version = 0;
    this.moves = [[], []];
    this.hearing = new Hearing(3);
    const all = this.hearing.next();
    this.sockets = [ada, bo, undefined].map((cookie, seat) => {
      const headers = cookie === undefined ? {} : { cookie };
      const socket = new WebSocket(address, { headers, perMessageDeflate: false });
      socket.on("message", (data) => this.receive(seat, JSON.parse(data)));
      return socket;
    });
    await all;
  }

  receive(seat, message) {
    if (message.type === "table") {
      this.actors = message.info.actors;
    } else if (message.type === "update") {
      this.actors = message.actors;
    } else if (message.type === "refused") {
      throw new Error(JSON.stringify(message));
    } else {
      return;
    }
    this.version = message.version;
    if (seat < 2) {
      this.moves[seat] = message.views[0].moves;
    }
    this.hearing.one();
  }

  get over() {
    return this.actors.length === 0;
  }

  move() {
    const [seat] = this.actors;
    const { version } = this;
    const { move } = this.moves[seat][this.moves[seat].length === 1 ? 0 : 1];
    const all = this.hearing.next();
    this.sockets[seat].send(JSON.stringify({ do: "play", id: `m${version}`, seat, version, move }));
    return all;
  }
}

// A match of the smallest game on boardgame.io's server, spoken to as its own client does.
class TheirTable {
  // The count never ends.
  static matchesASecond = 0;

  static async open() {
    const table = new TheirTable();
    await table.begin();
    return table;
  }

  async begin() {
    const lobby = url.replace(/\d+$/, (port) => String(Number(port) + 1));
    const { matchID } = await (await ask("POST", `${lobby}/games/count/create`, { numPlayers: 2 })).json();
    this.match = matchID;
    this.keys = [];
    for (const playerID of ["0", "1"]) {
      const joined = await ask("POST", `${lobby}/games/count/${matchID}/join`, { playerID, playerName: playerID });
      this.keys.push((await joined.json()).playerCredentials);
    }
    this.over = false;
    this.hearing = new Hearing(3);
    const all = this.hearing.next();
    this.sockets = ["0", "1", null].map((playerID, seat) => {
      const socket = io(`${url}/count`, { transports: ["websocket"], forceNew: true });
      socket.on("connect", () => socket.emit("sync", matchID, playerID, this.keys[seat], 2));
      socket.on("sync", (_, { state }) => this.receive(state));
      socket.on("update", (_, state) => this.receive(state));
      return socket;
    });
    await all;
  }

  receive(state) {
    this.state = state._stateID;
    this.seat = Number(state.ctx.currentPlayer);
    this.hearing.one();
  }

  move() {
    const { seat } = this;
    const playerID = String(seat);
    const payload = { type: "step", args: [], playerID, credentials: this.keys[seat] };
    const all = this.hearing.next();
    this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, this.state, this.match, playerID);
    return all;
  }
}

// Microseconds of processor time that the server has used so far, as Linux counts them in hundredths of a second.
function serverTime() {
  let ticks = 0;
  for (const process of server.split(",")) {
    const fields = fs.readFileSync(`/proc/${process}/stat`, "utf8").split(") ")[1].split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10_000;
}

function ownTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function play(table) {
  while (performance.now() < ends) {
    if (table.over) {
      if (spare.length === 0) {
        throw new Error("more matches ended than were set up");
      }
      table = spare.pop();
    }
    const sent = performance.now();
    await table.move();
    latencies.push(performance.now() - sent);
  }
}

async function main() {
  const kind = { ludotheque: OurTable, "boardgame.io": TheirTable }[which];
  for (let number = 0; number < tables + kind.matchesASecond * seconds; number += 1) {
    spare.push(await kind.open());
  }
  const open = spare.splice(0, tables);
  const [own, theirs] = [ownTime(), serverTime()];
  ends = performance.now() + seconds * 1000;
  await Promise.all(open.map(play));
  const moves = latencies.length;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(moves - 1, Math.floor(moves * share))];
  const work = { server: (serverTime() - theirs) / moves, clients: (ownTime() - own) / moves };
  console.log(JSON.stringify({ rate: moves / seconds, half: at(0.5), most: at(0.99), ...work }));
  process.exit(0);
}

main();

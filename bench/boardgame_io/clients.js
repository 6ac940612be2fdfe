// Two players and a spectator at each table; whoever is to act moves as soon as all three have seen the last move.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game } = require("./game.js");

const [, , url, tablesText, secondsText] = process.argv;
const lobby = url.replace(/\d+$/, (port) => String(Number(port) + 1));
const tables = Number(tablesText);
const seconds = Number(secondsText);
const latencies = [];
let ends = Infinity;

async function post(path, body) {
  const answer = await fetch(`${lobby}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function openTable() {
  const { matchID } = await post("/games/count/create", { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1", undefined]) {
    let credentials;
    if (playerID !== undefined) {
      const joined = await post(`/games/count/${matchID}/join`, { playerID, playerName: playerID });
      credentials = joined.playerCredentials;
    }
    const client = Client({
      game,
      matchID,
      playerID,
      credentials,
      debug: false,
      multiplayer: SocketIO({ server: url }),
    });
    client.start();
    clients.push(client);
  }
  await Promise.all(clients.map((client) => seen(client, (state) => state !== null)));
  return clients;
}

// A player's own client shows its move before the server has it; only what the server has confirmed counts.
function seen(client, holds) {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = (state) => {
      if (state !== null && state.isConnected && holds(state)) {
        stop();
        resolve(state);
      }
    };
    stop = client.subscribe(look);
  });
}

async function play(clients) {
  let count = 0;
  while (performance.now() < ends) {
    const mover = clients[count % 2];
    const others = clients.filter((client) => client !== mover);
    count += 1;
    const all = others.map((client) => seen(client, (state) => state.G.count >= count));
    const sent = performance.now();
    mover.moves.step();
    await Promise.all(all);
    latencies.push(performance.now() - sent);
  }
  clients.forEach((client) => client.stop());
}

async function main() {
  const open = [];
  for (let number = 0; number < tables; number += 1) {
    open.push(await openTable());
  }
  ends = performance.now() + seconds * 1000;
  await Promise.all(open.map(play));
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  console.log(JSON.stringify({ rate: latencies.length / seconds, half: at(0.5), most: at(0.99) }));
  process.exit(0);
}

main();

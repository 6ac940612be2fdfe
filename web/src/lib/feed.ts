/** A list that the server keeps current over a socket of its own; after a cut it is asked for again. */
import { FINAL_CODES, waitFor } from './socket';

/** Follow a list; gives what ends it. */
export function follow<Message>(path: string, hear: (message: Message) => void): () => void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  let tries = 0;
  let timer = 0;
  let ended = false;
  let socket: WebSocket;

  function connect(): void {
    socket = new WebSocket(`${scheme}://${location.host}/api${path}`);
    socket.onmessage = (event: MessageEvent<string>) => {
      tries = 0;
      hear(JSON.parse(event.data) as Message);
    };
    socket.onclose = ({ code }) => {
      if (!ended && !FINAL_CODES.includes(code)) timer = window.setTimeout(connect, waitFor(tries++, Math.random()));
    };
  }

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket.close();
  };
}

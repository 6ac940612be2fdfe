/**
 * A line to a table that mends itself.
 *
 * Messages are numbered by version: after a cut it connects again with the last version it has, so nothing is
 * missing and nothing comes twice; commands that were not answered are sent again with the same id.
 */
import type { Command, Message } from './protocol';

export type LineState = 'connecting' | 'live' | 'lost' | 'closed';

export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Timers {
  after(milliseconds: number, action: () => void): number;
  cancel(timer: number): void;
}

export interface LineOptions {
  /** The address for a version: the events behind it come first. */
  address: (since: number) => string;
  open: (address: string) => SocketLike;
  timers: Timers;
  hear: (message: Message) => void;
  changed: (state: LineState, code?: number) => void;
  random?: () => number;
}

/** Closing codes after which another try is of no use. */
export const FINAL_CODES = [4403, 4404];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/**
 * Silence after which we ask whether anybody is there: shorter while an answer is awaited, and longer than nginx
 * waits for a word of the server (7 seconds), which our question would prolong.
 */
const QUIET = 15_000;
const AWAITED = 8_000;
/** How long the answer may take, and a connection to open; longer after each failure, for slow networks. */
const PATIENCE = 10_000;
const MOST_PATIENCE = 60_000;

/** How long to wait before the next try: longer each time, never all browsers at once. */
export function waitFor(tries: number, random: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.5 + random / 2);
}

export class Line {
  version = 0;
  state: LineState = 'connecting';
  readonly #options: LineOptions;
  readonly #waiting = new Map<string, Command>();
  #socket: SocketLike | null = null;
  #tries = 0;
  #timer: number | null = null;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Send a command; it is kept until the server has answered. */
  send(command: Command): void {
    this.#waiting.set(command.id, command);
    if (this.state !== 'live') return;
    this.#socket?.send(JSON.stringify(command));
    this.#listen();
  }

  /** Commands the server has not answered yet. */
  get unanswered(): number {
    return this.#waiting.size;
  }

  /** Try again at once, such as when the network is back. */
  retry(): void {
    if (this.state !== 'lost') return;
    this.#rest();
    this.#connect();
  }

  /** Connect anew, as whoever the reader is now; what was not answered is asked again. */
  again(): void {
    const before = this.#socket;
    this.#rest();
    this.#become('connecting');
    this.#connect();
    before?.close();
  }

  /** Hang up for good. */
  close(): void {
    this.#rest();
    this.#become('closed');
    this.#hangUp();
  }

  /** A server that is frozen takes the call and says nothing: then another may be tried. */
  #connect(): void {
    const patience = Math.min(MOST_PATIENCE, PATIENCE * 2 ** Math.max(0, this.#tries - 1));
    this.#timer = this.#options.timers.after(patience, () => this.#lose(0));
    this.#socket = this.#options.open(this.#options.address(this.version));
    this.#socket.onmessage = this.#hear;
    this.#socket.onclose = ({ code }) => this.#lose(code);
  }

  /** Whatever a socket that was left still says is not heard. */
  #hangUp(): void {
    const left = this.#socket;
    this.#socket = null;
    if (!left) return;
    left.onmessage = left.onclose = null;
    left.close();
  }

  #hear = ({ data }: { data: string }): void => {
    const message = JSON.parse(data) as Message;
    if (message.type === 'table') this.#arrive();
    if (message.type === 'table' || message.type === 'update') this.version = message.version;
    if (message.type === 'update') for (const { id } of message.done ?? []) this.#waiting.delete(id);
    if (message.type === 'done') this.#waiting.delete(message.id);
    if (message.type === 'refused' && message.id) this.#waiting.delete(message.id);
    this.#listen();
    this.#options.hear(message);
  };

  /** The table is there: what was not answered is asked again. */
  #arrive(): void {
    if (this.state === 'live') return;
    this.#tries = 0;
    this.#become('live');
    for (const command of this.#waiting.values()) this.#socket?.send(JSON.stringify(command));
  }

  /** After a silence ask whether anybody is there, and hang up on a line that is dead. */
  #listen(): void {
    this.#rest();
    const { timers } = this.#options;
    this.#timer = timers.after(this.#waiting.size ? AWAITED : QUIET, () => {
      this.#socket?.send(JSON.stringify({ do: 'ping' }));
      this.#timer = timers.after(PATIENCE, () => this.#lose(0));
    });
  }

  #lose(code: number): void {
    this.#rest();
    this.#hangUp();
    if (FINAL_CODES.includes(code)) return this.#become('closed', code);
    this.#become('lost', code);
    const wait = waitFor(this.#tries++, (this.#options.random ?? Math.random)());
    this.#timer = this.#options.timers.after(wait, () => this.#connect());
  }

  #rest(): void {
    if (this.#timer !== null) this.#options.timers.cancel(this.#timer);
    this.#timer = null;
  }

  #become(state: LineState, code?: number): void {
    this.state = state;
    this.#options.changed(state, code);
  }
}

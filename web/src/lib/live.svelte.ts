/** A table as this browser knows it: kept current by the line to the server. */
import { Line, type LineState } from './socket';
import type { ChatLine, Command, GameEvent, Message, Refusal, TableInfo, View } from './protocol';

export interface News {
  /** The version the events follow; 0 when they are all there are. */
  since: number;
  /** The version they lead to. */
  version: number;
  views: View[];
}

const TAKEN_BACK = new Set(['server.undo', 'server.reset']);

/** The log with what came behind it; what was taken back no longer stands in it, what the table said does. */
export function continueLog(log: readonly GameEvent[], news: readonly GameEvent[]): GameEvent[] {
  let result = [...log];
  for (const event of news) {
    if (TAKEN_BACK.has(event.name)) {
      const back = Number(event.params['back']);
      const holds = (old: GameEvent): boolean =>
        old.number <= back || old.number >= event.number || old.name.startsWith('server.');
      result = result.filter(holds);
    }
    result.push(event);
  }
  return result;
}

export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  views = $state.raw<View[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  line = $state.raw<LineState>('connecting');
  closed = $state.raw<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** How many commands wait for their answer. */
  pending = $state(0);
  /** The server's clock less this one's, in milliseconds. */
  ahead = 0;
  readonly #line: Line;
  /** What came before anybody listened. */
  #early: News[] = [];
  #heard = (news: News): void => void this.#early.push(news);

  constructor(readonly id: string) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#line = new Line({
      address: (since) => `${scheme}://${location.host}/api/tables/${id}/live?since=${since}`,
      open: (address) => new WebSocket(address) as unknown as import('./socket').SocketLike,
      timers: { after: (wait, action) => window.setTimeout(action, wait), cancel: (timer) => clearTimeout(timer) },
      hear: this.#hear,
      changed: (state, code) => {
        this.line = state;
        if (state === 'closed') this.closed = code ?? null;
      },
    });
    addEventListener('online', this.#retry);
  }

  /** Hear what came so far, and from then on what is new. */
  listen(heard: (news: News) => void): void {
    this.#heard = heard;
    for (const news of this.#early.splice(0)) heard(news);
  }

  undo(seat: number): void {
    this.send({ do: 'undo', id: newId(), seat, version: this.#line.version });
  }

  answer(seat: number, proposal: number, agree: boolean): void {
    this.send({ do: agree ? 'agree' : 'decline', id: newId(), seat, proposal });
  }

  resign(seat: number): void {
    this.send({ do: 'resign', id: newId(), seat });
  }

  /** Let a bot play for me. */
  leave(seat: number): void {
    this.send({ do: 'leave', id: newId(), seat });
  }

  /** Let a bot play for somebody who stays away. */
  standIn(seat: number, absent: number): void {
    this.send({ do: 'stand_in', id: newId(), seat, absent });
  }

  /** End the game without a winner. */
  end(seat: number): void {
    this.send({ do: 'end', id: newId(), seat });
  }

  comeBack(seat: number): void {
    this.send({ do: 'return', id: newId(), seat });
  }

  say(text: string): void {
    this.send({ do: 'chat', id: newId(), text });
  }

  /** The version that is known here, which a move is based on. */
  get version(): number {
    return this.#line.version;
  }

  /** Send a command; whether it is allowed is the server's to say. */
  send(command: Command): void {
    this.refusal = null;
    this.#line.send(command);
    this.pending = this.#line.unanswered;
  }

  /** Come in again, as whoever the reader is now. */
  enterAgain(): void {
    this.#line.again();
  }

  close(): void {
    removeEventListener('online', this.#retry);
    this.#line.close();
  }

  #retry = (): void => this.#line.retry();

  #hear = (message: Message): void => {
    this.pending = this.#line.unanswered;
    if ('now' in message) this.ahead = Date.parse(message.now) - Date.now();
    if (message.type === 'table') {
      this.info = message.info;
      this.chat = message.chat;
      this.views = message.views;
      this.#heard({ since: message.since, version: message.version, views: message.views });
    } else if (message.type === 'update') {
      const { state, version, actors, clock, call, proposal, patience, result } = message;
      if (this.info) this.info = { ...this.info, state, version, actors, clock, call, proposal, patience, result };
      this.views = message.views;
      this.#heard({ since: message.since, version: message.version, views: message.views });
    } else if (message.type === 'lobby') {
      this.info = message.info;
    } else if (message.type === 'chat') {
      if (!this.chat.some((line) => line.number === message.line.number)) this.chat = [...this.chat, message.line];
    } else if (message.type === 'refused') {
      this.refusal = message.refusal;
    }
  };
}

/** A new name for a command, so that one sent twice counts once. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

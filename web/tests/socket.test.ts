import { beforeEach, describe, expect, test } from 'vitest';
import type { Command, Message } from '../src/lib/protocol';
import { Line, waitFor, type LineState, type SocketLike } from '../src/lib/socket';

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: string[] = [];
  closed = false;

  constructor(readonly address: string) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  drop(code = 1006): void {
    this.onclose?.({ code });
  }
}

let sockets: FakeSocket[];
let timers: Map<number, { wait: number; action: () => void }>;
let states: LineState[];
let heard: Message[];
let line: Line;

const PLAY: Command = { do: 'play', id: 'c1', seat: 0, version: 4, move: 'throw' };

function last(): FakeSocket {
  return sockets.at(-1)!;
}

/** Let the timers that wait at most so long run. */
function pass(limit: number): void {
  for (const [id, { wait, action }] of [...timers]) {
    if (wait > limit) continue;
    timers.delete(id);
    action();
  }
}

beforeEach(() => {
  sockets = [];
  timers = new Map();
  states = [];
  heard = [];
  let count = 0;
  line = new Line({
    address: (since) => `/live?since=${since}`,
    open: (address) => {
      sockets.push(new FakeSocket(address));
      return last();
    },
    timers: {
      after: (wait, action) => {
        timers.set(++count, { wait, action });
        return count;
      },
      cancel: (id) => timers.delete(id),
    },
    hear: (message) => heard.push(message),
    changed: (state) => states.push(state),
    random: () => 1,
  });
});

describe('a line to a table', () => {
  test('is live when the table has been told', () => {
    last().hear({ type: 'table', version: 4 });
    expect(line.state).toBe('live');
    expect(heard).toHaveLength(1);
  });

  test('connects again with the last version it has', () => {
    last().hear({ type: 'table', version: 4 });
    last().hear({ type: 'update', version: 6 });
    last().drop();
    expect(states.at(-1)).toBe('lost');
    pass(1000);
    expect(last().address).toBe('/live?since=6');
    expect(sockets).toHaveLength(2);
  });

  test('sends again, with the same id, what was not answered, and nothing else', () => {
    last().hear({ type: 'table', version: 4 });
    line.send(PLAY);
    line.send({ ...PLAY, id: 'c2' });
    line.send({ ...PLAY, id: 'c3' });
    last().hear({ type: 'done', id: 'c2', version: 5, again: false });
    last().hear({ type: 'update', version: 6, done: [{ type: 'done', id: 'c3', version: 6, again: false }] });
    expect(line.unanswered).toBe(1);
    last().drop();
    pass(1000);
    expect(last().sent).toEqual([]);
    last().hear({ type: 'table', version: 4 });
    expect(last().sent.map((text) => (JSON.parse(text) as Command).id)).toEqual(['c1']);
    last().hear({ type: 'refused', id: 'c1', version: 4, refusal: {} });
    expect(line.unanswered).toBe(0);
  });

  test('keeps what is sent while it is lost', () => {
    last().hear({ type: 'table', version: 4 });
    last().drop();
    line.send(PLAY);
    pass(1000);
    last().hear({ type: 'table', version: 4 });
    expect(last().sent).toHaveLength(1);
  });

  test('waits longer after each failure, and never too long', () => {
    expect([0, 1, 2].map((tries) => waitFor(tries, 1))).toEqual([500, 1000, 2000]);
    expect(waitFor(30, 1)).toBe(15_000);
    expect(waitFor(2, 0)).toBe(1000);
  });

  test('hangs up on a line that answers no ping', () => {
    last().hear({ type: 'table', version: 4 });
    const dead = last();
    pass(15_000);
    expect(dead.sent).toEqual(['{"do":"ping"}']);
    pass(10_000);
    expect(dead.closed).toBe(true);
    expect(line.state).toBe('lost');
  });

  test('asks sooner whether anybody is there while an answer is awaited', () => {
    last().hear({ type: 'table', version: 4 });
    const dead = last();
    line.send(PLAY);
    pass(8_000);
    expect(dead.sent.at(-1)).toBe('{"do":"ping"}');
    pass(10_000);
    expect(line.state).toBe('lost');
    pass(1000);
    last().hear({ type: 'table', version: 4 });
    expect(JSON.parse(last().sent[0]!)).toMatchObject({ id: 'c1' });
  });

  test('gives up a call that nobody answers, and waits longer for the next one', () => {
    pass(10_000);
    expect(sockets[0]!.closed).toBe(true);
    pass(500);
    expect(sockets).toHaveLength(2);
    pass(9_999);
    expect(sockets[1]!.closed).toBe(false);
    pass(10_000);
    expect(sockets[1]!.closed).toBe(true);
    pass(1000);
    pass(10_000);
    expect(sockets[2]!.closed).toBe(false);
    pass(20_000);
    expect(sockets[2]!.closed).toBe(true);
  });

  test('gives up where it is not wanted', () => {
    last().drop(4404);
    expect(line.state).toBe('closed');
    expect(timers.size).toBe(0);
  });

  test('tries at once when the network is back', () => {
    last().hear({ type: 'table', version: 4 });
    last().drop();
    line.retry();
    expect(sockets).toHaveLength(2);
    expect(timers.size).toBe(1); // it waits for an answer now, not for the next try
  });

  test('an old socket is not heard any more', () => {
    const old = last();
    old.hear({ type: 'table', version: 4 });
    old.drop();
    pass(1000);
    old.hear({ type: 'update', version: 9 });
    expect(line.version).toBe(4);
  });
});

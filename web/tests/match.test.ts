import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Face } from '../src/games/face';
import { announcements } from '../src/lib/announce.svelte';
import { api, Refused } from '../src/lib/api';
import { LiveTable, type News } from '../src/lib/live.svelte';
import { Match } from '../src/lib/match.svelte';
import { clauseOf, Panels } from '../src/lib/panels.svelte';
import type { Command, GameEvent, GameInfo, Json, Move, Offer, SeatInfo, TableInfo, View } from '../src/lib/protocol';
import { Turn } from '../src/lib/turn.svelte';
import { speak } from '../src/lib/words.svelte';

const THROW: Move = { do: 'throw' };
const STAND: Move = { do: 'stand' };

function offer(move: Move): Offer {
  return { move, notation: move.do, preview: [] };
}

function event(number: number, seat: number | null = 0, name = 'exxtra.throw'): GameEvent {
  return { number, name, seat, clause: null, params: {}, at: '' };
}

function seatOf(seat: number, yours: boolean): SeatInfo {
  return { seat, name: ['Ada', 'Ben'][seat]!, kind: 'person', free: null, level: null, away: false, yours, online: true, resigned: false, team: null, invite: null, ready: true };
}

function infoOf(changes: Partial<TableInfo> = {}): TableInfo {
  return {
    id: 't', game: 'exxtra', title: '', state: 'running', version: 1, seats: [seatOf(0, true), seatOf(1, false)], options: {}, public: false, by_link: false, spectators: true, chat: true,
    hints: true, study: false, practice: false, host: 'Ada', yours: true, your_turn: true, actors: [0], watching: 0, created: '', changed: '', clock: null, call: null,
    proposal: null, patience: {}, result: null, hurried: false, stopped: false, link: '', rematch: null, rematch_of: null, ...changes,
  };
}

function viewOf(seat: number | null, position: Json, changes: Partial<View> = {}): View {
  return { seat, position, moves: [], ranges: [], undo: null, since: 0, events: [], ...changes };
}

/** A face whose events take no time and whose secrets are chosen by a test. */
function faceOf(changes: Partial<Face> = {}): Face {
  const parts: Partial<Face> = {
    step: (position) => position, pace: () => 0, suspense: () => 0, prompt: ({ offers }) => `${offers.length} moves`, describe: (position) => [String(position)],
    label: (move) => move.do, sound: () => null, key: () => null, keys: () => [], score: (_, seat) => [{ name: 'Space', value: seat }], ...changes,
  };
  return parts as Face;
}

const GAME = { name: 'exxtra', title: 'Exxtra', hidden: false } as GameInfo;

/** A match at a table whose line to the server is a list of commands. */
function sitting({ info = infoOf(), game = GAME, face = faceOf() }: { info?: TableInfo; game?: GameInfo; face?: Face } = {}) {
  const sent: Command[] = [];
  const table = new LiveTable('t');
  table.info = info;
  table.send = (command) => void sent.push(command);
  const match = new Match(table, game, face);
  match.listen();
  const tell = (views: View[], news: Partial<News> = {}, changes: Partial<TableInfo> = {}): void => {
    table.info = { ...table.info!, ...changes };
    table.views = views;
    match.hear({ since: 0, version: 1, views, ...news });
  };
  return { match, turn: new Turn(match), table, sent, tell };
}

beforeEach(async () => {
  vi.stubGlobal('window', { setTimeout: () => 0 });
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('WebSocket', class { close(): void {} });
  await speak('en');
});

describe('a match', () => {
  test('shows the first position at once, to the seat of mine that may act', () => {
    const { match, tell } = sitting();
    expect(match.visible).toBe(false);
    tell([viewOf(0, 'start', { moves: [offer(THROW)], events: [event(1)] })]);
    expect([match.seat, match.position, match.prompt, match.log.length]).toEqual([0, 'start', '1 moves', 1]);
    expect(match.myTurn).toBe(true);
    expect(match.words).toEqual(['start']);
  });

  test('tells later events one by one, reads them aloud, and then offers the next moves', async () => {
    const { match, tell } = sitting();
    tell([viewOf(0, 'start', { moves: [offer(THROW)] })]);
    tell([viewOf(0, 'next', { moves: [offer(STAND)], events: [event(2), event(2, null, 'server.ended')] })], { since: 1, version: 2 }, { version: 2 });
    expect(match.offers).toEqual([]);
    expect(match.actors).toEqual([0]);
    await vi.waitFor(() => expect(match.position).toBe('next'));
    expect(match.log).toHaveLength(2);
    expect(match.offers.map(({ move }) => move.do)).toEqual(['stand']);
    expect(announcements().length).toBeGreaterThan(0);
  });

  test('waits while a move of mine is under way', () => {
    const { match, table, tell } = sitting();
    tell([viewOf(0, 'start', { moves: [offer(THROW)] })]);
    table.pending = 1;
    expect([match.idle, match.myTurn, match.offers]).toEqual([false, false, []]);
  });

  test('tells others since my last turn, and not myself', () => {
    const { match, tell } = sitting();
    tell([viewOf(0, 'start', { since: 2, events: [event(1, 0), event(2, 1), event(3, 1)] })]);
    expect(match.recent.map(({ number }) => number)).toEqual([2, 3]);
  });

  test('of two at one screen covers a secret until the next player takes it, and shows what all may see', () => {
    const both = infoOf({ seats: [seatOf(0, true), seatOf(1, true)] });
    const { match, tell } = sitting({ info: both, game: { ...GAME, hidden: true } });
    tell([viewOf(0, 'mine', { moves: [offer(THROW)] }), viewOf(1, 'yours'), viewOf(null, 'common')]);
    expect([match.cover, match.position, match.prompt, match.offers]).toEqual([true, 'common', '', []]);
    match.uncover();
    expect([match.cover, match.position]).toEqual([false, 'mine']);
    expect(match.prompt).toContain('Ada');
  });

  test('passes the screen on once all was watched', async () => {
    const both = infoOf({ seats: [seatOf(0, true), seatOf(1, true)] });
    const { match, tell } = sitting({ info: both });
    tell([viewOf(0, 'a0'), viewOf(1, 'a1')]);
    tell([viewOf(0, 'b0', { events: [event(2)] }), viewOf(1, 'b1')], { since: 1, version: 2 }, { actors: [1] });
    await vi.waitFor(() => expect([match.seat, match.position]).toEqual([1, 'b1']));
  });

  test('has scores only when it is over', () => {
    const { match, tell } = sitting();
    tell([viewOf(0, 'end')]);
    expect(match.scores).toEqual([]);
    tell([viewOf(0, 'end')], {}, { state: 'finished' });
    expect(match.scores.map((parts) => parts[0]?.value)).toEqual([0, 1]);
  });
});

describe('a turn', () => {
  test('sends a move for the seat that is shown, and one alone', () => {
    const { turn, table, sent, tell } = sitting();
    tell([viewOf(0, 'start', { moves: [offer(THROW)], ranges: [{ do: 'flick', ranges: {} }] })]);
    turn.aim = THROW;
    turn.play({ do: 'flick' });
    expect(sent).toMatchObject([{ do: 'play', seat: 0, move: { do: 'flick' } }]);
    expect([turn.thrown, turn.aim]).toEqual([true, null]);
    table.pending = 1;
    turn.play(THROW);
    expect(sent).toHaveLength(1);
  });

  test('does not ask where there is one answer, unless it was just taken back', () => {
    const { turn, sent, tell } = sitting({ face: faceOf({ forced: () => true }) });
    tell([viewOf(0, 'start', { moves: [offer(THROW), offer(STAND)] })]);
    turn.playForced();
    tell([viewOf(0, 'start', { moves: [offer(THROW)], events: [event(3, 0, 'server.undo')] })]);
    turn.playForced();
    expect(sent).toEqual([]);
    tell([viewOf(0, 'start', { moves: [offer(THROW)] })]);
    turn.playForced();
    expect(sent).toMatchObject([{ move: THROW }]);
  });

  test('shows advice about this position only, and refusals of it where those of moves are', async () => {
    const { turn, table, tell } = sitting();
    tell([viewOf(0, 'start', { moves: [offer(THROW)] })]);
    const hint = vi.spyOn(api, 'hint').mockResolvedValue({ seat: 0, version: 1, opinions: [{ move: THROW }] } as never);
    await turn.advise();
    expect(turn.hinted).toEqual(THROW);
    tell([viewOf(0, 'start', { moves: [offer(THROW)] })], {}, { version: 2 });
    expect(turn.advice).toBeNull();
    const refusal = { kind: 'not_allowed', code: 'core.no_coach', clause: null, params: {}, version: null };
    hint.mockRejectedValue(new Refused(refusal, 409));
    await turn.advise();
    expect(table.refusal).toEqual(refusal);
  });

  test('asks for no advice while somebody else is to move', async () => {
    const { turn, tell } = sitting();
    tell([viewOf(0, 'start')], {}, { actors: [1] });
    const hint = vi.spyOn(api, 'hint').mockClear();
    await turn.advise();
    expect(hint).not.toHaveBeenCalled();
  });
});

describe('panels', () => {
  test('open one at a time and count the chat that was not read', () => {
    const panels = new Panels();
    panels.toggle('log');
    panels.toggle('chat');
    expect(panels.open).toBe('chat');
    panels.toggle('chat');
    expect(panels.open).toBeNull();
    panels.read(3);
    expect([panels.unread(5), panels.unread(2)]).toEqual([2, 0]);
    panels.showRules('EXXTRA-9');
    expect([panels.open, panels.clause]).toEqual(['rules', 'EXXTRA-9']);
  });

  test('follow a plain click on a clause of their own game', () => {
    const click = (pathname: string, more: object = {}): MouseEvent =>
      ({ target: { closest: () => ({ pathname, hash: '#EXXTRA-9' }) }, defaultPrevented: false, button: 0, ...more }) as unknown as MouseEvent;
    expect(clauseOf(click('/rules/exxtra'), 'exxtra')).toBe('EXXTRA-9');
    expect(clauseOf(click('/rules/targi'), 'exxtra')).toBeNull();
    expect(clauseOf(click('/rules/exxtra', { ctrlKey: true }), 'exxtra')).toBeNull();
  });
});

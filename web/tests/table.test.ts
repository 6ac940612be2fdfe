import { describe, expect, test } from 'vitest';
import { groupsOf } from '../src/games/any/lines';
import { readRefusal } from '../src/lib/api';
import { continueLog } from '../src/lib/live.svelte';
import { anchor, hasRulings, inline, parse } from '../src/lib/markdown';
import type { GameEvent } from '../src/lib/protocol';
import { byBots, chanceBefore, luckOf, worstFirst } from '../src/lib/mistakes';
import { reasonsFor, why } from '../src/lib/reasons';
import { match } from '../src/lib/route.svelte';
import { book, opening } from '../src/lib/rulebooks';
import { speak } from '../src/lib/words.svelte';
import { clockFace, covered, eyes, timeLeft } from '../src/lib/seating';
import { outline, SHAPES } from '../src/lib/seats';
import { Stage } from '../src/lib/stage.svelte';

function event(number: number, name = 'exxtra.throw', params: GameEvent['params'] = {}): GameEvent {
  return { number, name, seat: 0, clause: null, params, at: '' };
}

describe('the log', () => {
  test('grows', () => {
    expect(continueLog([event(1)], [event(2), event(2)])).toHaveLength(3);
  });

  test('forgets what was taken back, and says so', () => {
    const before = [event(1), event(2), event(2, 'server.returned'), event(3)];
    const log = continueLog(before, [event(4, 'server.undo', { moves: 2, back: 1 })]);
    expect(log.map(({ name }) => name)).toEqual(['exxtra.throw', 'server.returned', 'server.undo']);
  });
});

describe('one screen', () => {
  test('shows the seat of mine that may act', () => {
    expect(eyes([0, 2], [2], 0)).toBe(2);
    expect(eyes([0, 2], [1], 0)).toBe(0);
    expect(eyes([0, 2], [0, 2], 2)).toBe(2);
    expect(eyes([], [1], null)).toBeNull();
  });

  test('is covered between two hidden hands, and only then', () => {
    expect(covered(true, [0, 1], 1, 0)).toBe(true);
    expect(covered(true, [0, 1], 1, 1)).toBe(false);
    expect(covered(false, [0, 1], 1, 0)).toBe(false);
    expect(covered(true, [1], 1, null)).toBe(false);
  });
});

describe('a clock', () => {
  test('shows what is left until the deadline', () => {
    const now = Date.parse('2026-11-15T08:00:00Z');
    expect(timeLeft({ '1': '2026-11-15T08:01:05Z' }, 1, now)).toBe(65);
    expect(timeLeft({ '1': '2026-11-15T07:00:00Z' }, 1, now)).toBe(0);
    expect(timeLeft({}, 0, now)).toBeNull();
  });

  test.each([[5, '0:05'], [65, '1:05'], [7400, '2:03:20']])('writes %i seconds as %s', (seconds, face) => {
    expect(clockFace(seconds)).toBe(face);
  });

  test('writes three days as days and hours', async () => {
    await speak('en');
    expect([clockFace(71 * 3600 + 3598), clockFace(86_399)]).toEqual(['2 d 23\u00a0h', '23:59:59']);
  });
});

describe('addresses', () => {
  test.each([
    ['/', 'home', []],
    ['/games/exxtra/', 'game', ['exxtra']],
    ['/t/k3v9', 'table', ['k3v9']],
    ['/t/k3v9/seat/1/Yp0-_x', 'seat', ['k3v9', '1', 'Yp0-_x']],
    ['/t/k3v9/replay', 'replay', ['k3v9']],
    ['/nowhere', 'lost', []],
  ])('%s is the page %s', (path, page, params) => {
    expect(match(path)).toEqual({ page, params });
  });
});

describe('a rulebook', () => {
  const blocks = parse('# Game\n\n## In short\n\nOne *two*\nthree.\n\n## Rules\n\n- GAME-1 Do **this**.\n- GAME-2 And\n  that.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');

  test('is read into headings, clauses and tables', () => {
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'heading', 'paragraph', 'heading', 'list', 'table']);
    const [clauses] = blocks.flatMap((block) => (block.kind === 'list' ? [block.items] : []));
    expect(clauses?.map(({ clause }) => clause)).toEqual(['GAME-1', 'GAME-2']);
    expect(clauses?.[1]?.text).toEqual([{ kind: 'text', text: 'And that.' }]);
  });

  test('begins with the game in two minutes', () => {
    expect(opening(blocks)).toEqual([[{ kind: 'text', text: 'One ' }, { kind: 'em', text: 'two' }, { kind: 'text', text: ' three.' }]]);
  });

  test('links nowhere dangerous', () => {
    expect(inline('[x](javascript:alert)')).toEqual([{ kind: 'link', text: 'x', href: '#' }]);
  });

  test('knows a ruling by its mark, which is not a link', () => {
    expect(inline('This. [ruling] (And) that.')).toEqual([
      { kind: 'text', text: 'This. ' }, { kind: 'ruling' }, { kind: 'text', text: ' (And) that.' },
    ]);
    expect(hasRulings(blocks)).toBe(false);
    expect(hasRulings(parse('# Game\n\n- GAME-1 [ruling] That.'))).toBe(true);
  });

  test('has plain anchors', () => {
    expect(anchor('Déroulement d’un tour')).toBe('deroulement-d-un-tour');
  });
});

test('any position becomes groups of lines', () => {
  expect(groupsOf({ pawns: [1, 2], dice: [{ slot: 3 }, null], done: false })).toEqual([
    { title: '', lines: [{ name: 'pawns', value: '1 2' }, { name: 'done', value: '✗' }] },
    { title: 'dice', lines: [{ name: '1 slot', value: '3' }, { name: '2', value: '–' }] },
  ]);
});

test('an answer that is no refusal of ours is one all the same', () => {
  expect(readRefusal('<html>').code).toBe('web.failed');
  expect(readRefusal('{"kind":"stale","code":"server.stale"}')).toMatchObject({ code: 'server.stale', params: {} });
});

test('every seat has a shape of its own', () => {
  expect(new Set(SHAPES.map((shape) => outline(shape, 10))).size).toBe(6);
});

describe('the stage', () => {
  function staged(still: boolean): { stage: Stage; told: string[] } {
    const told: string[] = [];
    const play = { step: (at: unknown) => Number(at) + 1, pace: () => 60_000, suspense: () => 30_000 };
    const listener = { begins: () => {}, told: ({ name }: GameEvent) => told.push(name) };
    return { stage: new Stage(play, listener, () => (still ? 0 : 1)), told };
  }

  test('tells one event after the other and ends with the server’s position', async () => {
    const { stage, told } = staged(true);
    stage.set(0);
    void stage.show({ position: 42, events: [event(1, 'a'), event(2, 'b')] });
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(told).toEqual(['a', 'b']);
    expect([stage.position, stage.busy]).toEqual([42, false]);
  });

  test('breaks off when the reader comes anew', async () => {
    const { stage, told } = staged(false);
    stage.set(0);
    void stage.show({ position: 42, events: [event(1, 'a'), event(2, 'b')] });
    expect(stage.untold).toBe(2);
    stage.set(7);
    await new Promise((resolve) => setTimeout(resolve));
    expect(told).toEqual([]);
    expect([stage.position, stage.busy, stage.untold]).toEqual([7, false, 0]);
  });

  test('can be skipped, and forgets nothing', async () => {
    const { stage, told } = staged(false);
    stage.set(0);
    void stage.show({ position: 42, events: [event(1, 'a'), event(2, 'b')] });
    expect(stage.position).toBe(1);
    expect(stage.busy).toBe(true);
    expect(told).toEqual([]);
    stage.skip();
    await new Promise((resolve) => setTimeout(resolve));
    expect(told).toEqual(['a', 'b']);
    expect(stage.position).toBe(42);
  });
});

test('a good move that was not the best is no mistake', () => {
  const opinion = { move: { do: 'throw' }, notation: 'throw', value: 0.5, visits: 0, reasons: [] };
  const decide = (step: number, rating: 'good' | 'mistake' | 'blunder') =>
    ({ step, seat: 0, played: opinion, best: opinion, loss: 0.1, rating, instead: null, error: 0, luck: rating === 'good' ? null : 0.25 });
  const decisions = [decide(1, 'good'), decide(2, 'mistake'), decide(3, 'blunder')];
  const analysis = { exact: true, chances: [], decisions, mistakes: [2, 1, 0], accuracy: [] };
  expect(worstFirst(analysis).map(({ step }) => step)).toEqual([3, 2]);
  expect([luckOf(analysis, 0), luckOf(analysis, 1)]).toEqual([0.5, null]);
});

describe('moves that a bot made for a person', () => {
  const event = (number: number, name: string, seat: number) => ({ number, name, seat, clause: null, params: {}, at: '' });
  const step = (number: number, seat: number, version: number) => ({ step: number, seat, events: [event(version, 'exxtra.throw', seat)] });

  test('are the one that followed a time that was up, and all of those who were away', () => {
    const steps = [step(1, 0, 1), step(2, 0, 3), step(3, 0, 4), step(4, 1, 6), step(5, 1, 7), step(6, 1, 9)];
    const told = [event(2, 'server.time_up', 0), event(5, 'server.left', 1), event(8, 'server.returned', 1)];
    expect([...byBots(steps, told)]).toEqual([2, 4, 5]);
    expect([...byBots(steps, [])]).toEqual([]);
  });
});

test('the chance before a mistake is the last one known of its side', () => {
  const chances = [{ step: 0, win: [0.5, null, null] }, { step: 1, win: [null, 0.3, null] }, { step: 2, win: [0.6, null, null] }];
  const analysis = { exact: true, chances, decisions: [], mistakes: [], accuracy: [] };
  expect([chanceBefore(analysis, [0], 2), chanceBefore(analysis, [0], 3), chanceBefore(analysis, [1], 3), chanceBefore(analysis, [2], 3)]).toEqual([0.5, 0.6, 0.3, null]);
});

describe('reasons', () => {
  const reason = (code: string) => ({ code, params: {}, clause: null, error: 0, form: '' });
  const best = { move: { do: 'throw' }, notation: 'throw', value: 0.5, visits: 0, reasons: ['a.b', 'a.c', 'a.d', 'a.e'].map(reason) };

  test('what a move has ahead of the next comes first, and nothing is said twice', () => {
    expect(reasonsFor(best, reason('a.c_than')).map(({ code }) => code)).toEqual(['a.c_than', 'a.b', 'a.d']);
    expect(reasonsFor(best, null).map(({ code }) => code)).toEqual(['a.b', 'a.c', 'a.d']);
  });

  test('a mistake is told by the difference that matters most', () => {
    const decision = { step: 1, seat: 0, played: best, best, loss: 0.1, rating: 'mistake' as const, instead: null, error: 0, luck: null };
    expect(why(decision)).toEqual([]);
    expect(why({ ...decision, instead: reason('a.c_than') }).map(({ code }) => code)).toEqual(['a.c_than']);
  });
});

describe('rulebooks', () => {
  test('an edition has its introduction, then what is common, then its own', async () => {
    const blocks = await book('zoch', 'en');
    const clauses = blocks.flatMap((block) => (block.kind === 'list' ? block.items.flatMap(({ clause }) => clause ?? []) : []));
    expect(clauses[0]).toBe('TARGETS-1');
    expect(clauses).toContain('ZOCH-1');
    expect(clauses.indexOf('ZOCH-1')).toBeGreaterThan(clauses.lastIndexOf('TARGETS-11'));
    expect(opening(blocks).length).toBeGreaterThan(1);
    expect(blocks.filter((block) => block.kind === 'heading' && block.level === 1)).toHaveLength(1);
  });

  test('a drawing keeps its lines', async () => {
    const drawn = (await book('targi', 'de')).find((block) => block.kind === 'drawing');
    expect(drawn?.text.split('\n')).toHaveLength(5);
  });
});

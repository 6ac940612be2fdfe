import { beforeAll, describe, expect, test } from 'vitest';
import type { Face } from '../src/games/face';
import { CHEERS, cheering, jump } from '../src/games/targets/cheer';
import { scoreOf } from '../src/games/targets/score';
import type { Position as Targets, Picture } from '../src/games/targets/view';
import { tieBroken } from '../src/games/targi/text';
import type { Position as Targi } from '../src/games/targi/view';
import { challengeOf, decided, endingOf, fittingLesson, rematchSeats } from '../src/lib/ending';
import { keyMoment } from '../src/lib/mistakes';
import type { Analysis, Decision, GameInfo, LessonInfo, Result, SeatInfo, TableInfo } from '../src/lib/protocol';
import { wrapped } from '../src/lib/share';
import { speak } from '../src/lib/words.svelte';

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan'];
const FACE = { behind: () => ({ text: 'One space short.', close: true }) } as unknown as Face;
const FAR = { behind: () => ({ text: 'Nine spaces short.', close: false }) } as unknown as Face;

/** A match that is over: whose seats are mine, how the seats rank, and who plays with whom. */
function over(yours: number[], ranks: number[], { teams, bots, ...result }: Partial<Result> & { teams?: number[]; bots?: string } = {}): TableInfo {
  const seats = ranks.map((_, seat): Partial<SeatInfo> => ({
    seat, yours: yours.includes(seat), name: NAMES[seat] ?? '', team: teams?.[seat] ?? null, kind: bots && !yours.includes(seat) ? 'bot' : 'person', level: bots && !yours.includes(seat) ? bots : null,
  }));
  return { seats, result: { ranks, scores: ranks, reason: 'exxtra.goal', clause: null, resigned: [], ...result } } as TableInfo;
}

function told(info: TableInfo, face = FACE): [string, string] {
  const { ended, headline } = endingOf(info, NAMES, face, null);
  return [ended, headline];
}

beforeAll(() => speak('en'));

describe('the end of a match', () => {
  test('is mine where I have won, alone or with a partner', () => {
    expect(told(over([1], [2, 1]))).toEqual(['won', 'You win!']);
    expect(told(over([1], [2, 1, 2, 1], { teams: [0, 1, 0, 1] }))).toEqual(['won', 'You and Dan win!']);
  });

  test('is shared where another side has won too', () => {
    expect(told(over([0], [1, 1, 3]))).toEqual(['shared', 'You share the win with Ben.']);
    expect(told(over([0], [1, 1]))).toEqual(['shared', 'A draw!']);
  });

  test('is told by names to who watches, and to several at one screen', () => {
    expect(told(over([], [2, 1]))).toEqual(['watched', 'Ben wins!']);
    expect(told(over([0, 1], [2, 1]))).toEqual(['watched', 'Ben wins!']);
  });

  test('has a fair word for a loser', () => {
    expect(endingOf(over([0], [2, 1]), NAMES, FACE, null).line).toBe('So close. One space short.');
    expect(endingOf(over([0], [2, 1]), NAMES, FAR, null).line).toBe('Nine spaces short. The next one starts level.');
    expect(endingOf(over([0], [2, 1], { reason: 'server.resigned', resigned: [0] }), NAMES, FACE, null).line).toBe('You gave up this time. The next one starts level.');
  });

  test('has no winner where it was broken off', () => {
    expect(told(over([0], [1, 1], { reason: 'server.broken_off' }))).toEqual(['none', 'No winner this time.']);
  });

  test('names those who gave up', () => {
    expect(decided(over([0], [1, 2, 2], { reason: 'server.resigned', resigned: [1, 2] }), NAMES)).toBe('Ben and Cleo gave up.');
  });
});

describe('afterwards', () => {
  const game = { characters: [{ level: 'easy' }, { level: 'hard' }] } as GameInfo;
  const lesson = (name: string, clauses: string[], taken = false): LessonInfo => ({ name, title: { en: name, fr: name, de: name }, seconds: 60, taken, clauses });

  test('a stronger opponent is offered after a win only', () => {
    expect(challengeOf(over([0], [1, 2], { bots: 'easy' }), game, 'won')).toBe('hard');
    expect(challengeOf(over([0], [2, 1], { bots: 'easy' }), game, 'lost')).toBeNull();
    expect(challengeOf(over([0], [1, 2], { bots: 'hard' }), game, 'won')).toBeNull();
  });

  test('everybody moves one seat on', () => {
    expect(rematchSeats(over([0], [1, 2, 3]), NAMES).replaceAll('\u00a0', ' ')).toBe('1 Cleo · 2 you · 3 Ben');
  });

  test('the lesson that fits is about the rule of the key moment, else the next one', () => {
    const lessons = [lesson('one', ['A-1'], true), lesson('two', ['A-2']), lesson('three', ['A-1', 'A-3'])];
    expect(fittingLesson(lessons, 'A-1')?.name).toBe('three');
    expect(fittingLesson(lessons, 'A-9')?.name).toBe('two');
    expect(fittingLesson(lessons, null)?.name).toBe('two');
    expect(fittingLesson([lesson('one', ['A-1'], true)], 'A-1')?.name).toBe('one');
    expect(fittingLesson([], null)).toBeNull();
  });

  test('the key moment is the worst decision of my own, and beyond its error', () => {
    const decision = (step: number, seat: number, loss: number, error = 0): Decision => ({ step, seat, loss, error }) as Decision;
    const analysis = { decisions: [decision(1, 0, 0.1), decision(2, 1, 0.5), decision(3, 0, 0.3), decision(4, 0, 0.4), decision(5, 0, 0.6, 0.7)] } as Analysis;
    expect(keyMoment(analysis, [0], new Set([4]))?.step).toBe(3);
    expect(keyMoment(analysis, [0, 1], new Set())?.step).toBe(2);
    expect(keyMoment({ decisions: [decision(1, 0, 0.01)] } as Analysis, [0], new Set())).toBeNull();
  });
});

describe('what broke a tie', () => {
  const rest = (die: number, up: number, targets: number[] = []): object => ({ die, up, touches: targets.length ? {} : { table: true }, support: targets.length ? { targets } : { table: true } });

  /** Two level at Blackrock, after a flick of Golden Targets. */
  function golden(rests: object[]): Targets {
    return { layout: { stands: [{ discs: 0 }, { discs: 0 }] }, won: [[], []], golden: { contenders: [0, 1] }, rests } as unknown as Targets;
  }

  test('are the dice on the disc of Golden Targets, where one has more there', () => {
    const at = golden([rest(0, 3, [0]), rest(1, 6), rest(3, 2, [0])]);
    expect([0, 1].map((seat) => scoreOf(at, seat).filter(({ breaks }) => breaks).map(({ value }) => value))).toEqual([[3], [2]]);
  });

  test('are all dice where these are level', () => {
    const at = golden([rest(0, 3), rest(1, 6), rest(3, 2)]);
    expect([0, 1].map((seat) => scoreOf(at, seat).filter(({ breaks }) => breaks).map(({ value }) => value))).toEqual([[0, 9], [0, 2]]);
  });

  test('is gold at Targi, then goods', () => {
    const at = (golds: number[], totals: number[]): Targi =>
      ({ players: golds.map((gold) => ({ gold, dates: gold, salt: 1, pepper: 1 })), shown: { points: totals.map((total) => ({ total })) } }) as unknown as Targi;
    expect(tieBroken(at([1, 2], [20, 21]), 0)).toEqual([]);
    expect(tieBroken(at([1, 2], [20, 20]), 0).map(({ value }) => value)).toEqual([1]);
    expect(tieBroken(at([1, 1], [20, 20]), 0).map(({ value }) => value)).toEqual([1, 3]);
  });
});

describe('the joy of Targets', () => {
  const picture = { dice: [{ die: 0, pose: [0, 0, 0.008, 1, 0, 0, 0] }, { die: 3, pose: [1, 0, 0.008, 1, 0, 0, 0] }] } as unknown as Picture;

  test('lifts the dice of the winners alone, and lays them down as they lay', () => {
    const up = cheering(picture, [0], 200).dice;
    expect(up[0]!.pose[2]).toBeGreaterThan(0.03);
    expect(up[1]).toBe(picture.dice[1]);
    expect(cheering(picture, [0], CHEERS).dice.map(({ pose }) => pose)).toEqual(picture.dice.map(({ pose }) => pose));
  });

  test('is over for a whole table of dice when it ends', () => {
    expect(jump(8, CHEERS)).toEqual({ high: 0, turn: 0 });
    expect(jump(1, 50).high).toBe(0);
  });
});

test('words of a shared picture fill lines without being cut', () => {
  const measure = (text: string): number => text.length;
  expect(wrapped('Ada and Ben win together', 12, measure)).toEqual(['Ada and Ben', 'win together']);
  expect(wrapped('Donaudampfschiff', 5, measure)).toEqual(['Donaudampfschiff']);
});

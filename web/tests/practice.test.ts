import { describe, expect, test, vi } from 'vitest';
import type { Face } from '../src/games/face';
import { api, Refused } from '../src/lib/api';
import { after, tried, type Start } from '../src/lib/practice';
import { PracticePlay } from '../src/lib/practising.svelte';
import { Remaining } from '../src/lib/remaining';
import { counted, endOf, spread, type End } from '../src/games/targets/ghost';
import type { GameEvent, Json, Move, OptionSchema, Practised } from '../src/lib/protocol';
import { callsAmong } from '../src/lib/start';

const FILM =
  'ARAhAAUcAAANANZAkAnhbInJnQQBj/+8PZEJKav3bDAhARD/oToWCVrCNOMtIAGS/oY3HQjk1ZjaxCABE/5rNKYGEmWhU0YiAZX9UDGxBDbwS440JAEW/TUuQAK9lFu0PmYB4PwzK64C5grRFOJZ' +
  'Aan8eSgtBKiHleLGZQFx/MAlLwVhijXbzGUBOvwGI7MF3A0PVQtmAQL8TSC6BZuRA1BoZgHL+5MdQgVNFesL02YBk/vaGk4EyRiciEBnAVz7IRjcAvYb8UWqZwET+80VEAKSindqJjsBoPpjFK0C' +
  'BQofpgY7ASn6DBPhApKLF6RpOgGy+bQRmAIVjVsi2jkBZ/mOEJICVYhpo+M3ASj5dQ9DAhiEMmWhNQEM+YQOKAIZMZtB0GwBAfm8DSICmDLrAUtsAfP4HQ0XAlsCTqf2MwHm+KsMFQL4AXhnpjMB' +
  '3/hfDA4CwIE3p58zAdz4PgwMAqcx0ABsbAfb+D0MDQKwsc9Aa2w=';

function end(x: number, y: number, on: End['on'] = 'disc', falls = false): End {
  return { x, y, on, falls };
}

function event(name: string, params: GameEvent['params'] = {}, motion = ''): GameEvent {
  return { name, params, seat: 1, clause: null, number: 1, at: '', motion };
}

describe('records', () => {
  test('count tries and what was met, and keep the best run', () => {
    const found = [true, true, false, true].reduce((record, met) => tried(record, met), tried(undefined, false));
    expect(found).toEqual({ tries: 5, met: 3, run: 1, best: 2 });
  });

  test('are kept by goal, ends beside them, the oldest of which are forgotten', () => {
    let known = after({ goals: {}, ends: [] }, 'disc', true, end(0, 0));
    known = after(known, 'centre', false, null);
    known = after(known, null, null, end(1, 1));
    expect(known.goals).toEqual({ disc: { tries: 1, met: 1, run: 1, best: 1 }, centre: { tries: 1, met: 0, run: 0, best: 0 } });
    expect(known.ends).toHaveLength(2);
    for (let number = 0; number < 300; number += 1) known = after(known, null, null, end(number, 0));
    expect(known.ends).toHaveLength(200);
    expect(known.ends.at(-1)?.x).toBe(299);
  });
});

describe('the spread of tries', () => {
  const line = Array.from({ length: 9 }, (_, index) => end(0.01 * (index - 4), 0.002 * (index % 3)));

  test('lies around their middle, long where they are far apart', () => {
    const spots = spread([...line, end(9, 9, 'lost')]);
    const width = Math.max(...spots.map(([x]) => x)) - Math.min(...spots.map(([x]) => x));
    const height = Math.max(...spots.map(([, y]) => y)) - Math.min(...spots.map(([, y]) => y));
    expect(width).toBeGreaterThan(4 * height);
    expect(spots.reduce((sum, [x]) => sum + x, 0) / spots.length).toBeCloseTo(0);
    expect(spread(line.slice(0, 3))).toEqual([]);
  });

  test('is counted: a centre is a disc too', () => {
    expect(counted([end(0, 0), end(0, 0, 'centre'), end(0, 0, 'lost', true), end(0, 0, 'table')])).toEqual({ disc: 2, centre: 1, falls: 1, lost: 1 });
  });
});

describe('the end of a flick', () => {
  test('is where its film leaves the die, on what its events say', () => {
    const found = endOf([event('targets.flick'), event('targets.rests', { die: 'B3', where: '@targets_on_disc_yellow' }, FILM)]);
    expect(found?.on).toBe('disc');
    expect(found?.x).toBeCloseTo(-0.03658, 3);
    expect(endOf([event('targets.rests', { die: 'B3', where: '@targets_in_hole_2' }, FILM)])?.on).toBe('centre');
    expect(endOf([event('targets.rests', { die: 'B3', where: '@targets_on_table_and_disc' }, FILM)])?.on).toBe('table');
    expect(endOf([event('targets.rests', { die: 'B3', where: '@targets_on_disc_1' }, FILM), event('targets.slid', { die: 'B3' })])?.on).toBe('lost');
    expect(endOf([event('targets.flick')])).toBeNull();
  });
});

test('the time that is left is foretold from what it took so far, and not too early', () => {
  const remaining = new Remaining();
  expect(remaining.seconds(0, 40, 0)).toBeNull();
  expect(remaining.seconds(2, 40, 5000)).toBeNull();
  expect(remaining.seconds(10, 40, 10_000)).toBe(30);
  expect(remaining.seconds(40, 40, 40_000)).toBe(1);
});

test('calls are shouted among people and made by themselves against bots alone, where a game has them', () => {
  const schema: OptionSchema = { properties: { calls: { enum: ['auto', 'spoken'], default: 'auto' } } };
  expect(callsAmong(schema, [{ who: 'me' }, { who: 'bot', level: 'casual' }])).toBe('auto');
  expect(callsAmong(schema, [{ who: 'me' }, { who: 'here', name: 'Ben' }])).toBe('spoken');
  expect(callsAmong(schema, [{ who: 'me' }, { who: 'bot', level: 'casual' }, { who: 'friend' }])).toBe('spoken');
  expect(callsAmong({ properties: {} }, [{ who: 'me' }, { who: 'friend' }])).toBeNull();
});

describe('a practice table', () => {
  const MOVE: Move = { do: 'flick' };

  /** What the server says of a practice position. */
  function practised(position: string, more: Partial<Practised> = {}): Practised {
    return { view: { seat: 0, position, moves: [], ranges: [{ do: 'flick', ranges: {} }], undo: null, since: 0, events: [] }, events: [], over: false, met: null, ...more } as Practised;
  }

  const face = { step: (position: Json) => position, pace: () => 0, suspense: () => 0, sound: () => null, ended: () => ({ x: 1, y: 2, on: 'disc', falls: false }) } as unknown as Face;

  async function table(start: Start | null = null) {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const practise = vi.spyOn(api, 'practise').mockReset().mockResolvedValue(practised('set'));
    const practice = new PracticePlay('zoch', face, start);
    await practice.begin();
    return { practice, practise };
  }

  test('is set, played at and set anew', async () => {
    const { practice, practise } = await table();
    expect([practice.stage.position, practice.idle, practice.ranges.length]).toEqual(['set', true, 1]);
    practise.mockResolvedValueOnce(practised('flicked'));
    await practice.play(MOVE);
    await vi.waitFor(() => expect(practice.stage.position).toBe('flicked'));
    expect(practise).toHaveBeenLastCalledWith('zoch', { position: 'set', move: MOVE, seat: 0 });
    await practice.anew();
    expect([practice.stage.position, practice.log]).toEqual(['set', []]);
  });

  test('repeats the same flick from the same position', async () => {
    const { practice, practise } = await table();
    await practice.again();
    expect(practise).toHaveBeenCalledTimes(1);
    await practice.play(MOVE);
    await practice.again();
    expect(practise).toHaveBeenLastCalledWith('zoch', { position: 'set', move: MOVE, seat: 0 });
  });

  test('counts tries at a goal, and remembers where they ended', async () => {
    const { practice, practise } = await table();
    await practice.aimFor('disc');
    expect(practise).toHaveBeenLastCalledWith('zoch', { goal: 'disc' });
    practise.mockResolvedValueOnce(practised('flicked', { met: true }));
    await practice.play(MOVE);
    expect(practice.record).toEqual({ tries: 1, met: 1, run: 1, best: 1 });
    expect(practice.known.ends).toHaveLength(1);
  });

  test('begins with the position and the move that were left for it', async () => {
    const { practice, practise } = await table({ position: 'mine', seat: 1, move: MOVE });
    expect(practise).toHaveBeenLastCalledWith('zoch', { position: 'mine', seat: 1 });
    expect(practice.hinted).toEqual(MOVE);
    await practice.play(MOVE);
    expect(practice.hinted).toBeNull();
  });

  test('forgets advice that comes after the position has changed, and shows what is refused', async () => {
    const { practice, practise } = await table();
    vi.spyOn(api, 'practiceHint').mockResolvedValueOnce({ opinions: [{ move: MOVE }] } as never);
    await practice.advise();
    expect(practice.hinted).toEqual(MOVE);
    await practice.play(MOVE);
    expect(practice.hint).toBeNull();
    const refusal = { kind: 'not_allowed', code: 'targets.far', clause: null, params: {}, version: null };
    practise.mockRejectedValueOnce(new Refused(refusal, 409));
    await practice.play(MOVE);
    expect([practice.refusal, practice.pending]).toEqual([refusal, false]);
  });
});

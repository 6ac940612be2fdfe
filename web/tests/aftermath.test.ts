import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Aftermath } from '../src/lib/aftermath.svelte';
import { api, Refused } from '../src/lib/api';
import type { Match } from '../src/lib/match.svelte';
import type { Decision, GameEvent, SeatInfo, TableInfo } from '../src/lib/protocol';
import { speak } from '../src/lib/words.svelte';

const CHOICE = (step: number, seat: number, loss: number): Decision => ({ step, seat, loss, error: 0, instead: { clause: 'EXXTRA-9' } }) as Decision;

/** What is left of a match between Ada, who is me, and Ben. */
function over({ ranks = [2, 1], log = [] }: { ranks?: number[]; log?: GameEvent[] } = {}): Aftermath {
  const seats = ['Ada', 'Ben'].map((name, seat): Partial<SeatInfo> => ({ seat, name, yours: seat === 0, team: null, kind: 'person' }));
  const info = { id: 't', state: 'finished', seats, result: { ranks, scores: [0, 0], reason: 'exxtra.goal', clause: null, resigned: [] }, rematch: null } as unknown as TableInfo;
  const match = { info, names: ['Ada', 'Ben'], face: {}, game: { name: 'exxtra', lessons: 2, levels: ['easy'], characters: [] }, stage: { position: null }, over: true, marks: [0, 1], log };
  return new Aftermath(match as unknown as Match);
}

beforeEach(async () => {
  await speak('en');
  vi.restoreAllMocks();
  vi.spyOn(api, 'analysis').mockResolvedValueOnce({ step: 1, steps: 9, place: 0, analysis: null }).mockResolvedValue({ step: 9, steps: 9, place: 0, analysis: { decisions: [CHOICE(1, 0, 0.1), CHOICE(2, 1, 0.5), CHOICE(3, 0, 0.3)] } } as never);
  vi.spyOn(api, 'steps').mockResolvedValue({ steps: [0, 1, 2, 3].map((step) => ({ step, seat: step % 2 ? 0 : 1, position: `at ${step}`, events: [{ number: step }] })) } as never);
  const lesson = (name: string, clauses: string[]): object => ({ name, clauses, taken: false });
  vi.spyOn(api, 'lessons').mockResolvedValue([lesson('one', []), lesson('two', ['EXXTRA-9'])] as never);
});

describe('after a loss', () => {
  test('the key moment of my own play is found, and the lesson about it', async () => {
    const after = over();
    await after.learn();
    expect([after.moment?.decision.step, after.moment?.before]).toEqual([3, 'at 2']);
    expect(after.lesson?.name).toBe('two');
    expect([after.joy, after.challenge, after.progress]).toEqual([false, null, null]);
  });

  test('what a bot played when my time was up is not my key moment', async () => {
    const late = { number: 2, name: 'server.time_up', seat: 0 } as GameEvent;
    const after = over({ log: [late] });
    await after.learn();
    expect(after.moment?.decision.step).toBe(1);
  });

  test('a search that is refused says why', async () => {
    const refusal = { kind: 'not_allowed', code: 'server.busy', clause: null, params: {}, version: null };
    vi.mocked(api.analysis).mockReset().mockRejectedValue(new Refused(refusal, 409));
    const after = over();
    await after.search();
    expect([after.refusal, after.progress, after.moment]).toEqual([refusal, null, null]);
  });
});

describe('after a win', () => {
  test('there is joy, and nothing is looked for', async () => {
    const after = over({ ranks: [1, 2] });
    await after.learn();
    expect([after.joy, after.winners, after.lesson, after.searched]).toEqual([true, [0], null, false]);
  });

  test('the key moment that is asked for may be of either side, and is searched once', async () => {
    const after = over({ ranks: [1, 2] });
    await Promise.all([after.search(), after.search()]);
    expect(after.moment?.decision.step).toBe(2);
    expect(api.analysis).toHaveBeenCalledTimes(2);
  });
});

test('those who wait at the table of the rematch are named', async () => {
  const after = over();
  vi.spyOn(api, 'table').mockResolvedValue({ state: 'waiting', seats: [{ kind: 'person', yours: false, name: 'Ben' }, { kind: 'free', name: 'Ada' }] } as never);
  await after.follow('next');
  expect(after.waiting).toBe('Ben wants a rematch and waits at the new table.');
  await after.follow(null);
  expect(after.waiting).toBe('');
});

import { describe, expect, it } from 'vitest';
import { lastFaults, noteFault } from '../src/lib/faults';
import type { Whole } from '../src/lib/protocol';
import { reportOf, withoutSecrets, type Surroundings } from '../src/lib/report';

const AROUND: Surroundings = {
  page: '/t/abc/seat/1/s3cr3t-key', browser: 'Firefox', languages: ['fr'], language: 'fr', size: [390, 844, 3], touch: true, settings: { sound: true },
  errors: [{ at: '', error: 'TypeError: nothing\n    at https://play.example.org/t/abc/seat/1/s3cr3t-key:12:3\n    at https://play.example.org/profile#code=AB12-CD34:1:2' }],
};
const WHOLE = {
  type: 'table', version: 4, since: 0, now: '',
  info: {
    id: 'abc', game: 'touche', title: 'At Ada’s', state: 'running', options: {}, practice: false, hints: true, clock: null, actors: [0], result: null, link: '/t/abc',
    seats: [{ seat: 0, kind: 'person', name: 'Ada', level: null, yours: true, away: false, online: true, invite: '/t/abc/seat/0/s3cr3t-key' }],
  },
  views: [{
    seat: 0, position: { hand: ['7C'] }, moves: [{ move: 'x', notation: '7C a1', preview: [] }], ranges: [], undo: null, since: 0,
    events: [{ number: 1, name: 'touche.played', seat: 0, clause: null, params: { card: '7C' }, motion: 'long', at: '2026-01-01T00:00:00Z' }],
  }],
  chat: [{ number: 1, name: 'Ada', seat: 0, text: 'between us', at: '', yours: true }],
} as unknown as Whole;

describe('a report of a problem', () => {
  it('names no person, no chat, no secret link and no code', () => {
    const written = JSON.stringify(reportOf(' The crown is gone. ', AROUND, { version: '1', compiled: true }, WHOLE));
    for (const secret of ['Ada', 'between us', 's3cr3t-key', 'AB12', 'long']) expect(written).not.toContain(secret);
    for (const told of ['The crown is gone.', 'touche.played', '7C a1', 'Firefox', '/t/abc/seat/1/…:12:3', '/profile#code=…:1:2']) expect(written).toContain(told);
  });

  it('can be written without a table and without the server', () => {
    expect(reportOf('', AROUND, null, null)).toMatchObject({ report: 1, server: null, table: null, page: '/t/abc/seat/1/…' });
  });

  it.each([['/t/abc', '/t/abc'], ['/t/abc/seat/0/key', '/t/abc/seat/0/…'], ['/profile', '/profile']])('shows of %s only %s', (path, shown) => {
    expect(withoutSecrets(path)).toBe(shown);
  });

  it('holds the last ten errors, each with a bounded text', () => {
    for (let number = 0; number < 15; number++) noteFault(new Error(`fault ${number} ${'x'.repeat(5000)}`));
    noteFault('a plain word');
    expect(lastFaults()).toHaveLength(10);
    expect(lastFaults()[0]!.error).toContain('fault 6');
    expect(lastFaults().every(({ error }) => error.length <= 1500)).toBe(true);
    expect(lastFaults().at(-1)!.error).toBe('a plain word');
  });
});

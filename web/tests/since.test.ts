import { beforeAll, expect, test } from 'vitest';
import { deeds, doneByOthers, rounds } from '../src/lib/since';
import type { GameEvent } from '../src/lib/protocol';
import { speak } from '../src/lib/words.svelte';

beforeAll(() => speak('en'));

const NAMES = ['Ada', 'Bo', 'Cy'];

function event(number: number, name: string, seat: number | null, params: GameEvent['params'] = {}): GameEvent {
  return { number, name: `exxtra.${name}`, seat, clause: null, params, at: '' };
}

/** Ada has placed at version 4, and with that Bo's dice held; Cy is on the way. */
const LOG = [
  event(1, 'starter', 0),
  event(3, 'throw', 0, { a: 7, b: 6, number: 1 }),
  event(4, 'place', 0, { slot: 3, value: '76' }),
  event(4, 'remove', 2, { slot: 4, value: '54', by: 0, by_who: '@seat:0', by_value: '76', by_slot: 3 }),
  event(4, 'advance', 1, { slot: 2, from: 0, to: 2 }),
  event(6, 'throw', 1, { a: 5, b: 4, number: 1 }),
  event(7, 'place', 1, { slot: 2, value: '54' }),
  event(7, 'remove', 0, { slot: 3, value: '76', by: 1, by_who: '@seat:1', by_value: '54', by_slot: 2 }),
  event(9, 'throw', 2, { a: 3, b: 1, number: 1 }),
  event(10, 'place', 2, { slot: 0, value: '31' }),
  event(12, 'throw', 0, { a: 3, b: 1, number: 1 }),
];

test('what others did since a turn is told a line for each, with what began by itself, and never what I did', () => {
  const done = doneByOthers(LOG, 4, 0);
  expect(done.map(({ name, seat }) => [name, seat])).toEqual([
    ['exxtra.advance', 1], ['exxtra.throw', 1], ['exxtra.place', 1], ['exxtra.remove', 0], ['exxtra.throw', 2], ['exxtra.place', 2],
  ]);
  expect(deeds(done, NAMES, ({ name }) => name !== 'exxtra.throw')).toEqual([
    { seat: 1, text: 'Bo’s dice held slot 2: the pawn moves from 0 to 2 · places 54 on slot 2 · Bo’s 54 on slot 2 removes Ada’s 76 from slot 3: it lies lower, and 76 is not higher', named: true, verb: false, clause: null },
    { seat: 2, text: 'places 31 on slot 0', named: false, verb: true, clause: null },
  ]);
});

test('of a turn what weighs most is told first', () => {
  const done = doneByOthers(LOG, 4, 0).filter(({ seat }) => seat === 2);
  const [cy] = deeds(done, NAMES, () => true, ({ name }) => (name === 'exxtra.place' ? 1 : 0));
  expect(cy?.text.startsWith('places 31 on slot 0 · ')).toBe(true);
  expect(deeds(done, NAMES, () => true)[0]?.text.endsWith(' · places 31 on slot 0')).toBe(true);
});

test('a round begins with the turn of whoever began, or where its game says so', () => {
  expect([...rounds(LOG, () => true)]).toEqual([[0, 1], [10, 2]]);
  expect([...rounds(LOG, () => true, ({ name, number }) => (name === 'exxtra.place' ? number : null))]).toEqual([[2, 4], [6, 7], [9, 10]]);
});

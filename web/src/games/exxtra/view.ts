/** Exxtra as it comes from the server, and how its events change what is shown. */
import type { GameEvent, Json } from '../../lib/protocol';
import { FACES_A, FACES_B, type Face, type Position } from './generated';

export { GOAL, type Face, type Pair, type Position } from './generated';

export const SLOTS = [0, 1, 2, 3, 4, 5];
/** What is printed on the two dice of a player. */
export const DICE: [Face[], Face[]] = [FACES_A as Face[], FACES_B as Face[]];

/** The position of a view. */
export function read(position: Json): Position {
  return position as unknown as Position;
}

/** What the two dice of a placed pair show: an X stands for 0. */
export function facesOf(value: number): [Face, Face] {
  if (value === 100) return ['X', 'X'];
  return [Math.floor(value / 10) || 'X', value % 10 || 'X'];
}

/** A value as it is written: two figures at least. */
export function written(value: number): string {
  return String(value).padStart(2, '0');
}

/** The position after an event, as the eye sees it. */
export function step(position: Json, event: GameEvent): Json {
  const told = TELL[event.name];
  if (!told || position === null || event.seat === null) return position;
  return told(read(position), event.seat, event.params as Record<string, number | string>) as unknown as Json;
}

type Params = Record<string, number | string>;

const TELL: Record<string, (at: Position, seat: number, params: Params) => Position> = {
  'exxtra.starter': (at, seat) => ({ ...at, turn: seat }),
  'exxtra.advance': (at, seat, { to }) => newTurn({ ...at, pawns: put(at.pawns, seat, Number(to)), dice: put(at.dice, seat, null) }, seat),
  'exxtra.take_back': (at, seat) => newTurn({ ...at, dice: put(at.dice, seat, null) }, seat),
  'exxtra.throw': (at, seat, { a, b, number }) => ({
    ...at, turn: seat, throws: Number(number), thrown: [a as Face, b as Face], phase: 'decide',
  }),
  'exxtra.pair': (at, seat, { to }) => ({ ...at, pawns: put(at.pawns, seat, Number(to)) }),
  'exxtra.bust': (at, seat, { to }) => ({ ...at, pawns: put(at.pawns, seat, Number(to)) }),
  'exxtra.place': (at, seat, { slot, value }) => ({
    ...at, thrown: null, throws: 0, dice: put(at.dice, seat, { slot: Number(slot), value: Number(value) }),
  }),
  'exxtra.remove': (at, seat) => ({ ...at, dice: put(at.dice, seat, null) }),
};

function newTurn(at: Position, seat: number): Position {
  return { ...at, turn: seat, throws: 0, thrown: null, phase: 'first_throw' };
}

function put<Item>(items: Item[], index: number, item: Item): Item[] {
  return items.map((old, at) => (at === index ? item : old));
}

/** Where the pawns that moved in some events stood before the first of them. */
export function origins(events: readonly GameEvent[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const { name, seat, params } of events) {
    if (seat === null || found.has(seat)) continue;
    if (name === 'exxtra.advance' || name === 'exxtra.bust') found.set(seat, Number(params['from']));
    if (name === 'exxtra.pair') found.set(seat, Number(params['to']) - Number(params['steps']));
  }
  return found;
}

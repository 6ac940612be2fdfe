import { describe, expect, test } from 'vitest';
import { CELL, heading, pawnSpots, size, spaces, stand, wells } from '../src/games/exxtra/geometry';
import { offerOf, place, removed, worth } from '../src/games/exxtra/offers';
import { facesOf, read, step, type Position } from '../src/games/exxtra/view';
import type { GameEvent, Json } from '../src/lib/protocol';

describe.each([['high', false], ['wide', true]] as const)('the %s board', (_, wide) => {
  test('has 20 spaces between Start and Ziel, each beside the one before', () => {
    const track = spaces(wide);
    expect(track).toHaveLength(22);
    expect(new Set(track.map(({ x, y }) => `${x} ${y}`)).size).toBe(22);
    for (let at = 1; at < track.length; at++) {
      const [one, other] = [track[at - 1]!, track[at]!];
      expect(Math.abs(one.x - other.x) + Math.abs(one.y - other.y)).toBe(CELL);
    }
  });

  test('ends beside its start', () => {
    const track = spaces(wide);
    expect(track[21]!.x - track[0]!.x).toBe(CELL);
    expect(track[21]!.y).toBe(track[0]!.y);
  });

  test('holds the six wells inside the ring, apart from each other', () => {
    const { width, height } = size(wide);
    const boxes = wells(wide);
    expect(boxes).toHaveLength(6);
    for (const [index, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThan(CELL);
      expect(box.x + box.width).toBeLessThan(width - CELL);
      expect(box.y).toBeGreaterThan(CELL);
      expect(box.y + box.height).toBeLessThan(height - CELL);
      for (const other of boxes.slice(index + 1)) {
        const apart = box.x + box.width <= other.x || other.x + other.width <= box.x || box.y >= other.y + other.height || other.y >= box.y + box.height;
        expect(apart).toBe(true);
      }
    }
  });

  test('leads up from Start', () => {
    expect(heading(wide, 0)).toBe(-90);
  });

  test('gives six pawns on one space places of their own within it', () => {
    const spots = pawnSpots([7, 7, 7, 7, 7, 7], wide);
    const middle = spaces(wide)[7]!;
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
    for (const { x, y } of spots) expect(Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y))).toBeLessThan(CELL / 2);
  });
});

test('a pawn alone is drawn in full size', () => {
  expect(stand(0, 1).scale).toBe(1);
});

describe('values', () => {
  test.each([[64, [6, 4]], [10, [1, 'X']], [0, ['X', 'X']], [100, ['X', 'X']], [33, [3, 3]]])('%i shows %j', (value, faces) => {
    expect(facesOf(value)).toEqual(faces);
  });
});

describe('events change what is shown', () => {
  const start: Position = {
    seats: 2, pawns: [4, 6], dice: [null, { slot: 5, value: 52 }], phase: 'first_throw', turn: 0, starter: 0, throws: 0,
    thrown: null, options: { xx_is_100: false },
  };

  function after(...events: [string, number, GameEvent['params']][]): Position {
    const told = events.map(([name, seat, params]) => ({ number: 1, name: `exxtra.${name}`, seat, clause: null, params, at: '' }));
    return read(told.reduce<Json>((at, event) => step(at, event), start as unknown as Json));
  }

  test('a throw shows the dice', () => {
    expect(after(['throw', 0, { a: 7, b: 'X', number: 1 }])).toMatchObject({ thrown: [7, 'X'], throws: 1, turn: 0 });
  });

  test('a pair moves the pawn and leaves the dice in the hand', () => {
    const shown = after(['throw', 0, { a: 2, b: 2, number: 1 }], ['pair', 0, { steps: 2, to: 6 }]);
    expect(shown).toMatchObject({ pawns: [6, 6], thrown: [2, 2] });
  });

  test('a placed throw lies on its slot, and what it removes is gone', () => {
    const shown = after(['place', 0, { slot: 3, value: '64' }], ['remove', 1, { slot: 5, value: '52', by: 0 }]);
    expect(shown).toMatchObject({ dice: [{ slot: 3, value: 64 }, null], thrown: null });
  });

  test('dice that held their slot move the pawn and come back', () => {
    expect(after(['advance', 1, { slot: 5, from: 6, to: 11 }])).toMatchObject({ pawns: [4, 11], dice: [null, null], turn: 1 });
  });

  test('a bust sends the pawn back', () => {
    expect(after(['bust', 0, { crosses: 1, from: 4, to: 3 }]).pawns).toEqual([3, 6]);
  });

  test('an event of the table itself changes nothing', () => {
    expect(after(['unheard_of', 0, {}])).toEqual(start);
  });
});

describe('offers', () => {
  const offers = [
    { move: place(2), notation: 'place 2', preview: [
      { name: 'exxtra.place', seat: 0, clause: 'EXXTRA-12', params: { slot: 2, value: '64' } },
      { name: 'exxtra.remove', seat: 1, clause: 'EXXTRA-13', params: { slot: 5, value: '52' } },
    ] },
  ];

  test('are found by their move', () => {
    expect(offerOf(offers, { do: 'place', slot: 2 })).toBe(offers[0]);
    expect(offerOf(offers, place(3))).toBeUndefined();
    expect(offerOf(offers, null)).toBeUndefined();
  });

  test('tell what they would remove and be worth', () => {
    expect(removed(offers[0])).toEqual([1]);
    expect(worth(offers[0])).toBe(64);
    expect(worth(undefined)).toBeNull();
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { corner, CORNERS, SIZE, WHOLE } from '../src/games/touche/geometry';
import { asked, label } from '../src/games/touche/names';
import { crowned, offersAt, offersOf, toppled, wins } from '../src/games/touche/offers';
import { cells, JOKER, placed, read, same, step, type Place, type Position } from '../src/games/touche/view';
import type { GameEvent, Json, Move, Offer } from '../src/lib/protocol';
import { speak } from '../src/lib/words.svelte';

const BOARD = [
  '. . . ** AS 2S 8H 2H ** . . .', '. . . 3S 4S 5S 9H 3H TH . . .', '. . 6S 7S 8S 9S TH 4H JH 6H . .',
  '** TS JS QS KS AS JH 5H QH 7H 3H **', '2S 3S 4S 5S 6S 7S QH 6H KH 8H 4H AH', '8S 9S TS JS QS KS KH 7H AH 9H 5H 2H',
  '2D 5D 9D AD 7D KD KC QC JC TC 9C 8C', 'AD 4D 8D KD 6D QD 7C 6C 5C 4C 3C 2C', '** 3D 7D QD 5D JD AC KC QC JC TC **',
  '. . 6D JD 4D TD 9C 8C 7C 6C . .', '. . . TD 3D 9D 5C 4C 3C . . .', '. . . ** 2D 8D 2C AC ** . . .',
];

function position(part: Partial<Position> = {}): Position {
  return {
    options: { calls: 'auto' }, phase: 'play', turn: 0, sets: ['squares', 'squares'], pawns: [[[0, 4]], [[1, 4]]],
    crowned: [[], []], hands: [['4S', JOKER], null], held: [2, 5], stacks: [9, 9], top: null,
    shown: { board: BOARD, sides: [0, 1], goals: [4, 4], crowns: [[[0, 3]], []], choices: [] },
    ...part,
  } as Position;
}

function offer(move: Move, ...preview: Partial<GameEvent>[]): Offer {
  return { move, notation: JSON.stringify(move), preview } as unknown as Offer;
}

beforeAll(() => speak('en'));

describe('the board', () => {
  test('has every card twice and eight joker cells, none of them under a score', () => {
    const all = cells(position());
    expect(all).toHaveLength(112);
    expect(all.filter(({ card }) => card === JOKER)).toHaveLength(8);
    expect(all.filter(({ card }) => card === 'TH')).toHaveLength(2);
    for (const { place } of all) {
      const { x, y } = corner(place);
      expect(Math.max(x, y) + SIZE).toBeLessThan(WHOLE);
      for (const score of CORNERS) expect(x <= score.x && score.x <= x + SIZE && y <= score.y && score.y <= y + SIZE).toBe(false);
    }
  });

  test('shows pawns by side, and a claimed joker cell as crowned', () => {
    const at = (place: Place) => cells(position()).find((cell) => same(cell.place, place));
    expect(at([0, 4])).toMatchObject({ card: 'AS', side: 0, crowned: false });
    expect(at([1, 4])).toMatchObject({ side: 1 });
    expect(at([0, 3])).toMatchObject({ card: JOKER, side: 0, crowned: true });
    expect(at([0, 8])).toMatchObject({ side: null, crowned: false });
  });

  test('a played card puts a pawn in the place of the one that falls', () => {
    const event = { number: 1, name: 'touche.play', seat: 0, clause: null, params: { card: '4S', row: 1, column: 4 }, at: '' } as GameEvent;
    const before = position();
    const after = read(step(before as unknown as Json, event));
    expect(after.pawns).toEqual([[[0, 4], [1, 4]], []]);
    expect(after.top).toBe('4S');
    expect(after.hands).toEqual([[JOKER], null]);
    expect(placed(before.pawns, after.pawns)).toEqual([[1, 4]]);
    expect(step(before as unknown as Json, { ...event, name: 'touche.draw' })).toBe(before);
  });
});

describe('a tap on a cell', () => {
  const play = offer({ do: 'play', card: '4S', cell: [1, 4] }, { name: 'touche.topple', params: { side: 1 } });
  const joker = offer({ do: 'play', card: JOKER, cell: [2, 2] }, { name: 'touche.crown', params: { pattern: 'c3-d4' } }, { name: 'touche.goal', params: {} });
  const offers = [play, joker, offer({ do: 'exchange', card: 'KH' })];

  test('means the card that belongs there, and a joker only if it is chosen', () => {
    expect(offersAt(offers, [1, 4], null)).toEqual([play]);
    expect(offersAt(offers, [2, 2], null)).toEqual([]);
    expect(offersAt(offers, [2, 2], JOKER)).toEqual([joker]);
    expect(offersAt(offers, [1, 4], JOKER)).toEqual([play]);
    expect(offersOf(offers, 'KH').map(({ move }) => move.do)).toEqual(['exchange']);
  });

  test('shows before what would fall, be crowned or win', () => {
    expect([toppled(play), crowned(play), wins(play)]).toEqual([1, [], false]);
    expect([toppled(joker), crowned(joker), wins(joker)]).toEqual([null, ['c3-d4'], true]);
    expect([toppled(undefined), crowned(undefined), wins(undefined)]).toEqual([null, [], false]);
  });
});

test('moves and what is asked are said in words', () => {
  const moves: Move[] = [
    { do: 'play', card: 'TH', cell: [1, 8] }, { do: 'play', card: 'TH', cell: [1, 8], call: true },
    { do: 'exchange', card: '4S' }, { do: 'discard', card: JOKER }, { do: 'crown', patterns: ['d1-e2', 'e2-f3'] },
  ];
  expect(moves.map(label)).toEqual(['10♥ on i2', '10♥ on i2, with “Touché!”', 'Exchange 4♠', 'Discard joker', 'Crown d1-e2 and e2-f3']);
  const questions = ['play', 'discard', 'crown'].map((verb) => asked(null, [offer({ do: verb })]));
  expect(new Set(questions).size).toBe(3);
});

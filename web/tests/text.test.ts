import { beforeAll, describe, expect, test } from 'vitest';
import { faceOf } from '../src/games/face';
import { keepAim } from '../src/games/targets/aim';
import { asked as askedTargets, label as labelTargets, tell as tellTargets } from '../src/games/targets/text';
import { asked as askedTargi, label as labelTargi, tell as tellTargi } from '../src/games/targi/text';
import type { Json, Move } from '../src/lib/protocol';
import type { Group } from '../src/games/text';
import { tell as tellTouche } from '../src/games/touche/text';
import { cardName, cellName } from '../src/games/touche/names';
import { speak } from '../src/lib/words.svelte';

const NAMES = ['Ada', 'Ben'];

/** What stands behind a name in a group. */
function under(groups: Group[], title: string, name: string): string | undefined {
  return groups.find((group) => group.title === title)?.lines.find((line) => line.name === name)?.value;
}

beforeAll(() => speak('de'));

describe('Touché in words', () => {
  const position = {
    sets: ['squares', 'lines'], pawns: [[[0, 5], [1, 4]], []], crowned: [['d1-e2'], []],
    hands: [['7S', 'TH', '**'], null], held: [3, 5], stacks: [47, 1], top: 'AH',
    shown: { sides: [0, 1], goals: [4, 5], board: ['7S **'], crowns: [] },
  };

  test('names cards and cells as people do', () => {
    expect(['TH', '7S', '**'].map(cardName)).toEqual(['10♥', '7♠', 'Joker']);
    expect(cellName([0, 4])).toBe('e1');
  });

  test('tells each side, and of a hand that is not known only how many cards it has', () => {
    const groups = tellTouche(position, NAMES);
    expect(groups.map(({ title }) => title)).toEqual(['Ada', 'Ben', 'Abgelegte Karten', 'Das Brett, Reihe für Reihe']);
    expect(groups[3]?.rows?.[0]?.slice(0, 2).map(({ name, value }) => `${name} ${value}`)).toEqual(['a1 7♠', 'b1 ★']);
    expect(under(groups, 'Ada', 'Hand')).toBe('7♠, 10♥, Joker');
    expect(under(groups, 'Ben', 'Hand')).toBe('5 Karten');
    expect(under(groups, 'Ben', 'Stapel')).toBe('eine Karte');
    expect(under(groups, 'Ada', 'Figuren')).toBe('f1, e2');
    expect(under(groups, 'Ada', 'Gekrönt')).toBe('1 von 4');
  });

  test('names partners together and each hand by its holder', () => {
    const four = { ...position, hands: [['7S'], null, null, null], held: [1, 5, 4, 5], stacks: [1, 1, 1, 1], shown: { sides: [0, 1, 0, 1], goals: [4, 5], board: ['7S **'], crowns: [] } };
    const groups = tellTouche(four, ['Ada', 'Ben', 'Cleo', 'Dora']);
    expect(groups[0]?.title).toBe('Ada + Cleo');
    expect(under(groups, 'Ada + Cleo', 'Hand (Cleo)')).toBe('4 Karten');
  });
});

test('Targi in words names cards, places and goods', () => {
  const player = { dates: 2, salt: 1, pepper: 0, gold: 3, crosses: 4, targis: [1, 9], markers: ['b'], hand: null, secret: false, camp: [[1], [], []] };
  const groups = tellTargi({
    round: 5, robber: 6, amulet: 0, centre: [22, 9, 31, 2, 'D+P', 'empty', 'earlier_goods', 'tribe', '2P'],
    players: [player, { ...player, secret: true, targis: [] }],
  }, NAMES);
  expect(groups.map(({ title }) => title)).toEqual(['Runde 5 von 12.', 'Die Mitte', 'Ada', 'Ben']);
  expect(under(groups, 'Runde 5 von 12.', 'Amulett')).toBe('Ada');
  expect(under(groups, 'Runde 5 von 12.', 'Überfall nach Runde 6')).toContain('2 Waren oder 1 Kreuz');
  expect(under(groups, 'Die Mitte', 'i')).toBe('2 Pfeffer');
  expect(under(groups, 'Die Mitte', 'h')).toBe('Stammeskarte, verdeckt');
  expect(under(groups, 'Die Mitte', 'g')).toBe('Warenkarte, verdeckt');
  expect(under(groups, 'Die Mitte', 'f')).toBe('–');
  const market = groups[1]?.rows ?? [];
  expect(market.map((row) => row.map(({ name }) => name.split(',')[0]).join(' '))).toEqual(['16 1 2 3 4', '15 a b c 5', '14 d e f 6', '13 g h i 7', '12 11 10 9 8']);
  expect(market[0]?.[1]).toEqual({ name: '1', value: 'der Adlige', seats: [0] });
  expect(market[1]?.[2]?.seats).toEqual([0, 1]);
  expect(market[2]?.[4]?.name).toBe('6, Räuber');
  expect(under(groups, 'Ada', 'Datteln')).toBe('2');
  expect(under(groups, 'Ada', 'Targis auf')).toContain('1 (der Adlige)');
  expect(under(groups, 'Ben', 'Handkarte')).toBe('unbekannte Karte');
});

test('Targets in words tells points, the tower and the dice that lie on the table', () => {
  const position = {
    round: 2, points: [1, 0], holders: [0, 0, 1], rests: [{ die: 1, up: 6 }],
    layout: { stands: [{ tower: [{ die: 0, up: 2 }, { die: 1, up: 6 }] }, { tower: [{ die: 2, up: 4 }] }] },
  };
  const groups = tellTargets(position, NAMES);
  expect(under(groups, 'Ada', 'Punkte')).toBe('1');
  expect(under(groups, 'Ada', 'Turm, von oben')).toBe('A1 (2)');
  expect(under(groups, 'Ada', 'Würfel auf dem Tisch')).toBe('A2 (6)');
  expect(under(tellTargets({ ...position, won: [[0, 2], []], stored: [[], [1]] }, NAMES), 'Ada', 'Gewonnene Scheiben')).toBe('1, 3');
});

test.each(['touche', 'targi', 'zoch', 'blackrock'])('%s has a face that tells it in its own words', async (game) => {
  const [face, plain] = [await faceOf(game, true), await faceOf('hush', true)];
  expect(face.groups).not.toBe(plain.groups);
});

test('Targi in words says every kind of move, and what is asked', () => {
  const position = { phase: 'place', turn: 0, players: [{ targis: [] }], centre: [22, 7, null, null, null, 30, null, null, null] };
  const said: [Move, string][] = [
    [{ do: 'place', card: 5 }, 'Targi: der Händler'], [{ do: 'use', card: 5 }, 'Nutzen: der Händler'], [{ do: 'use', card: 'a' }, 'Nutzen: Targia 22'],
    [{ do: 'lay' }, 'Karte ins Lager legen'], [{ do: 'keep' }, 'Karte auf die Hand nehmen'], [{ do: 'discard' }, 'Karte abwerfen'], [{ do: 'play' }, 'Handkarte spielen'],
    [{ do: 'pay', dates: 2, gold: 1 }, '2 Datteln und 1 Gold zahlen'], [{ do: 'pay' }, 'nichts zahlen'], [{ do: 'take', salt: 1 }, '1 Salz nehmen'],
    [{ do: 'return', pepper: 2 }, '2 Pfeffer zurückgeben'], [{ do: 'trade', give: 'salt', get: 'gold' }, 'Salz gegen Gold tauschen'], [{ do: 'done' }, 'Händler verlassen'],
    [{ do: 'shift', marker: 'b', to: 'f' }, 'Marker von Brunnen 7 nach Zelt 30'], [{ do: 'row', row: 2 }, 'In Reihe 2'], [{ do: 'swap', first: 3, second: 9 }, 'Plätze 3 und 9 vertauschen'],
    [{ do: 'skip' }, 'Nichts vertauschen'], [{ do: 'finish' }, 'Zug beenden'],
  ];
  for (const [move, words] of said) expect(labelTargi(move, position)).toBe(words);
  expect(askedTargi(position)).not.toMatch(/_/);
});

test('Targets in words says every kind of move, and what is asked', () => {
  const said: [Move, string][] = [
    [{ do: 'call', what: 'double', die: 1 }, '„Doppel!“: A2 kommt zurück auf den Turm'], [{ do: 'call', what: 'targets', die: 3 }, '„Targets!“ für B1'],
    [{ do: 'call', what: 'double', die: 1, other: 0 }, '„Doppel!“: A2 kommt zurück auf den Turm'],
    [{ do: 'call', what: 'pas_vu', die: 3 }, '„Pas vu, pas pris!“ gegen B1'], [{ do: 'pass' }, 'Nichts rufen'], [{ do: 'keep', die: 0 }, 'A1 auf dem Tisch lassen'],
    [{ do: 'keep', die: 0, back: 2 }, 'A1 auf dem Tisch lassen, A3 zurückstellen'], [{ do: 'lose', die: 5 }, 'B3 abgeben'], [{ do: 'remove', place: 0 }, 'Scheibe 1 entfernen'],
    [{ do: 'stack', dice: [0, 1] }, 'A1 und A2 stapeln'], [{ do: 'stack', dice: [0, 1], faces: [6, 5] }, 'A1 (6) und A2 (5) stapeln'],
    [{ do: 'exchange', die: 4 }, 'B2 dem Partner geben'], [{ do: 'flick', azimuth: 1 }, 'Schnippen'],
  ];
  const lying = { rests: [{ die: 0, up: 5 }, { die: 1, up: 5 }, { die: 2, up: 3 }], layout: { stands: [], places: [0] }, central: [3] } as unknown as Json;
  expect(labelTargets({ do: 'keep', die: 2 }, lying)).toBe('Die 3 auf dem Tisch lassen');
  expect(labelTargets({ do: 'call', what: 'double', die: 1, other: 0 }, lying)).toBe('„Doppel!“: die 5 (A2) kommt zurück auf den Turm');
  expect(labelTargets({ do: 'remove', place: 0 }, lying)).toBe('Die orange Scheibe entfernen');
  expect(labelTargets({ do: 'flick', azimuth: 12, speed: 1.5 }, lying)).toBe('Kräftig schnippen, nach links');
  for (const [move, words] of said) expect(labelTargets(move)).toBe(words);
  const asks = (move: Move): string => askedTargets(null, [{ move, notation: '', preview: [] }]);
  expect(asks({ do: 'lose', die: 5 })).toContain('Welchen Würfel verlierst du?');
  expect(new Set(said.slice(0, -1).map(([move]) => asks(move)))).toHaveLength(7);
  expect(askedTargets(null, [])).toContain('lass los');
  keepAim(0, false, { azimuth: 0, speed: 1, height: 0, side: 0, elevation: 0 });
  expect(askedTargets(null, [])).toContain('zielen und schnippen');
  expect(askedTargets({ misses: 1, layout: { stands: [] } }, [])).toContain('noch einmal');
  expect(askedTargets({ layout: { stands: [], golden: true } }, [])).toContain('Golden Targets');
});

import { beforeAll, describe, expect, test } from 'vitest';
import { face } from '../src/games/targi';
import { central, corner, crossings, line, MARKET, spotOf } from '../src/games/targi/geometry';
import { BORDER, GLYPHS } from '../src/games/targi/glyphs';
import { chosenMarker, looking, lookingAt, movable, named, offerOf, offersAt, outcome, placeOf, some, swap, swappable, wished } from '../src/games/targi/offers';
import { amounts, asked, cardInFull, priceName, scored, tell } from '../src/games/targi/text';
import { bundleOf, centreCard, faceDown, goodsOf, read, step, touched, tribeCard, type Player, type Points, type Position } from '../src/games/targi/view';
import type { GameEvent, Json, Move, Offer, Params } from '../src/lib/protocol';
import { LANGUAGES, speak } from '../src/lib/words.svelte';

const BARE: Player = { dates: 2, salt: 2, pepper: 2, gold: 1, crosses: 4, coin: 0, targis: [], markers: [], hand: null, secret: false, counted: false, kept: null, camp: [[], [], []] };
const POINTS: Points = { tokens: 4, printed: 7, advantages: 1, rows: [4, 2, 0], total: 18 };

function position(own: Partial<Player> = {}, part: Partial<Position> = {}): Position {
  return {
    phase: 'place', round: 1, robber: 1, amulet: 0, turn: 0, centre: ['1D', 0, '1S', 3, 'D+S', 6, 'tribe', 26, 'choice'],
    players: [{ ...BARE, ...own }, BARE], card: null, source: null, amount: 0, fewer_targis: null, shown: { points: [POINTS, POINTS] },
    ...part,
  } as Position;
}

function json(at: Position): Json {
  return at as unknown as Json;
}

function event(name: string, params: Params = {}, seat: number | null = 0): GameEvent {
  return { number: 1, name: `targi.${name}`, seat, clause: null, params, at: '' };
}

function after(at: Position, ...events: GameEvent[]): Position {
  return read(events.reduce(step, json(at)));
}

function offer(move: Move, ...preview: GameEvent[]): Offer {
  return { move, notation: JSON.stringify(move), preview };
}

beforeAll(() => speak('en'));

describe('the market', () => {
  test('has sixteen cards around nine, each with a drawing', () => {
    const places = MARKET.flat();
    expect(new Set(places).size).toBe(25);
    expect(places.filter(central)).toHaveLength(9);
    expect(places.filter(corner)).toEqual(['16', '4', '12', '8']);
    for (const place of places.filter((one) => !central(one))) expect(GLYPHS[BORDER[place]!].length).toBeGreaterThan(0);
    expect([spotOf(1), spotOf('i'), spotOf(12)]).toEqual([{ row: 0, column: 1 }, { row: 3, column: 3 }, { row: 4, column: 0 }]);
  });

  test('draws the line of a border card, and the crossings of several', () => {
    expect([line(1), line(10), line(15), line(7), line(4)]).toEqual([['a', 'd', 'g'], ['b', 'e', 'h'], ['a', 'b', 'c'], ['g', 'h', 'i'], []]);
    expect(crossings([2, 15, 13])).toEqual(['b', 'h']);
    expect(crossings([2, 10, 15])).toEqual(['b']);
    expect(crossings([1, 2, 3])).toEqual([]);
  });
});

test('what others have touched is known by place', () => {
  const { market, camp } = touched([
    event('placed', { number: 7 }, 1), event('border', { number: 3 }, 1), event('goods', { slot: 'b' }, 1), event('mirage', { from: 'c', to: 'd' }, 1),
    event('replaced_goods', { slot: 'e' }, 1), event('took', {}, 1), event('laid', { id: 4, row: 2, place: 3 }, 1),
  ]);
  expect([...market]).toEqual(['7', '3', 'b', 'c', 'd', '9', 'e']);
  expect(camp).toEqual([{ seat: 1, row: 1, place: 2 }]);
});

describe('a card', () => {
  test('shows what it gives or costs', () => {
    expect([goodsOf('2D'), goodsOf('D+S'), goodsOf('1VP'), goodsOf('choice')]).toEqual([{ dates: 2 }, { dates: 1, salt: 1 }, { crosses: 1 }, { goods: 1 }]);
    expect(tribeCard(26)).toEqual({ symbol: 'tent', crosses: 1, price: { dates: 1, pepper: 2 }, instead: true, when: 'always' });
    expect([tribeCard('1D'), tribeCard(null)]).toEqual([undefined, undefined]);
    expect([faceDown('tribe'), faceDown('earlier_goods'), faceDown('1D'), faceDown(3)]).toEqual(['tribe', 'goods', null, null]);
    expect(centreCard(position(), 'h')).toBe(26);
  });

  test('is told with all that is printed on it', () => {
    expect(cardInFull(15)).toBe('Oasis 15: 1 cross, costs 1 pepper and 1 gold – At the end: 1 cross per pair of wells in your camp');
    expect(cardInFull(0)).toBe('Oasis 0: 2 crosses, costs 1 pepper and 1 gold');
    expect(cardInFull('D+S')).toBe('1 date and 1 salt');
    expect(priceName(26)).toContain('1 gold instead of the goods');
    expect([amounts({}), priceName('1D')]).toEqual(['nothing', '']);
  });
});

describe('an event moves', () => {
  test('Targis, markers and the Robber', () => {
    const at = after(position(), event('placed', { number: 2 }), event('placed', { number: 5 }, 1), event('marker', { slot: 'b' }), event('mirage', { from: 'b', to: 'h' }), event('robber', { number: 2, round: 2 }, null));
    expect([at.players[0]!.targis, at.players[1]!.targis, at.players[0]!.markers, at.robber, at.round]).toEqual([[2], [5], ['h'], 2, 2]);
    expect(after(at, event('border', { number: 2, bundle: ['@targi_amount_dates:1'] })).players[0]).toMatchObject({ targis: [], dates: 3 });
    expect(after(at, event('amulet', {}, 1))).toMatchObject({ amulet: 1, players: [{ targis: [], markers: [] }, { targis: [] }] });
    expect(after(at, event('starter', {}, 1)).amulet).toBe(1);
  });

  test('goods, gold and crosses', () => {
    const own = (...events: GameEvent[]) => after(position(), ...events).players[0];
    expect(own(event('goods', { slot: 'a', id: '2D' }))).toMatchObject({ dates: 4 });
    expect(own(event('goods', { slot: 'i', id: 'choice' }), event('took', { bundle: ['@targi_amount_salt:1'] }))).toMatchObject({ dates: 2, salt: 3 });
    expect(own(event('caravan', { id: '1G' }), event('coin'))).toMatchObject({ gold: 2, coin: 1 });
    expect(own(event('traded', { given: ['@targi_amount_dates:2'], got: ['@targi_amount_salt:1'] }))).toMatchObject({ dates: 0, salt: 3 });
    expect(own(event('smith', { given: ['@targi_amount_gold:1'], got: ['@targi_amount_crosses:2'] }))).toMatchObject({ gold: 0, crosses: 6 });
    expect(own(event('raid_paid', { bundle: ['@targi_amount_crosses:1'] }), event('returned', { bundle: ['@targi_amount_pepper:2'] }))).toMatchObject({ crosses: 3, pepper: 0 });
    expect(after(position(), event('raid_failed', { crosses: '@targi_amount_crosses:2' }, 1)).players.map(({ crosses }) => crosses)).toEqual([6, 4]);
  });

  test('cards, to the camp, the hand or away', () => {
    const at = position({ hand: 15, camp: [[1], [], []], markers: ['b'] });
    const laid = after(at, event('paid', { bundle: ['@targi_amount_pepper:1', '@targi_amount_gold:1'], id: 15 }), event('laid', { id: 15, row: 1, place: 2 }));
    expect(laid.players[0]).toMatchObject({ hand: null, camp: [[1, 15], [], []], pepper: 1, gold: 0 });
    expect(after(laid, event('swapped', { first: 1, second: 2 })).players[0]!.camp[0]).toEqual([15, 1]);
    expect(after(at, event('discarded', { id: 15 })).players[0]!.hand).toBeNull();
    expect(after(at, event('discarded', { id: 3 })).players[0]!.hand).toBe(15);
    expect(after(at, event('kept', { id: 3 })).players[0]!.hand).toBe(3);
    expect(after(at, event('drew', { id: 3 })).card).toBe(3);
    expect(after(at, event('drew_hidden', {}, 1), event('kept_hidden', {}, 1))).toMatchObject({ card: null, players: [{ hand: 15 }, { hand: 'unseen' }] });
    const used = after(at, event('replaced_goods', { slot: 'b' }, null));
    expect([used.centre[1], used.players[0]!.markers]).toEqual(['goods', []]);
    expect(after(used, event('replaced_tribe', { slot: 'a' }, null), event('turn_up', { slot: 'b', id: '1G' }, null)).centre.slice(0, 2)).toEqual(['tribe', '1G']);
  });

  test('nothing on a table that is not there yet, and leaves the position as it was', () => {
    expect(step(null, event('placed', { number: 2 }))).toBeNull();
    const at = position();
    after(at, event('placed', { number: 2 }));
    expect(at.players[0]!.targis).toEqual([]);
    expect(bundleOf(undefined)).toEqual({});
  });
});

describe('a tap', () => {
  const place = offer({ do: 'place', card: 2 });
  const use = offer({ do: 'use', card: 'b' });

  test('means the move of its place, or one that comes back with the reason', () => {
    expect(offersAt([place, use], '2', null)).toEqual([place]);
    expect(offersAt([place, use], 'b', null)).toEqual([use]);
    expect(offersAt([place], '4', null)).toEqual([]);
    expect(wished('place', '4', null)).toEqual({ do: 'place', card: 4 });
    expect(wished('place', 'b', null)).toEqual({ do: 'use', card: 'b' });
    expect(wished('act', '5', null)).toEqual({ do: 'use', card: 5 });
    expect(wished('mirage', 'e', 'b')).toEqual({ do: 'shift', marker: 'b', to: 'e' });
    expect([placeOf(place.move), placeOf(looking('c')), placeOf(lookingAt(3)), placeOf({ do: 'lay' }), placeOf(null)]).toEqual(['2', 'c', null, null, null]);
  });

  test('with Fata Morgana first names the marker, unless only one can go', () => {
    const one = [offer({ do: 'shift', marker: 'b', to: 'e' }), offer({ do: 'shift', marker: 'b', to: 'f' })];
    const two = [...one, offer({ do: 'shift', marker: 'h', to: 'e' })];
    expect([movable(one), movable(two)]).toEqual([['b'], ['b', 'h']]);
    expect([chosenMarker(one, null), chosenMarker(two, null), chosenMarker(two, { do: 'shift', marker: 'h' })]).toEqual(['b', null, 'h']);
    expect(offersAt(two, 'e', 'h')).toEqual([two[2]]);
  });

  test('on two cards of the camp swaps them', () => {
    const offers = [offer({ do: 'swap', first: 1, second: 2 }), offer({ do: 'swap', first: 1, second: 5 }), offer({ do: 'swap', first: 2, second: 5 })];
    expect([swappable(offers, null), swappable(offers, 5), swappable([], null)]).toEqual([[1, 2, 5], [1, 2], []]);
    expect(swap(5, 1)).toEqual({ do: 'swap', first: 1, second: 5 });
  });

  test('shows before what it brings and costs', () => {
    const lay = offer({ do: 'lay' }, event('paid', { bundle: ['@targi_amount_dates:1', '@targi_amount_gold:1'] }), event('laid', { id: 3 }), event('bonus', { bundle: ['@targi_amount_dates:1'] }), event('took', { bundle: ['@targi_amount_salt:2'] }, 1));
    expect(outcome(lay, 0)).toEqual({ got: { dates: 1 }, given: { dates: 1, gold: 1 } });
    expect(outcome(undefined, 0)).toEqual({ got: {}, given: {} });
    expect([some({}), some({ dates: 0 }), some({ gold: 1 })]).toEqual([false, false, true]);
    expect(named({ do: 'pay', dates: 2, coin: 1 })).toEqual({ dates: 2, coin: 1 });
    expect(offerOf([lay, use], { do: 'use', card: 'b' })).toBe(use);
    expect([offerOf([lay], { do: 'lay', card: 3 }), offerOf([lay], null)]).toEqual([undefined, undefined]);
  });
});

describe.each(LANGUAGES)('in words (%s)', (language) => {
  beforeAll(() => speak(language));

  test('every question fits one line of a phone', () => {
    const asking: [Position['phase'], Partial<Position>][] = [
      ['place', {}], ['raid', { robber: 4 }], ['raid', { robber: 16 }], ['act', {}], ['trade', {}], ['trade', { traded: true }], ['smith', {}], ['mirage', {}], ['tribe_card', {}],
      ['pay', { card: 24 }], ['row', {}], ['take', { amount: 4 }], ['take', { amount: 3, card: 41 }], ['swap', {}], ['return', { amount: 2 }],
    ];
    for (const [phase, part] of asking) {
      const question = asked(json(position({}, { ...part, phase })));
      expect(question).not.toMatch(/_|undefined/);
      expect(question.length, question).toBeLessThanOrEqual(42);
    }
    expect(asked(json(position({ targis: [2] }, { fewer_targis: 0 })))).toMatch(/2.*2/);
    const [first, further] = [false, true].map((traded) => asked(json(position({}, { phase: 'trade', traded }))));
    expect(first).not.toBe(further);
  });

  test('the score is told part by part, and a hidden card as unseen', () => {
    expect(scored(POINTS).map(({ value }) => value)).toEqual([4, 7, 1, 6]);
    const groups = tell(json(position({ hand: 'unseen', secret: true })), ['Ada', 'Ben']);
    const lines = groups.find(({ title }) => title === 'Ada')!.lines;
    expect(lines.at(-1)?.value).toMatch(/^18 \(/);
    expect(JSON.stringify(groups)).not.toMatch(/targi_|undefined/);
  });
});

test('the face asks whoever acts, and says for whom the others wait', async () => {
  await speak('en');
  const at = { position: json(position()), names: ['Ada', 'Ben'], offers: [] };
  expect(face.prompt({ ...at, seat: 0, actors: [0] })).toBe('Place your Targi 1 of 3.');
  expect(face.prompt({ ...at, seat: 0, actors: [1] })).toContain('Ben');
  expect(face.prompt({ ...at, seat: 0, actors: [] })).toBe('');
  expect([face.pace(event('placed')) > 0, face.pace(event('nothing')), face.suspense(event('placed'))]).toEqual([true, 0, 0]);
  expect([face.sound(event('placed')), face.sound(event('nothing')), face.key('x'), face.keys()]).toEqual(['knock', null, null, []]);
  expect(face.describe(json(position()), ['Ada', 'Ben']).join(' ')).toContain('Oasis 0');
});

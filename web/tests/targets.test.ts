import { beforeAll, describe, expect, test } from 'vitest';
import { aimOf, arrow, changed, direction, flick, flickRange, keepAim, lastAim, PARTS, spoken, STILL, strength, swiped, towards, type Aim } from '../src/games/targets/aim';
import { courseOf, danger, firstAim, marksOf as aimMarks, moveAt, riskBand, riskOf, towerRisk, type Tremor } from '../src/games/targets/aiming';
import { forceOf, wayOf } from '../src/games/targets/manner';
import type { Layout } from '../src/games/targets/generated';
import examples from './first_flicks.json';
import { dieName, dieNumber } from '../src/games/targets/dice';
import { AT_REST, closeUp, followed, LEAST_DIE, planEye, rests, sights, zoomed } from '../src/games/targets/eye';
import { frameAt, lasts, shownAt, timesOf } from '../src/games/targets/director';
import { decode, leading, poseAt, filmed } from '../src/games/targets/film';
import { basePlace, baseFoot, discPlaces, flat, seatAngle, SIZES, upFace, type Pose, type Spot } from '../src/games/targets/geometry';
import { Gestures } from '../src/games/targets/gestures';
import { allowed, around, freest, shared } from '../src/games/targets/labels';
import { lately, marked, markOf, marksOf, trails } from '../src/games/targets/marks';
import { attempt, begun, diceOf, kindsOf, nextDice, offeredOrder, partOf, stackings, tapped } from '../src/games/targets/offers';
import { between, Playback, type Ticks } from '../src/games/targets/playback';
import { phaseOf, scoreOf, standings } from '../src/games/targets/score';
import { pictureOf, step, type Picture, type Position } from '../src/games/targets/view';
import { face } from '../src/games/zoch';
import type { GameEvent, Move, Offer, Ranges } from '../src/lib/protocol';
import { speak } from '../src/lib/words.svelte';

/** A flick of seat 1, as the server packs it; what it holds was read with the server's own code. */
const FILM =
  'ARAhAAUcAAANANZAkAnhbInJnQQBj/+8PZEJKav3bDAhARD/oToWCVrCNOMtIAGS/oY3HQjk1ZjaxCABE/5rNKYGEmWhU0YiAZX9UDGxBDbwS440JAEW/TUuQAK9lFu0PmYB4PwzK64C5grRFOJZ' +
  'Aan8eSgtBKiHleLGZQFx/MAlLwVhijXbzGUBOvwGI7MF3A0PVQtmAQL8TSC6BZuRA1BoZgHL+5MdQgVNFesL02YBk/vaGk4EyRiciEBnAVz7IRjcAvYb8UWqZwET+80VEAKSindqJjsBoPpjFK0C' +
  'BQofpgY7ASn6DBPhApKLF6RpOgGy+bQRmAIVjVsi2jkBZ/mOEJICVYhpo+M3ASj5dQ9DAhiEMmWhNQEM+YQOKAIZMZtB0GwBAfm8DSICmDLrAUtsAfP4HQ0XAlsCTqf2MwHm+KsMFQL4AXhnpjMB' +
  '3/hfDA4CwIE3p58zAdz4PgwMAqcx0ABsbAfb+D0MDQKwsc9Aa2w=';
const EXAMPLES = examples as unknown as { layout: Layout; seat: number; flick: Aim; risks: Record<string, number> }[];
const RANGE: Ranges['ranges'] = { azimuth: [-180, 180], speed: [0.4, 2.5], height: [-0.7, 0.7], side: [-0.7, 0.7], elevation: [-20, 45] };

const POSITION = {
  seats: 2, phase: 'play', round: 1, turn: 0, misses: 0, duties: [], holders: [0, 0, 0, 1, 1, 1], points: [0, 2],
  layout: {
    edition: 'zoch', golden: false, places: [0, 1, 2],
    stands: [
      { tower: [{ die: 0, up: 2, pose: null }], under: [1], discs: 2 },
      { tower: [{ die: 3, up: 6, pose: null }, { die: 4, up: 1, pose: null }, { die: 5, up: 4, pose: null }], under: [], discs: 0 },
    ],
    dice: [{ die: 2, pose: [0.1, 0.05, 0.008, ...flat(5, 0.3)] as Pose }],
  },
} as unknown as Position;

function event(name: string, params: GameEvent['params'] = {}, more: Partial<GameEvent> = {}): GameEvent {
  return { name, params, seat: 1, clause: null, number: 1, at: '', ...more };
}

function offer(move: Move): Offer {
  return { move, notation: JSON.stringify(move), preview: [] };
}

function near(found: readonly number[], wanted: readonly number[], digits = 4): void {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((value, index) => expect(found[index]).toBeCloseTo(value, digits));
}

beforeAll(() => speak('en'));

describe('key frames', () => {
  test('are read as the server packed them', () => {
    const film = decode(FILM);
    expect([film.frames, film.interval, film.tracks.length, film.tracks[0]?.die]).toEqual([33, 16, 1, 5]);
    near(poseAt(film.tracks[0]!, 0), [0.00026, 0.33196, 0.04896, 0.50454, -0.50308, -0.49639, 0.49592]);
    near(poseAt(film.tracks[0]!, 33), [-0.03658, 0.06266, 0.0105, -0.15823, -0.68919, -0.1581, 0.68919]);
  });

  test('tell where a die is between two of them', () => {
    const pose = poseAt(decode(FILM).tracks[0]!, 10.5);
    near(pose.slice(0, 3), [-0.01988, 0.17235, 0.02925]);
    const dot = [-0.43274, -0.29803, -0.53424, 0.6622].reduce((sum, part, index) => sum + part * pose[index + 3]!, 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 4);
  });

  test('say how long they run before they are read', () => {
    expect(lasts(FILM)).toBeGreaterThan(26 * 16);
    expect(face.pace(event('targets.rests', {}, { motion: FILM }))).toBeGreaterThan(lasts(FILM));
    expect(face.suspense(event('targets.rests', {}, { motion: FILM }))).toBe(lasts(FILM));
  });

  test('of another version are not guessed at', () => {
    expect(() => decode(`Aw${FILM.slice(2)}`)).toThrow('version 3');
  });
});

describe('the table', () => {
  test('has its bases where the simulation has them', () => {
    near(basePlace(0, 2, false), [0, -0.29207]);
    near(basePlace(1, 2, false), [0, 0.332]);
    near(basePlace(2, 5, false), [-0.18589, 0.25586]);
    near(basePlace(1, 2, true), [0, 0.265]);
  });

  test('shows each die once: in a tower, under a base or on the table', () => {
    const { dice, bases } = pictureOf(POSITION);
    expect(dice.map(({ die, where }) => [die, where])).toEqual([[0, 'tower'], [1, 'under'], [2, 'table'], [3, 'tower'], [4, 'tower'], [5, 'tower']]);
    expect(dice.map(({ pose, where }) => where !== 'under' && upFace(pose))).toEqual([2, false, 5, 6, 1, 4]);
    expect(bases.map(({ won, discs }) => [won, discs])).toEqual([[0, 2], [2, 0]]);
    expect(baseFoot(2, 1)).toBeCloseTo(2 * SIZES.disc_height + SIZES.die_edge);
    expect(dice[0]?.pose[2]).toBeCloseTo(baseFoot(2, 1) + SIZES.base_height + SIZES.die_edge / 2);
  });

  test('knows the colours of Blackrock’s discs, on the table and under bases', () => {
    const { discs, bases } = pictureOf({ ...POSITION, central: [8, null, 0], stored: [[3, 1], []], layout: { ...POSITION.layout, edition: 'blackrock', places: [0, 2] } });
    expect(discs.map(({ place, kind }) => [place, kind])).toEqual([[0, 2], [2, 0]]);
    expect(bases[0]?.kinds).toEqual([1, 0]);
  });

  test('has the flicked die where the film ends, and no longer in its tower', () => {
    const after = step(POSITION as never, event('targets.rests', {}, { motion: FILM })) as unknown as Position;
    expect(after.layout.stands[1]?.tower.map(({ die }) => die)).toEqual([3, 4]);
    near(after.layout.dice.find(({ die }) => die === 5)!.pose.slice(0, 2), [-0.03658, 0.06266]);
    expect(step(POSITION as never, event('targets.off'))).toBe(POSITION);
  });
});

describe('from above', () => {
  test('the own base is at the lower edge, and all that matters is in sight', () => {
    const picture = pictureOf(POSITION);
    for (const seat of [0, 1]) {
      const seen = sights(picture, 'above');
      const eye = planEye(390, 340, seen, seatAngle(seat, 2), { top: 52, low: 24 });
      const spots = seen.map(eye.spot);
      for (const [x, y] of spots) expect(x >= -0.01 && x <= 390.01 && y >= 51.99 && y <= 316.01).toBe(true);
      const [own, other] = [eye.spot([...picture.bases[seat]!.spot, 0]), eye.spot([...picture.bases[1 - seat]!.spot, 0])];
      expect(own[1]).toBeGreaterThan(other[1]);
    }
  });

  test('a finger points at what it touches', () => {
    const eye = planEye(390, 340, sights(pictureOf(POSITION), 'close'), seatAngle(1, 2));
    near(eye.ground(eye.spot([0.03, -0.07, 0])), [0.03, -0.07]);
  });
});

describe('aiming', () => {
  test('straight on is towards the middle, to the left is positive, for every seat', () => {
    expect(direction([0, 1], 0, 2)).toBeCloseTo(0);
    expect(direction([-1, 1], 0, 2)).toBeCloseTo(45);
    expect(direction([0, -1], 1, 2)).toBeCloseTo(0);
    expect(direction([1, -1], 1, 2)).toBeCloseTo(45);
    for (const seat of [0, 1, 2, 3, 4]) expect(towards(basePlace(seat, 5, false), [0, 0], seat, 5)).toBeCloseTo(0);
  });

  test('the further a finger draws back, the stronger, within what is allowed', () => {
    const speeds = [STILL, 60, 120, 200, 900].map((pixels) => strength(pixels, 200, [0.4, 2.5]) ?? 0);
    expect(speeds[0]).toBeCloseTo(0.4);
    expect(speeds.at(-1)).toBe(2.5);
    expect(speeds.toSorted((a, b) => a - b)).toEqual(speeds);
    expect(strength(STILL - 1, 200, [0.4, 2.5])).toBeNull();
  });

  test('stays in its ranges; directions go round', () => {
    const plain = { azimuth: 0, speed: 1.2, height: 0.4, side: 0, elevation: 0 };
    expect(changed(plain, 'speed', 9, RANGE).speed).toBe(2.5);
    expect(changed(plain, 'azimuth', 190, RANGE).azimuth).toBe(-170);
    expect(aimOf({ do: 'flick', azimuth: 3, speed: 99 }, RANGE, plain)).toEqual({ azimuth: 3, speed: 2.5, height: 0.4, side: 0, elevation: 0 });
    expect(aimOf({ do: 'pass' }, RANGE, plain)).toEqual(plain);
  });

  test('remembers the last flick of a seat, to be made again', () => {
    const chosen = { azimuth: 7, speed: 1.5, height: -0.2, side: 0.1, elevation: 5 };
    keepAim(3, false, chosen);
    expect(lastAim(3, false)).toEqual(chosen);
    expect(lastAim(2, false)).toBeNull();
    expect(lastAim(3, true)).toBeNull();
  });

  test.each(EXAMPLES.map((example, index) => [index, example] as const))('proposes what the rules propose: %i', (_, { layout, seat, flick: wanted, risks }) => {
    const at = { layout } as unknown as Position;
    const aim = firstAim(at, seat);
    for (const part of PARTS) expect(aim[part]).toBeCloseTo(wanted[part], part === 'azimuth' || part === 'elevation' ? 0 : 1);
    for (const [tremor, risk] of Object.entries(risks)) {
      expect(towerRisk(layout.stands[seat]!.tower.length, tremor as Tremor, wanted)).toBeCloseTo(risk, 6);
    }
  });

  test('the stronger, the riskier for a tall tower; a single die risks nothing', () => {
    const [tall] = EXAMPLES.filter(({ layout, seat }) => layout.stands[seat]!.tower.length === 3);
    const at = { layout: tall!.layout, options: { tremor: 'steady' } } as unknown as Position;
    const band = riskBand(at, tall!.seat, { ...tall!.flick, height: 0.4, side: 0, elevation: 0 }, [0.4, 2.5]);
    expect(danger(band[0]!)).toBe('none');
    expect(danger(band.at(-1)!)).toBe('high');
    const single = { layout: { ...tall!.layout, stands: tall!.layout.stands.map((stand) => ({ ...stand, tower: stand.tower.slice(0, 1) })) } } as unknown as Position;
    expect(riskOf(single, tall!.seat, tall!.flick)).toBeNull();
  });

  test('every central disc and every pile of others can be aimed at with one tap', () => {
    const layout = EXAMPLES[0]!.layout;
    const piled = { ...layout, stands: layout.stands.map((stand, seat) => ({ ...stand, discs: seat })) };
    const marks = aimMarks({ layout: piled } as unknown as Position, 0);
    expect(marks.filter(({ place }) => place !== undefined)).toHaveLength(layout.places.length);
    expect(marks.filter(({ seat }) => seat !== undefined)).toHaveLength(layout.stands.length - 1);
    expect(moveAt({ layout: piled } as unknown as Position, 0, marks[0]!).do).toBe('flick');
  });

  test('is told in words', () => {
    expect([forceOf(0.6), forceOf(1.2), forceOf(1.5), forceOf(2), forceOf(2.4), forceOf(3.6, true)]).toEqual(['very gently', 'gently', 'firmly', 'hard', 'with full force', 'gently']);
    expect([wayOf(1), wayOf(5), wayOf(-15), wayOf(40), wayOf(-100), wayOf(170)]).toEqual(['straight on', 'a little to the left', 'to the right', 'far to the left', 'sideways to the right', 'backwards']);
  });

  test('gives a move with all its parts', () => {
    expect(flick({ azimuth: 1.23456, speed: 1, height: 0, side: 0.25, elevation: -20 })).toEqual({ do: 'flick', azimuth: 1.235, speed: 1, height: 0, side: 0.25, elevation: -20 });
    expect(flickRange([{ do: 'flick', ranges: RANGE }])).toBe(RANGE);
    expect(flickRange([])).toBeNull();
  });

  test('draws a longer arrow for a stronger flick, and to the disc for the one that is proposed', () => {
    const at = { layout: EXAMPLES[0]!.layout } as unknown as Position;
    const { seat } = EXAMPLES[0]!;
    const seats = at.layout.stands.length;
    const end = (aim: Aim): Spot => arrow(courseOf(at, seat, aim), basePlace(seat, seats, false), seat, seats, 0.02)[1];
    const aim = firstAim(at, seat);
    const away = discPlaces(false).map(([x, y]) => Math.hypot(end(aim)[0] - x, end(aim)[1] - y));
    expect(Math.min(...away)).toBeLessThan(0.01);
    expect(courseOf(at, seat, { ...aim, speed: 2 }).reach).toBeGreaterThan(courseOf(at, seat, aim).reach);
  });

  test('is said in words', () => {
    expect([spoken('azimuth', 12.2), spoken('azimuth', -3), spoken('azimuth', 0.2), spoken('speed', 1.05)]).toEqual(['12° left', '3° right', 'straight on', '1.05 m/s']);
    expect([spoken('height', -0.3), spoken('side', 0.5), spoken('elevation', 0), spoken('elevation', -20)]).toEqual([
      '0.3 below the middle', '0.5 left of the middle', 'level', '20° downward',
    ]);
  });
});

describe('playback', () => {
  /** A screen whose time passes when it is told to. */
  class Screen implements Ticks {
    time = 0;
    waiting: (() => void) | null = null;
    now = (): number => this.time;
    next = (action: () => void): number => {
      this.waiting = action;
      return 1;
    };
    cancel = (): void => void (this.waiting = null);

    pass(milliseconds: number): void {
      this.time += milliseconds;
      const action = this.waiting;
      this.waiting = null;
      action?.();
    }
  }

  const start = pictureOf(POSITION);
  const film = decode(FILM);
  const end = filmed(start, film, film.frames);
  const heightOf = (picture: Picture | undefined): number => picture?.dice.find(({ die }) => die === 5)?.pose[1] ?? 0;

  test('shows a flick in its physical time, and rests when it is over', () => {
    const [screen, shown] = [new Screen(), [] as [Picture, boolean][]];
    const playback = new Playback(start, (picture, moving) => shown.push([picture, moving]), screen);
    playback.play(film, end);
    screen.pass(shownAt(timesOf(film), 16, 16 * 10.5));
    expect(heightOf(shown.at(-1)?.[0])).toBeCloseTo(0.17235, 4);
    expect(playback.moving).toBe(true);
    screen.pass(lasts(FILM) - 16 * 10);
    expect(shown.at(-1)).toEqual([end, false]);
    expect([playback.moving, screen.waiting]).toEqual([false, null]);
  });

  test('can be skipped', () => {
    const [screen, shown] = [new Screen(), [] as Picture[]];
    const playback = new Playback(start, (picture) => shown.push(picture), screen);
    playback.play(film, end);
    screen.pass(16);
    playback.finish();
    expect(shown.at(-1)).toBe(end);
    expect(screen.waiting).toBeNull();
  });

  test('lets what the rules put elsewhere glide there after the film', () => {
    const [screen, shown] = [new Screen(), [] as Picture[]];
    const playback = new Playback(start, (picture) => shown.push(picture), screen);
    playback.play(film, start);
    screen.pass(lasts(FILM) + 16);
    screen.pass(60);
    expect(heightOf(shown.at(-1))).toBeGreaterThan(0.07);
    screen.pass(1000);
    expect(shown.at(-1)).toBe(start);
  });

  test('shows at once what does not move', () => {
    const [screen, shown] = [new Screen(), [] as Picture[]];
    new Playback(start, (picture) => shown.push(picture), screen).glide(pictureOf(POSITION));
    expect([shown.length, screen.waiting]).toEqual([1, null]);
  });

  test('lifts a die on its way', () => {
    const half = between(start, end, 0.5).dice.find(({ die }) => die === 5)!;
    expect(half.pose[2]).toBeGreaterThan((start.dice[5]!.pose[2] + end.dice[5]!.pose[2]) / 2);
  });
});

describe('marks', () => {
  test('name the die, the disc or the base that an event is about', () => {
    expect(markOf(event('targets.dead_centre', { die: 'B2' }))).toEqual({ die: 4, good: true });
    expect(markOf(event('targets.award', { disc: 3 }))).toEqual({ place: 2, good: true });
    expect(markOf(event('targets.steal', { victim: 0 }))).toEqual({ seat: 0, good: true });
    expect(markOf(event('targets.topple'))).toEqual({ seat: 1, good: false });
    expect(markOf(event('targets.double_pair', { die: 'A2', other: 'A1' }))).toEqual({ die: 1, good: true });
    expect(markOf(event('targets.rests', { die: 'A1' }))).toBeNull();
    expect(dieNumber(dieName(17))).toBe(17);
  });

  test('stay until the next flick or round', () => {
    const log = [event('targets.off', { die: 'A1' }), event('targets.flick'), event('targets.rests'), event('targets.slid', { die: 'A2' })];
    expect(lately(log).map(({ name }) => name)).toEqual(['targets.rests', 'targets.slid']);
    expect(lately([...log, event('targets.round')])).toEqual([]);
    expect(lately(log.slice(0, 1))).toHaveLength(1);
  });

  test('of what others did since my last turn stay over several flicks; a new round clears all but those of bases', () => {
    const old = [event('targets.flick'), event('targets.off', { die: 'A1' })];
    const recent = [event('targets.flick'), event('targets.off', { die: 'B1' }), event('targets.points'), event('targets.flick'), event('targets.slid', { die: 'C1' })];
    const log = [...old, ...recent];
    expect(marked(log, recent)).toEqual(recent);
    expect(marksOf(marked(log, recent))).toEqual([{ die: 3, good: false }, { seat: 1, good: true }, { die: 6, good: false }]);
    expect(marked([...log, event('targets.round')], recent)).toEqual([recent[2]]);
    expect(marksOf([event('targets.topple'), event('targets.points')])).toEqual([{ seat: 1, good: true }]);
  });

  test('show the way of the die', () => {
    const [way] = trails(FILM);
    expect(way?.die).toBe(5);
    near(way!.spots.at(-1)!, [-0.03658, 0.06266] satisfies Spot);
  });
});

describe('a tap', () => {
  const offers = [offer({ do: 'keep', die: 0, back: 1 }), offer({ do: 'keep', die: 1, back: 0 }), offer({ do: 'remove', place: 2 }), offer({ do: 'pass' })];

  test('on a die or disc means what is offered for it', () => {
    expect(tapped(offers, null, { die: 1 })).toEqual({ play: offers[1]?.move });
    expect(tapped(offers, null, { place: 2 })).toEqual({ play: offers[2]?.move });
    expect(tapped(offers, null, { die: 5 })).toEqual({});
    expect(diceOf(offers[0]?.move)).toEqual([0, 1]);
  });

  test('on a die of a double means that it goes back, and both dice are lit', () => {
    const doubles = [offer({ do: 'call', what: 'double', die: 0, other: 2 }), offer({ do: 'call', what: 'double', die: 2, other: 0 })];
    expect(tapped(doubles, null, { die: 2 })).toEqual({ play: doubles[1]?.move });
    expect(diceOf(doubles[0]?.move)).toEqual([0, 2]);
  });

  test('of three equal dice, the one that goes back is tapped first, then the one that stays', () => {
    const all = [0, 1, 2].flatMap((die) => [0, 1, 2].filter((other) => other !== die).map((other) => offer({ do: 'call', what: 'double', die, other })));
    const shouted = begun(all, 'double');
    expect(nextDice(all, shouted)).toEqual([0, 1, 2]);
    const first = tapped(all, shouted, { die: 1 }).aim!;
    expect(partOf(all, first)).toEqual({ do: 'call', what: 'double', die: 1 });
    expect(nextDice(all, first)).toEqual([0, 2]);
    expect(tapped(all, first, { die: 2 })).toEqual({ play: { do: 'call', what: 'double', die: 1, other: 2 } });
  });

  test('on a die that is good for two calls waits until one of them is shouted', () => {
    const both = [offer({ do: 'call', what: 'targets', die: 1, other: null }), offer({ do: 'call', what: 'double', die: 1, other: 2 }), offer({ do: 'call', what: 'double', die: 2, other: 1 }), offer({ do: 'pass' })];
    expect(kindsOf(both)).toEqual(['targets', 'double']);
    expect(tapped(both, null, { die: 1 }).play).toBeUndefined();
    expect(tapped(both, begun(both, 'double'), { die: 1 })).toEqual({ play: both[1]?.move });
    expect(partOf(both, both[0]!.move)).toBeNull();
    expect(partOf(both, { do: 'flick', azimuth: 1 })).toBeNull();
  });

  test('on something impossible is sent all the same, so that the refusal tells why', () => {
    expect(attempt(POSITION, { die: 2 })).toEqual({ do: 'call', what: 'double', die: 2 });
    expect(attempt(POSITION, { place: 1 })).toEqual({ do: 'remove', place: 1 });
    expect(attempt({ ...POSITION, phase: 'exchange' }, { die: 2 })).toEqual({ do: 'exchange', die: 2 });
    expect(attempt({ ...POSITION, phase: 'choose', duties: [{ do: 'lose', seat: 0, dice: [0], back: false }] }, { die: 2 })).toEqual({ do: 'lose', die: 2 });
  });
});

test('a tower can be stacked in every order that is offered, with faces where they are chosen', () => {
  const orders = [[0, 1, 3], [0, 3, 1]];
  const chosen = orders.flatMap((dice) => [1, 2].map((value) => offer({ do: 'stack', dice, faces: [value, value, value] })));
  expect(stackings(chosen)).toEqual({ orders, faces: true });
  expect(stackings([offer({ do: 'stack', dice: [0, 1, 3], faces: [] })])).toEqual({ orders: [[0, 1, 3]], faces: false });
});

test('a screen is covered only while aims are secret', () => {
  expect(face.secret?.({ ...POSITION, phase: 'golden' } as never)).toBe(true);
  expect(face.secret?.(POSITION as never)).toBe(false);
});

test('what to do is one sentence; others are waited for by name', () => {
  const at = { position: POSITION as never, names: ['Ada', 'Ben', 'Cleo'], offers: [] };
  expect(face.prompt({ ...at, seat: 0, actors: [0] })).toBe('Your turn: aim and flick.');
  expect(face.prompt({ ...at, seat: 0, actors: [1, 2] })).toContain('Ben and Cleo');
  expect(face.prompt({ ...at, seat: 0, actors: [] })).toBe('');
  expect(face.label({ do: 'flick', azimuth: 12, speed: 1.25 }, null)).toBe('Flick gently, to the left');
});

describe('a film', () => {
  test('shows each moment once', () => {
    const times = [0, 10, 40, 50];
    expect([0, 5, 25, 50, 99].map((time) => frameAt(times, time))).toEqual([0, 0.5, 1.5, 3, 3]);
  });

  test('is followed by the die that goes furthest', () => {
    expect(leading(decode(FILM))).toBe(5);
    expect(leading({ tracks: [], frames: 1, interval: 16, impacts: [] })).toBeNull();
  });
});

describe('the camera', () => {
  test('comes nearer and keeps the spot under the finger where it is', () => {
    const seen = sights(pictureOf(POSITION), 'above');
    const look = (camera = AT_REST) => planEye(390, 340, seen, seatAngle(0, 2), { top: 52, low: 24 }, camera);
    const [under, middle] = [look().ground([100, 120]), look().ground([195, 184])];
    const nearer = zoomed(AT_REST, 2, under, middle);
    expect(look(nearer).size).toBeCloseTo(2 * look().size);
    near(look(nearer).spot([...under, 0]), [100, 120]);
    expect([rests(AT_REST), rests(nearer)]).toEqual([true, false]);
    expect(zoomed(AT_REST, 1000, under, middle).zoom).toBe(8);
  });

  test('follows a die, and stays where nothing moves', () => {
    expect(followed(AT_REST, [1, 1], 0)).toBe(AT_REST);
    expect(followed(AT_REST, [1, 1], 1)).toMatchObject({ at: [1, 1], zoom: 1.9 });
  });

  test('goes so near to dice that are to be chosen that they are large enough, and loses none', () => {
    const nearer = closeUp([[0.1, 0.1], [0.12, 0.1]], 500, 340);
    expect(nearer.zoom * 500 * SIZES.die_edge).toBeGreaterThanOrEqual(LEAST_DIE);
    near(nearer.at, [0.11, 0.1]);
    expect(closeUp([[-0.3, 0], [0.3, 0]], 500, 340)).toBe(AT_REST);
  });

  test('is moved by two fingers, and by one with the right button', () => {
    const gestures = new Gestures();
    gestures.down(1, [100, 100], false);
    expect([gestures.moves, gestures.move(1, [100, 110], 0)]).toEqual([false, null]);
    gestures.down(2, [200, 110], false);
    expect(gestures.moves).toBe(true);
    expect(gestures.move(2, [300, 110], 10)).toMatchObject({ zoom: 2, pan: [50, 0], middle: [200, 110], yaw: 0 });
    gestures.up(2, 20);
    gestures.up(1, 20);
    gestures.down(3, [0, 0], true);
    expect(gestures.move(3, [0, 22], 0)?.tilt).toBeCloseTo(0.1);
    expect(gestures.up(3, 500)).toBe(0);
  });

  test('is not moved by a finger that swipes, whose pace is that of its end', () => {
    const gestures = new Gestures();
    gestures.down(1, [0, 0], false);
    gestures.move(1, [0, -10], 400);
    gestures.move(1, [0, -60], 420);
    gestures.move(1, [0, -110], 440);
    expect(gestures.up(1, 445)).toBeCloseTo(2.5);
    expect([swiped(0.1, [0.4, 2.5]), swiped(9, [0.4, 2.5])]).toEqual([null, 2.5]);
  });
});

describe('labels', () => {
  test('stand where they cover nothing, in few words where there is no room for all', () => {
    const base = { spot: [50, 50], wide: 10, high: 10 } as const;
    const whole = around(base, { wide: 40, high: 10 }, false);
    const brief = around(base, { wide: 10, high: 10 }, true);
    expect(freest(whole, [], 100, 100)?.spot).toEqual([50, 72]);
    const below = { spot: [50, 80], wide: 50, high: 20 } as const;
    expect(freest([...whole, ...brief], [below], 100, 100)?.brief).toBe(false);
    const above = { spot: [50, 20], wide: 50, high: 20 } as const;
    const found = freest([...whole, ...brief], [below, above], 100, 100);
    expect(found).toMatchObject({ brief: true, spot: [28, 50] });
    expect([shared(below, above), shared(below, below)]).toEqual([0, 4000]);
  });

  test('never stand on a button or beyond the edge', () => {
    const places = (x: number, y: number) => around({ spot: [x, y], wide: 10, high: 10 }, { wide: 10, high: 10 }, false);
    const button = { spot: [20, 80], wide: 20, high: 20 } as const;
    expect(allowed(places(50, 50), [], 100, 100)).toHaveLength(16);
    expect(allowed(places(50, 50), [button], 100, 100).map(({ spot }) => spot)).not.toContainEqual([30, 70]);
    expect(allowed(places(20, 80), [button], 100, 100).every(({ spot: [x, y] }) => x >= 50 || y <= 50)).toBe(true);
    expect(allowed(places(-70, 50), [], 100, 100)).toEqual([]);
  });
});

describe('the scoreboard', () => {
  test('tells points, discs at risk and where each die is', () => {
    const [first, second] = standings(POSITION, []);
    expect([first?.points, first?.discs, second?.points]).toEqual([0, 2, 2]);
    expect(first?.dice.map(({ where }) => where)).toEqual(['tower', 'under', 'table']);
    expect(scoreOf(POSITION, 1).map(({ value }) => value)).toEqual([0, 2]);
  });

  test('adds up what partners have', () => {
    const side = { number: 0, names: ['Ada', 'Ben'], seats: [0, 1], colour: 0 };
    expect(standings(POSITION, [side, side]).map(({ points }) => points)).toEqual([2, 2]);
  });

  test('says what is special about a part of the game', () => {
    expect(phaseOf(POSITION)).toBeNull();
    expect(phaseOf({ ...POSITION, money_time: true })).toContain('Money Time');
    expect(phaseOf({ ...POSITION, golden: { flick: 2, contenders: [0], aimed: [], aims: [] } })).toContain('flick 2 of 3');
  });
});

test('a tower is stacked as its dice were tapped; dice of one colour are alike', () => {
  expect(offeredOrder([[0, 3, 1], [3, 0, 1]], [3, 1, 0])).toEqual([3, 0, 1]);
});

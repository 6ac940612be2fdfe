import { describe, expect, test } from 'vitest';
import { lastMoving, lasts, shownAt, sightAt, sightsOf, timesOf } from '../src/games/targets/director';
import { effectsAt } from '../src/games/targets/effects';
import { decode, leading, poseAt, type Film, type Impact } from '../src/games/targets/film';
import { drawnBack, fingerAt, following, snapped } from '../src/games/targets/finger';
import { between, dieSize, fit, same, shotEye, steepest, turnedBy, type Room } from '../src/games/targets/framing';
import { discPlaces, flat, seatAngle, SIZES, type Pose, type Spot } from '../src/games/targets/geometry';
import { QUALITIES, Watch } from '../src/games/targets/quality';
import { chosenFrom, flown, framed, readable, replayed } from '../src/games/targets/shots';
import { soundtrack, trembling } from '../src/games/targets/soundtrack';
import { AT_REST, around, followed } from '../src/games/targets/eye';
import { pictureOf, type Picture, type Position } from '../src/games/targets/view';

/** A flick that brings the own tower down, as the server packs it; what it holds was read with the server's own code. */
const FALLS =
  'AhA8ABwCEToCAyoACS0aAy8ECSkMAxkCCRswCSAqEGoGEEtgEk4GEDY4EEsIEkZMElMwEjgaEhwKEiYKEhs6EikQEC4IEB0WECCGEigIEh0UEhkMEB0MEBoABQAABwAFx1EDjgD/HwAQAQYAHMdnA5' +
  'IAMd+lDwEJACnHUANQACRgCxACCAA+x1kDqwCXH88POAgAM8dSA6gA/V//DwEHAADm/wfHcAa5bFt2jkQB5v9bx5cGHJMbyecEAeX/qcdtBt0T/sjcBAHQ/+vHdQYWa3a2m0QByP8NyHYG3OpuNp5E' +
  'BMf/58dxBr1r6XVXRDTH/+fHcQbC6+b1VkQCKgAA9f8Ax5AJLpOWSWs7AfP/ccptCjRUP1XjQAHw/93N3wqXPO1gJEAB7v9K0dIK0yjJKjlBAez/t9RJCs0ZV/JKQwHp/yPYQgmvlEJIPHoB5/+Q27' +
  '0Hmh6iBLp3AeT//N66BfsnWMJfdQHi/2niOgNwMARBRHMBz//c5eABR4HlmkszAeH/6eglA1JqxwmZZAHy//fr7AM4qGeCRBQBBAAF7zYEtMGdAJ8NARUAE/ICBD7XPENCCAEnACH1UAObGCU3MEQB' +
  'MQAp+DcC/Q5KcmQnAa7/l/q4AqgZZbFlKwEo//L8+AIPoZ9vzC4Bo/5O/7oCPSirLbgxAR3+lQE5AmWv2GvNMwGG/a8CDAO7sieojDcB5vxjA68DRDNXIzg8AUX8FwTTA1W0Fp+YPwGk+8sEegOktY' +
  'JbYB0BA/t/BaQCAzeWWLYaAc/6uwUgA7Izypg7GgGe+vUFKQPQsAZZ2RkBbfouBrQCY647mYMZAW36OAaXAggquNvxGQJB+i8GgwLMqbHZkRoCCfrQBV4CH6t7GKwcAdj5hAUzAqmshNdPHgJa+cwE' +
  '7wHlsHrVETwBOPmCBAcCb7KNlQI7Ag35NAQNAuK0HdXqOQMJ+S0EDgIINRSVxjkCKPlfBAMC0rNnldo6AmT5zgTiAZYxA9ZCPQFd+e0E8AGnsaQV4T0DQfm+BOABGDGt1a88BET52QTdASYxbFU9PQ' +
  'dG+ccE2wG+sLcV8Tw=';

function tableOf(seats: number, lying: readonly Spot[] = [], golden = false): Picture {
  const stands = Array.from({ length: seats }, (_, seat) => ({
    tower: [0, 1, 2].map((number) => ({ die: seat * 3 + number, up: 1, pose: null })), under: [], discs: 0,
  }));
  const dice = lying.map(([x, y], index) => ({ die: index, pose: [x, y, 0.008, ...flat(5, 0.3)] as Pose }));
  return pictureOf({ seats, layout: { edition: 'zoch', golden, places: golden ? [0] : [0, 1, 2], stands, dice } } as unknown as Position);
}

/** The boards of a desk, and of a phone with the controls laid over it. */
const DESK: Room = { width: 994, height: 606, top: 22, low: 8, side: 12 };
const PHONE: Room = { width: 390, height: 690, top: 72, low: 8 + 280, side: 12 };
const WATCHED: Room = { ...PHONE, low: 8 + 60 };

/** A film of dice whose ways are told frame by frame. */
function filmOf(ways: Record<number, Pose[]>, impacts: Impact[] = []): Film {
  const tracks = Object.entries(ways).map(([die, poses]) => ({ die: Number(die), keys: poses.map((pose, frame) => ({ frame, pose })) }));
  return { tracks, frames: Math.max(...tracks.map(({ keys }) => keys.length)) - 1, interval: 16, impacts };
}

function lying(x: number, y: number, lean = 0, z = 0.008): Pose {
  return [x, y, z, Math.cos(lean / 2), Math.sin(lean / 2), 0, 0];
}

describe('impacts', () => {
  test('come with the key frames: what strikes what, when and how hard', () => {
    const film = decode(FALLS);
    expect(film.impacts).toHaveLength(28);
    expect(film.tracks.map(({ die }) => die)).toEqual([0, 1, 2]);
    expect(film.impacts.slice(0, 4).map(({ at, die, struck }) => [at, die, struck])).toEqual([[2, 2, 'die'], [4, 0, 'base'], [4, 1, 'die'], [30, 0, 'base']]);
    expect(film.impacts[0]!.strength).toBeCloseTo(0.31, 2);
  });

  test('are heard in the time in which they are shown, the harder the louder, on the side where they are', () => {
    const film = decode(FALLS);
    const [plain, slow] = [soundtrack(film, 0), soundtrack(film, 0, 1.8)];
    expect(plain.strikes).toHaveLength(28);
    expect(slow.strikes[9]!.at).toBeCloseTo(plain.strikes[9]!.at * 1.8);
    const times = timesOf(film);
    film.impacts.forEach(({ at }, index) => expect(plain.strikes[index]!.at).toBeCloseTo(shownAt(times, film.interval, at) / 1000));
    const [hardest, softest] = [film.impacts.toSorted((a, b) => b.strength - a.strength)[0]!, film.impacts.toSorted((a, b) => a.strength - b.strength)[0]!];
    expect(plain.strikes[film.impacts.indexOf(hardest)]!.hard).toBeGreaterThan(plain.strikes[film.impacts.indexOf(softest)]!.hard);
    const heard = filmOf({ 4: [lying(0.3, 0), lying(0.3, 0.01)] }, [{ at: 3, die: 4, struck: 'disc', strength: 1 }]);
    expect(soundtrack(heard, -Math.PI / 2).strikes[0]!.side).toBeGreaterThan(0.5);
    expect(soundtrack(heard, Math.PI / 2).strikes[0]!.side).toBeLessThan(-0.5);
  });

  test('between them a die that rolls is heard, and one that lies is not', () => {
    const rolls = filmOf({ 1: Array.from({ length: 30 }, (_, frame) => lying(0.01 * frame, 0)) });
    expect(soundtrack(rolls, 0).rubs.some(({ level }) => level > 0.4)).toBe(true);
    expect(soundtrack(filmOf({ 1: Array.from({ length: 30 }, () => lying(0, 0)) }), 0).rubs).toEqual([]);
  });

  test('tremble a phone with those that are felt, apart from each other', () => {
    const strikes = [[0.02, 0.9], [0.03, 0.8], [0.2, 0.05], [0.4, 0.5]].map(([at, hard]) => ({ at: at!, hard: hard!, on: 'table' as const }));
    expect(trembling(strikes)).toEqual([0, 20, 22, 358, 15]);
    expect(trembling([])).toEqual([]);
  });
});

describe('the pace of a film', () => {
  test('is that of the dice, slower at a disc, and ends when all lie still', () => {
    const film = decode(FALLS);
    const times = timesOf(film);
    const steps = times.slice(1).map((time, frame) => time - times[frame]!);
    expect(Math.max(...steps)).toBeGreaterThan(1.5 * film.interval);
    expect(times.at(-1)! - (times.length - 1) * film.interval).toBeLessThanOrEqual(1301);
    expect(lasts(FALLS) - times.at(-1)!).toBeLessThan(150);
    expect(steps.every((step) => step >= film.interval - 1e-9)).toBe(true);
  });

  test('is slow where a die hangs over the rim of a disc or a tower sways, and not where dice only roll', () => {
    const [x, y] = discPlaces(false)[0]!;
    const rim = Array.from({ length: 30 }, (_, frame) => lying(x + SIZES.disc_radius - 0.0002 * frame, y, 0.2 + 0.01 * frame));
    const sways = Array.from({ length: 30 }, (_, frame) => lying(0.3, 0.3 + 0.0002 * frame, 0.06 + 0.008 * frame, 0.045));
    const rolls = Array.from({ length: 30 }, (_, frame) => lying(-0.4 + 0.002 * frame, -0.3, 0.3 * frame));
    const length = (poses: Pose[]): number => timesOf(filmOf({ 2: poses })).at(-1)! / 16 / 29;
    expect(length(rim)).toBeGreaterThan(2);
    expect(length(sways)).toBeGreaterThan(2);
    expect(length(rolls)).toBeCloseTo(1);
  });

  test('leaves out the end in which nobody sees anything move', () => {
    const rolls = [...Array.from({ length: 20 }, (_, frame) => lying(0.01 * frame, 0.4)), ...Array.from({ length: 40 }, () => lying(0.19, 0.4))];
    expect(lastMoving(filmOf({ 0: rolls }))).toBe(19);
  });
});

describe('the camera of a film', () => {
  test('looks ahead of the die, and comes nearer to where it will lie', () => {
    const film = decode(FALLS);
    const sights = sightsOf(film);
    const track = film.tracks.find(({ die }) => die === leading(film))!;
    const end = poseAt(track, film.frames);
    const away = (spot: readonly number[]): number => Math.hypot(spot[0]! - end[0], spot[1]! - end[1]);
    const middle = Math.floor(sights.length / 3);
    expect(away(sights[middle]!.at)).toBeLessThan(away(poseAt(track, middle)));
    expect(away(sights.at(-1)!.at)).toBeLessThan(0.004);
    expect(sights[0]!.near).toBeLessThan(0.2);
    expect(sights.at(-1)!.near).toBeGreaterThan(0.9);
    const jumps = sights.slice(1).map(({ at }, index) => Math.hypot(at[0] - sights[index]!.at[0], at[1] - sights[index]!.at[1]));
    expect(Math.max(...jumps)).toBeLessThan(0.025);
    expect(sightAt(sights, 3.5)!.at[1]).toBeCloseTo((sights[3]!.at[1] + sights[4]!.at[1]) / 2);
    expect(sightAt([], 2)).toBeNull();
  });

  test('sees a trail behind a fast die, dust where one strikes hard, and shakes when a tower comes down', () => {
    const flies = Array.from({ length: 40 }, (_, frame) => lying(0.01 * Math.min(frame, 20), 0));
    const falls = Array.from({ length: 40 }, () => lying(-0.2, 0));
    const film = filmOf({ 3: flies, 4: falls }, [{ at: 160, die: 3, struck: 'disc', strength: 1.2 }, { at: 320, die: 4, struck: 'table', strength: 1.1 }]);
    expect(effectsAt(film, 12).trail.length).toBeGreaterThan(8);
    expect(effectsAt(film, 39).trail).toEqual([]);
    expect(effectsAt(film, 9).puffs).toEqual([]);
    expect(effectsAt(film, 12).puffs[0]!.spot[0]).toBeCloseTo(0.1);
    expect(effectsAt(film, 39).puffs).toHaveLength(1);
    expect(effectsAt(film, 15).shake).toEqual([0, 0]);
    expect(Math.hypot(...effectsAt(film, 21).shake)).toBeGreaterThan(0.001);
    expect(Math.hypot(...effectsAt({ ...film, impacts: [] }, 21).shake)).toBe(0);
  });
});

describe('the shots', () => {
  test.each([2, 3, 4, 5, 6])('show dice large enough to be read, with %i players, on a desk and on a phone', (seats) => {
    const picture = tableOf(seats, [[0.03, -0.1], [0.1, 0.02], [-0.05, 0.12], [0.02, 0.05]]);
    for (const room of [DESK, PHONE, WATCHED]) {
      for (let seat = 0; seat < seats; seat += 1) {
        for (const actor of [seat, (seat + 1) % seats, Math.floor(seat + seats / 2) % seats]) {
          const shot = framed(picture, 'behind', seatAngle(seat, seats), actor, room, actor === seat);
          // Whoever aims sees all of the own tower, for which dice may be a little smaller.
          const least = actor === seat ? 0.8 * readable(room.width) : readable(room.width);
          for (const spot of discPlaces(false)) expect(dieSize(shot, room.height, spot)).toBeGreaterThanOrEqual(least);
          const eye = shotEye(shot, room.width, room.height);
          if (actor === seat) {
            const base = picture.bases[seat]!;
            const tower = [...around(base.spot, SIZES.base_radius, 0), ...around(base.spot, 0, base.foot + SIZES.base_height)];
            for (const [, y] of tower.map(eye.spot)) expect(y > room.top - 1 && y < room.height - room.low + 1).toBe(true);
          }
          for (const disc of discPlaces(false)) {
            const [x, y] = eye.spot([...disc, 0]);
            expect(x > 0 && x < room.width && y > room.top - 1 && y < room.height - room.low + 1).toBe(true);
          }
        }
      }
    }
  });

  test('keep dice clear of the buttons in the corners', () => {
    const picture = tableOf(2, [[0.1, 0.02], [-0.05, 0.12], [0.02, 0.05]]);
    const plain = framed(picture, 'behind', seatAngle(0, 2), 0, DESK, true);
    const [x, y] = shotEye(plain, DESK.width, DESK.height).spot([-0.05, 0.12, 0.008]);
    const button = { spot: [x, y - 34] as Spot, wide: 40, high: 22 };
    const [, lower] = shotEye(framed(picture, 'behind', seatAngle(0, 2), 0, DESK, true, [button]), DESK.width, DESK.height).spot([-0.05, 0.12, 0.008]);
    expect(lower).toBeGreaterThan(y + 4);
  });

  test.each([2, 4, 6])('of a flight have its whole way in sight, with %i players', (seats) => {
    const picture = tableOf(seats);
    for (const room of [DESK, PHONE]) {
      for (let actor = 0; actor < seats; actor += 1) {
        const eye = shotEye(flown(picture, seatAngle(0, seats), actor, room), room.width, room.height);
        for (const spot of [...discPlaces(false), picture.bases[actor]!.spot]) {
          const [x, y] = eye.spot([...spot, 0]);
          expect(x > 0 && x < room.width && y > 0 && y < room.height - room.low + 1).toBe(true);
        }
      }
    }
  });

  test('go near to dice that one chooses from', () => {
    const picture = tableOf(4, [[0.2, 0.25], [0.23, 0.27]]);
    for (const room of [DESK, PHONE]) {
      const shot = chosenFrom(picture, [[0.2, 0.25], [0.23, 0.27]], seatAngle(0, 4), room);
      expect(dieSize(shot, room.height, [0.2, 0.25])).toBeGreaterThan(readable(room.width) * 1.3);
    }
  });

  test('of the whole table have every tower and every die in sight', () => {
    const picture = tableOf(6, [[0.4, 0.2]]);
    for (const look of ['whole', 'above'] as const) {
      const eye = shotEye(framed(picture, look, seatAngle(2, 6), 2, DESK), DESK.width, DESK.height);
      for (const [x, y] of [...picture.bases.map(({ spot }) => eye.spot([...spot, 0])), eye.spot([0.4, 0.2, 0])]) {
        expect(x > 0 && x < DESK.width && y > 0 && y < DESK.height).toBe(true);
      }
    }
  });

  test('point at what one touches', () => {
    const shot = fit([[0.1, 0.1, 0], [-0.1, -0.3, 0]], 0.4, 0.7, DESK);
    const eye = shotEye(shot, DESK.width, DESK.height);
    const spot = eye.ground(eye.spot([0.03, -0.07, 0]));
    expect(spot[0]).toBeCloseTo(0.03, 5);
    expect(spot[1]).toBeCloseTo(-0.07, 5);
  });

  test('pass from one to the other the short way around', () => {
    const points = [[0.1, 0.1, 0], [-0.1, -0.3, 0]] as const;
    const [from, to] = [fit(points, 3, 0.7, DESK), fit(points, -3, 0.9, DESK)];
    expect(between(from, to, 0)).toBe(from);
    expect(between(from, to, 1)).toBe(to);
    expect(Math.abs(Math.abs(between(from, to, 0.5).angle) - Math.PI)).toBeLessThan(0.01);
    expect([same(from, { ...from }), same(from, to)]).toEqual([true, false]);
    expect(steepest(points, 0, [50, 30], DESK, [[0, 0]], 1).steep).toBeCloseTo((50 * Math.PI) / 180);
  });

  test('follow a die, and are seen again from another eye', () => {
    const shot = fit([[0.1, 0.1, 0], [-0.1, -0.3, 0]], 0.4, 0.7, DESK);
    const near = turnedBy(shot, followed(AT_REST, [0.05, 0.06], 1));
    expect(near.distance).toBeLessThan(shot.distance);
    expect(Math.hypot(near.target[0] - 0.05, near.target[1] - 0.06)).toBeLessThan(Math.hypot(shot.target[0] - 0.05, shot.target[1] - 0.06));
    expect(replayed(shot, 'seat')).toBe(shot);
    expect(new Set(['opposite', 'low', 'above'].map((eye) => JSON.stringify(replayed(shot, eye as 'low')))).size).toBe(3);
  });
});

describe('the finger', () => {
  const range: [number, number] = [0.4, 2.5];

  test('goes back with the strength, and is at the die within three frames of its release', () => {
    expect(drawnBack(2.5, range)).toBeGreaterThan(drawnBack(0.8, range));
    const gaps = [0, 16, 32, 48].map((time) => snapped(drawnBack(2, range), time));
    expect(gaps[1]!).toBeLessThan(gaps[0]! * 0.4);
    expect(gaps[3]).toBe(0);
  });

  test('stands behind the die, and follows it once it flies', () => {
    const aim = { azimuth: 0, speed: 1, height: 0, side: 0, elevation: 0 };
    const finger = fingerAt(lying(0, -0.3), aim, 0, 2, 0.01);
    expect(finger.at[1]).toBeCloseTo(-0.3 - SIZES.die_edge / 2 - 0.01);
    expect(following(decode(FALLS), 1)).not.toBeNull();
    expect(following(decode(FALLS), 30)).toBeNull();
  });
});

describe('the quality', () => {
  test('steps down when frames come late again and again, and not for one pause', () => {
    const run = (gap: number, pause = 0): boolean => {
      const watch = new Watch();
      return Array.from({ length: 60 }, (_, frame) => watch.frame(frame * gap + (frame > 30 ? pause : 0))).some(Boolean);
    };
    expect([run(16), run(16, 5000), run(33)]).toEqual([false, false, true]);
    expect(QUALITIES.at(-1)).toMatchObject({ light: 'plain', shadow: 0, pixels: 1 });
  });
});

/** What a film shows beside its dice, as a function of time alone: the trail of the flicked die, dust, and a shaken camera. */
import { leading, poseAt, type Film } from './film';
import { SIZES, type Spot, type Vector } from './geometry';

/** A cloud of dust: where it is, how old from 0 to 1, and how much of it. */
export interface Puff {
  spot: Vector;
  age: number;
  size: number;
}

export interface Effects {
  /** Where the leading die was, the latest first; empty once it is slow. */
  trail: Vector[];
  die: number | null;
  puffs: Puff[];
  /** By how much of its distance the camera is off, to the side and upward. */
  shake: Spot;
}

export const NO_EFFECTS: Effects = { trail: [], die: null, puffs: [], shake: [0, 0] };

/** So many frames a trail reaches back. */
const TAIL = 13;
/** A die slower than so many metres a second has no trail. */
const SLOW = 0.35;
/** Dust rises where a die strikes harder than this, in m/s, and hangs for so many milliseconds. */
const DUSTY = 0.45;
const HANGS = 420;
/** A die that falls from a tower this hard shakes the table for so many milliseconds. */
const HEAVY = 0.5;
const SHAKES = 260;
const FAR = 0.006;

/** The effects at a frame of a film, also between two. */
export function effectsAt(film: Film, frame: number): Effects {
  const die = leading(film);
  const track = film.tracks.find((one) => one.die === die);
  const now = frame * film.interval;
  const trail: Vector[] = [];
  for (let back = 0; track && back <= TAIL && frame - back >= 0; back += 1) {
    const [x, y, z] = poseAt(track, frame - back);
    if (z < 0 || Math.hypot(x, y) > SIZES.table_radius) break;
    trail.push([x, y, z]);
  }
  const [head, tail] = [trail[0], trail.at(-1)];
  const pace = head && tail && trail.length > 1 ? Math.hypot(head[0] - tail[0], head[1] - tail[1]) / (((trail.length - 1) * film.interval) / 1000) : 0;
  return { trail: pace > SLOW ? trail : [], die, puffs: puffsAt(film, now), shake: shakeAt(film, now) };
}

function puffsAt(film: Film, now: number): Puff[] {
  return film.impacts.flatMap(({ at, die, struck, strength }) => {
    const age = (now - at) / HANGS;
    const track = film.tracks.find((one) => one.die === die);
    if (age < 0 || age >= 1 || strength < DUSTY || struck === 'die' || struck === 'off' || !track) return [];
    const [x, y, z] = poseAt(track, at / film.interval);
    return [{ spot: [x, y, Math.max(0.001, z - SIZES.die_edge / 2)] as const, age, size: Math.min(1.6, strength) }];
  });
}

/** A tower that comes down shakes the table: dice of it strike the table that nobody flicked. */
function shakeAt(film: Film, now: number): Spot {
  const flicked = leading(film);
  const blows = film.impacts.filter(({ die, struck, strength, at }) => die !== flicked && struck === 'table' && strength > HEAVY && now >= at && now - at < SHAKES);
  return blows.reduce<Spot>(([x, y], { at, strength }) => {
    const age = (now - at) / SHAKES;
    const swing = FAR * Math.min(1.4, strength) * (1 - age) ** 2;
    return [x + swing * Math.sin(now * 0.11), y + swing * Math.cos(now * 0.13)];
  }, [0, 0]);
}

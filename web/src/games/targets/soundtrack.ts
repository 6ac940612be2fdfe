/** What a film sounds like: its impacts in the time in which they are shown, the roll between them, and what a phone trembles with. */
import type { Material, Rub, Strike } from '../../lib/sound';
import { shownAt, timesOf } from './director';
import { leading, poseAt, type Film } from './film';
import { SIZES } from './geometry';

export interface Soundtrack {
  strikes: Strike[];
  rubs: Rub[];
  /** Milliseconds of trembling and of rest in turn, rest first. */
  tremble: number[];
}

/** At this change of speed, in m/s, a strike is as hard as it can be. */
const HARDEST = 1.8;
/** From here on to the side a strike is heard on that side alone, in metres. */
const WIDE = 0.45;
/** Rolling is heard while a die is this low and this fast. */
const LOW = SIZES.die_edge * 1.15;
const FAST = 0.9;
const SLOW = 0.06;
const EVERY = 3;
/** A phone trembles with strikes harder than this, for so many milliseconds, and no more often than this. */
const FELT = 0.2;
const TREMBLES = { least: 6, most: 24, apart: 50 };

/** The sound of a film that takes `tempo` times its usual time, as it is heard from an angle of the table. */
export function soundtrack(film: Film, angle: number, tempo = 1): Soundtrack {
  const times = timesOf(film);
  const when = (moment: number): number => (shownAt(times, film.interval, moment) * tempo) / 1000;
  const aside = (x: number, y: number): number => (-x * Math.sin(angle) + y * Math.cos(angle)) / WIDE;
  const strikes = film.impacts.map(({ at, die, struck, strength }): Strike => {
    const track = film.tracks.find((one) => one.die === die);
    const [x, y] = track ? poseAt(track, at / film.interval) : [0, 0];
    return { at: when(at), on: struck satisfies Material, hard: Math.min(1, (strength / HARDEST) ** 0.7), side: Math.max(-1, Math.min(1, aside(x, y))) };
  });
  return { strikes, rubs: rubsOf(film, when), tremble: trembling(strikes) };
}

/** How loudly the leading die rolls or slides, frame by frame. */
function rubsOf(film: Film, when: (moment: number) => number): Rub[] {
  const track = film.tracks.find((one) => one.die === leading(film));
  if (!track) return [];
  const rubs: Rub[] = [];
  for (let frame = 0; frame + EVERY <= film.frames; frame += EVERY) {
    const [from, to] = [poseAt(track, frame), poseAt(track, frame + EVERY)];
    const pace = Math.hypot(to[0] - from[0], to[1] - from[1]) / ((EVERY * film.interval) / 1000);
    const level = from[2] > 0 && from[2] < LOW && pace > SLOW ? Math.min(1, pace / FAST) : 0;
    const [last, earlier] = [rubs.at(-1), rubs.at(-2)];
    if (level === 0 && last?.level === 0 && (!earlier || earlier.level === 0)) rubs.pop();
    rubs.push({ at: when(frame * film.interval), level });
  }
  return rubs.some(({ level }) => level > 0) ? rubs : [];
}

/** Trembling and resting in turn, as `navigator.vibrate` takes it after a first rest: strikes close together are one. */
export function trembling(strikes: readonly Strike[]): number[] {
  const pattern: number[] = [];
  let end = 0;
  for (const { at, hard } of strikes) {
    const begin = Math.round(at * 1000);
    if (hard < FELT || (pattern.length && begin - end < TREMBLES.apart)) continue;
    const long = Math.round(TREMBLES.least + hard * (TREMBLES.most - TREMBLES.least));
    pattern.push(begin - end, long);
    end = begin + long;
  }
  // The pattern of a phone begins with trembling: none for as long as the first rest.
  return pattern.length ? [0, ...pattern] : [];
}

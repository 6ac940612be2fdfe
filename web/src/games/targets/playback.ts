/** What the table shows from moment to moment: a film in its physical time, pieces that glide to their new places. */
import { frameAt, timesOf } from './director';
import { filmed, type Film } from './film';
import { blend, type Pose } from './geometry';
import type { Picture } from './view';

/** The clock of the screen, so that a test can have one of its own. */
export interface Ticks {
  now(): number;
  next(action: () => void): number;
  cancel(handle: number): void;
}

export const SCREEN: Ticks = {
  now: () => performance.now(),
  next: (action) => requestAnimationFrame(action),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** The moment of a film that is shown. */
export interface Moment {
  film: Film;
  /** The frame, also between two. */
  frame: number;
}

const GLIDE = 350;
/** A piece that is put somewhere else is lifted by a part of its way. */
const LIFT = 0.25;
const HIGHEST = 0.06;
/** Less than this nobody sees. */
const NOTHING = 0.0002;

export class Playback {
  #picture: Picture;
  #handle: number | null = null;
  #end: Picture | null = null;
  /** How much longer than usual everything takes. */
  tempo = 1;

  /** `show` is called whenever something has changed, and not otherwise; it hears whether more is to come, and from which film. */
  constructor(first: Picture, readonly show: (picture: Picture, moving: boolean, moment: Moment | null) => void, readonly ticks: Ticks = SCREEN) {
    this.#picture = first;
  }

  /** Whether something moves. */
  get moving(): boolean {
    return this.#handle !== null;
  }

  /** Show a picture at once. */
  set(picture: Picture): void {
    this.stop();
    this.#put(picture, false);
  }

  /** Let everything glide to its place in a picture. */
  glide(picture: Picture): void {
    this.stop();
    const from = this.#picture;
    if (alike(from, picture)) return this.set(picture);
    this.#run(GLIDE, picture, (part) => between(from, picture, 1 - (1 - part) ** 3), () => this.set(picture));
  }

  /** Show a film from where the dice are; then everything glides to its place in a picture. */
  play(film: Film, then: Picture): void {
    this.stop();
    const from = this.#picture;
    const end = (): void => {
      this.#picture = filmed(from, film, film.frames);
      this.glide(then);
    };
    const times = timesOf(film);
    const length = times.at(-1) ?? 0;
    let frame = 0;
    const at = (part: number): Picture => filmed(from, film, (frame = frameAt(times, part * length)));
    this.#run(length, then, at, end, () => ({ film, frame }));
  }

  /** Show a film once more, from its start; then everything is as it was. */
  again(film: Film): void {
    this.stop();
    const now = this.#picture;
    this.#picture = filmed(now, film, 0);
    this.play(film, now);
  }

  /** Whatever moves is at its end. */
  finish(): void {
    if (this.#end) this.set(this.#end);
  }

  stop(): void {
    if (this.#handle !== null) this.ticks.cancel(this.#handle);
    this.#handle = null;
    this.#end = null;
  }

  #run(length: number, last: Picture, at: (part: number) => Picture, end: () => void, moment: () => Moment | null = () => null): void {
    const begun = this.ticks.now();
    this.#end = last;
    const tick = (): void => {
      const part = (this.ticks.now() - begun) / (length * this.tempo);
      if (part >= 1) return end();
      this.#put(at(part), true, moment());
      this.#handle = this.ticks.next(tick);
    };
    this.#handle = this.ticks.next(tick);
  }

  #put(picture: Picture, moving: boolean, moment: Moment | null = null): void {
    this.#picture = picture;
    this.show(picture, moving, moment);
  }
}

/** Whether no die would move from one picture to the other. */
function alike(one: Picture, other: Picture): boolean {
  const poses = new Map(one.dice.map(({ die, pose }) => [die, pose]));
  return other.dice.every(({ die, pose }) => poses.get(die)?.every((part, index) => Math.abs(part - pose[index]!) < NOTHING));
}

/** The picture between two: dice are lifted over to their new places, the rest is as it will be. */
export function between(from: Picture, to: Picture, part: number): Picture {
  const old = new Map(from.dice.map((seen) => [seen.die, seen.pose]));
  const dice = to.dice.map((seen) => {
    const before = old.get(seen.die);
    return before ? { ...seen, pose: carried(before, seen.pose, part) } : seen;
  });
  return { ...to, dice };
}

function carried(from: Pose, to: Pose, part: number): Pose {
  const way = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const [x, y, z, ...turn] = blend(from, to, part);
  return [x, y, z + Math.min(HIGHEST, way * LIFT) * 4 * part * (1 - part), ...turn];
}

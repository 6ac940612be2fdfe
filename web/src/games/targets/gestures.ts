/** What fingers on the table mean for the camera: two of them pinch, turn and shift; one with the right button goes around. */
import type { Spot } from './geometry';

/** How the camera is to move. */
export interface Moved {
  zoom: number;
  /** In pixels. */
  pan: Spot;
  /** Where the fingers are, in pixels. */
  middle: Spot;
  /** In radians. */
  yaw: number;
  tilt: number;
}

/** So many pixels go around the table by a radian. */
const AROUND = 220;
/** The pace of a finger is that of its last milliseconds. */
const LATELY = 90;

export class Gestures {
  readonly #fingers = new Map<number, Spot>();
  #orbits: number | null = null;
  #trail: { spot: Spot; at: number }[] = [];

  /** Whether the camera moves now, and nothing else does. */
  get moves(): boolean {
    return this.#orbits !== null || this.#fingers.size > 1;
  }

  down(finger: number, spot: Spot, orbits: boolean): void {
    this.#fingers.set(finger, spot);
    if (orbits) this.#orbits = finger;
    this.#trail = [];
  }

  /** What a finger that moved asks of the camera; null where it does something else. */
  move(finger: number, spot: Spot, at: number): Moved | null {
    const old = this.#fingers.get(finger);
    if (!old) return null;
    this.#fingers.set(finger, spot);
    this.#trail = [...this.#trail.filter((one) => at - one.at < LATELY), { spot, at }];
    if (this.#orbits === finger) {
      return { zoom: 1, pan: [0, 0], middle: spot, yaw: (old[0] - spot[0]) / AROUND, tilt: (spot[1] - old[1]) / AROUND };
    }
    const other = [...this.#fingers].find(([one]) => one !== finger)?.[1];
    return other ? pinched(old, spot, other) : null;
  }

  /** Let a finger go; how fast it was, in pixels a millisecond. */
  up(finger: number, at: number): number {
    this.#fingers.delete(finger);
    if (this.#orbits === finger) this.#orbits = null;
    const trail = this.#trail.filter((one) => at - one.at < LATELY);
    const [first, last] = [trail[0], trail.at(-1)];
    this.#trail = [];
    if (!first || !last || first === last) return 0;
    return Math.hypot(last.spot[0] - first.spot[0], last.spot[1] - first.spot[1]) / Math.max(1, last.at - first.at);
  }
}

/** What it means that one of two fingers went from a spot to another. */
function pinched(from: Spot, to: Spot, other: Spot): Moved {
  const before = Math.hypot(from[0] - other[0], from[1] - other[1]);
  const after = Math.hypot(to[0] - other[0], to[1] - other[1]);
  const turn = Math.atan2(to[1] - other[1], to[0] - other[0]) - Math.atan2(from[1] - other[1], from[0] - other[0]);
  return {
    zoom: before > 0 ? after / before : 1,
    pan: [(to[0] - from[0]) / 2, (to[1] - from[1]) / 2],
    middle: [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2],
    yaw: Math.atan2(Math.sin(turn), Math.cos(turn)),
    tilt: 0,
  };
}

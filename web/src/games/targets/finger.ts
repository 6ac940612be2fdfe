/** The finger that flicks: where it is while one draws back, how it snaps, and how it follows the die. */
import type { Aim } from './aim';
import { leading, poseAt, type Film } from './film';
import { seatAngle, SIZES, type Pose } from './geometry';
import type { FingerSeen } from './scene';

/** So far behind the die the finger waits, and goes back at most, in metres. */
const WAITS = 0.003;
const BACK = 0.03;
/** It snaps within so many milliseconds, goes so far through, and is gone after so many. */
const SNAP = 36;
const THROUGH = 0.009;
const GONE = 150;

/** How far the finger is from the die when an aim is drawn back by a part of its strength. */
export function drawnBack(speed: number, range: [number, number]): number {
  return WAITS + (BACK * (speed - range[0])) / Math.max(0.001, range[1] - range[0]);
}

/** How far the finger is from the die so many milliseconds after it was let go: at once on its way, then at the die. */
export function snapped(gap: number, milliseconds: number): number {
  const part = Math.min(1, Math.max(0, milliseconds) / SNAP);
  return gap * (1 - part * (2 - part));
}

/** The finger of an aim at a die, its tip so far from it. */
export function fingerAt(pose: Pose, aim: Aim, seat: number, seats: number, gap: number): FingerSeen {
  const heading = seatAngle(seat, seats) + Math.PI + (aim.azimuth * Math.PI) / 180;
  return behind(pose, heading, aim, gap);
}

function behind([x, y, z]: Pose, heading: number, { height, side, elevation }: Pick<Aim, 'height' | 'side' | 'elevation'>, gap: number): FingerSeen {
  const [cos, sin, half] = [Math.cos(heading), Math.sin(heading), SIZES.die_edge / 2];
  const away = half + gap;
  return {
    at: [x - cos * away - sin * side * half, y - sin * away + cos * side * half, z + height * half * 0.8],
    heading, rise: (elevation * Math.PI) / 180,
  };
}

/** The finger at a moment of a film: it goes through where the die stood, and is gone. */
export function following(film: Film, frame: number): FingerSeen | null {
  const milliseconds = frame * film.interval;
  const track = film.tracks.find((one) => one.die === leading(film));
  if (!track || milliseconds > GONE) return null;
  const [from, to] = [poseAt(track, 0), poseAt(track, 2)];
  const heading = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const part = milliseconds / GONE;
  const gap = -THROUGH * Math.sin(Math.PI * Math.min(1, part * 1.6)) + (part > 0.5 ? (part - 0.5) * 0.05 : 0);
  return behind(from, heading, { height: 0, side: 0, elevation: 0 }, gap);
}

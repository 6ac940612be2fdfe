/** Where a camera stands so that what matters fills the board, and where things then appear; no drawing, no three.js. */
import type { Camera, Eye } from './eye';
import { SIZES, type Spot, type Vector } from './geometry';

/** A camera: what it looks at, from which side and how steeply (in radians), and from how far (in metres). */
export interface Shot {
  target: Vector;
  angle: number;
  steep: number;
  distance: number;
}

/** The part of the board, in pixels, that nothing stands over. */
export interface Room {
  width: number;
  height: number;
  top: number;
  low: number;
  side: number;
}

/** How much the camera takes in from top to bottom, in degrees. */
export const ANGLE = 18;
const HALF = Math.tan((ANGLE * Math.PI) / 360);
/** One looks down at least and at most so steeply. */
const [FLATTEST, STEEPEST] = [0.2, 1.57];
const ROUNDS = 14;

interface Frame {
  from: Vector;
  back: Vector;
  right: Vector;
  up: Vector;
}

function frameOf({ target, angle, steep, distance }: Shot): Frame {
  const [ca, sa, cs, ss] = [Math.cos(angle), Math.sin(angle), Math.cos(steep), Math.sin(steep)];
  const back: Vector = [ca * cs, sa * cs, ss];
  return {
    from: [target[0] + back[0] * distance, target[1] + back[1] * distance, target[2] + back[2] * distance],
    back, right: [-sa, ca, 0], up: [-ca * ss, -sa * ss, cs],
  };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function seen({ from, back, right, up }: Frame, point: Vector): Vector {
  const way: Vector = [point[0] - from[0], point[1] - from[1], point[2] - from[2]];
  return [dot(way, right), dot(way, up), Math.max(0.01, -dot(way, back))];
}

/** Where the camera of a shot is. */
export function standpoint(shot: Shot): Vector {
  return frameOf(shot).from;
}

/** Where things appear in a shot. */
export function shotEye(shot: Shot, width: number, height: number): Eye {
  const frame = frameOf(shot);
  const focal = height / 2 / HALF;
  const spot = (point: Vector): Spot => {
    const [x, y, depth] = seen(frame, point);
    return [width / 2 + (x / depth) * focal, height / 2 - (y / depth) * focal];
  };
  return {
    spot,
    ground: ([px, py]) => {
      const [x, y] = [(px - width / 2) / focal, (height / 2 - py) / focal];
      const way = [0, 1, 2].map((axis) => frame.right[axis]! * x + frame.up[axis]! * y - frame.back[axis]!) as [number, number, number];
      if (way[2] > -0.001) return [shot.target[0], shot.target[1]];
      const reach = -frame.from[2] / way[2];
      return [frame.from[0] + way[0] * reach, frame.from[1] + way[1] * reach];
    },
    scale: ([x, y]) => focal / seen(frame, [x, y, 0])[2],
  };
}

/** How many pixels the edge of a die has at a spot. */
export function dieSize(shot: Shot, height: number, [x, y]: Spot): number {
  return (height / 2 / HALF / seen(frameOf(shot), [x, y, SIZES.die_edge / 2])[2]) * SIZES.die_edge;
}

/** The nearest camera from an angle that has all points in its room. */
export function fit(points: readonly Vector[], angle: number, steep: number, room: Room): Shot {
  const { width, height, top, low, side } = room;
  const focal = height / 2 / HALF;
  let shot: Shot = { target: [0, 0, 0], angle, steep, distance: 2.4 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const eye = shotEye(shot, width, height);
    const spots = points.map(eye.spot);
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const [left, right, above, below] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { right: across, up } = frameOf(shot);
    const metre = shot.distance / focal;
    const [dx, dy] = [((left + right) / 2 - width / 2) * metre, ((top + height - low) / 2 - (above + below) / 2) * metre];
    const wanted = Math.max((right - left) / Math.max(60, width - 2 * side), (below - above) / Math.max(60, height - top - low));
    shot = {
      ...shot,
      target: [0, 1, 2].map((axis) => shot.target[axis]! + across[axis]! * dx + up[axis]! * dy) as unknown as Vector,
      distance: Math.min(9, Math.max(0.2, shot.distance * wanted ** 0.9)),
    };
  }
  return shot;
}

/** The steepest of several cameras that shows a spot as large as is wanted, else the one that shows it largest. */
export function steepest(points: readonly Vector[], angle: number, steeps: readonly number[], room: Room, spots: readonly Spot[], wanted: number): Shot {
  let best: { shot: Shot; size: number } | null = null;
  for (const degrees of steeps) {
    const shot = fit(points, angle, (degrees * Math.PI) / 180, room);
    const size = Math.min(...spots.map((spot) => dieSize(shot, room.height, spot)));
    if (size >= wanted) return shot;
    if (!best || size > best.size) best = { shot, size };
  }
  return best!.shot;
}

/** A shot as a hand has turned and moved it. */
export function turnedBy(shot: Shot, camera: Camera): Shot {
  const { at, pull, zoom, yaw, tilt } = camera;
  const towards = (from: number, to: number): number => from + (to - from) * pull;
  return {
    target: [towards(shot.target[0], at[0]), towards(shot.target[1], at[1]), towards(shot.target[2], 0)],
    angle: shot.angle + yaw,
    steep: Math.min(STEEPEST, Math.max(FLATTEST, shot.steep + tilt)),
    distance: shot.distance / zoom,
  };
}

/** The shot a part of the way from one to another; the camera goes the short way around the table. */
export function between(from: Shot, to: Shot, part: number): Shot {
  if (part <= 0) return from;
  if (part >= 1) return to;
  const mix = (a: number, b: number): number => a + (b - a) * part;
  const turn = Math.atan2(Math.sin(to.angle - from.angle), Math.cos(to.angle - from.angle));
  return {
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
    angle: from.angle + turn * part,
    steep: mix(from.steep, to.steep),
    distance: from.distance * (to.distance / from.distance) ** part,
  };
}

/** Whether two shots show the same. */
export function same(one: Shot, other: Shot): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4;
  return one.target.every((value, axis) => near(value, other.target[axis]!)) && near(one.angle, other.angle) && near(one.steep, other.steep) && near(one.distance, other.distance);
}

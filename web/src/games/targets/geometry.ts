/** Where discs, bases and dice are on the table, in metres: x to the right, y away from seat 0, z up. */
import { SIZES, type Pose } from './generated';

export { SIZES, type Pose } from './generated';

export type Turn = readonly [number, number, number, number];
export type Vector = readonly [number, number, number];
export type Spot = readonly [number, number];

/** The face on each axis of a die; opposite faces add up to 7. */
export const FACES: readonly { value: number; axis: Vector }[] = [
  { value: 1, axis: [0, 0, 1] },
  { value: 6, axis: [0, 0, -1] },
  { value: 2, axis: [1, 0, 0] },
  { value: 5, axis: [-1, 0, 0] },
  { value: 3, axis: [0, 1, 0] },
  { value: 4, axis: [0, -1, 0] },
];

/** Where the pips of each face are, on a grid from -1 to 1. */
export const PIPS: Record<number, readonly Spot[]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

const HALF = Math.SQRT1_2;

/** A turn for each face that brings it to the top. */
const UPWARD: Record<number, Turn> = {
  1: [1, 0, 0, 0],
  6: [0, 1, 0, 0],
  2: [HALF, 0, -HALF, 0],
  5: [HALF, 0, HALF, 0],
  3: [HALF, HALF, 0, 0],
  4: [HALF, -HALF, 0, 0],
};

/** The direction in which a seat sits: evenly around the table, clockwise, seat 0 at the near side. */
export function seatAngle(seat: number, seats: number): number {
  return -Math.PI / 2 - (2 * Math.PI * seat) / seats;
}

/** The centres of the central discs by place; Golden Targets has one, in the middle. */
export function discPlaces(golden: boolean): Spot[] {
  if (golden) return [[0, 0]];
  return [0, 1, 2].map((place) => {
    const angle = Math.PI / 2 + (2 * Math.PI * place) / 3;
    return [SIZES.ring_circle * Math.cos(angle), SIZES.ring_circle * Math.sin(angle)];
  });
}

/** Where a base stands: 200 mm from the nearest disc, rim to rim, in the direction of its seat. */
export function basePlace(seat: number, seats: number, golden: boolean): Spot {
  const angle = seatAngle(seat, seats);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const apart = SIZES.base_radius + SIZES.base_distance + SIZES.disc_radius;
  const reaches = discPlaces(golden).map(([x, y]) => {
    const across = x * uy - y * ux;
    return x * ux + y * uy + Math.sqrt(apart * apart - across * across);
  });
  const reach = Math.max(...reaches);
  return [reach * ux, reach * uy];
}

/** The height at which a base stands: discs and dice under it raise it. */
export function baseFoot(discs: number, under: number): number {
  return discs * SIZES.disc_height + Math.ceil(under / 3) * SIZES.die_edge;
}

/** How the dice under a base lie, three to a layer, along the direction of the seat and across it. */
export function underPlaces(under: number): Spot[] {
  const step = SIZES.die_edge / 2 + 0.0002;
  const full: Spot[] = [[step, 0], [-step, -step], [-step, step]];
  const layers = Array.from({ length: Math.floor(under / 3) }, () => full).flat();
  const rest: Spot[][] = [[], [[0, 0]], [[0, -step], [0, step]]];
  return [...layers, ...(rest[under % 3] ?? [])];
}

/** A die that lies flat with a face on top, turned about the vertical. */
export function flat(face: number, yaw: number): Turn {
  return multiply([Math.cos(yaw / 2), 0, 0, Math.sin(yaw / 2)], UPWARD[face] ?? UPWARD[1]!);
}

/** The turn b followed by the turn a. */
export function multiply([aw, ax, ay, az]: Turn, [bw, bx, by, bz]: Turn): Turn {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

/** A vector as a turned die carries it. */
export function rotate([w, x, y, z]: Turn, [vx, vy, vz]: Vector): Vector {
  const [tx, ty, tz] = [2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)];
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

/** The turn of a pose. */
export function turnOf(pose: Pose): Turn {
  return [pose[3], pose[4], pose[5], pose[6]];
}

/** The face that points most upward. */
export function upFace(pose: Pose): number {
  const turn = turnOf(pose);
  const heights = FACES.map(({ value, axis }) => [rotate(turn, axis)[2], value] as const);
  return heights.reduce((best, next) => (next[0] > best[0] ? next : best))[1];
}

/** The pose between two, a part of the way; the die turns the short way round. */
export function blend(a: Pose, b: Pose, part: number): Pose {
  const dot = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6];
  const theta = Math.acos(Math.min(1, Math.abs(dot)));
  const whole = Math.sin(theta);
  const from = theta < 0.001 ? 1 - part : Math.sin((1 - part) * theta) / whole;
  const to = (theta < 0.001 ? part : Math.sin(part * theta) / whole) * (dot < 0 ? -1 : 1);
  const turn = [3, 4, 5, 6].map((index) => from * a[index]! + to * b[index]!);
  const norm = Math.hypot(...turn);
  return [
    a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2]),
    ...(turn.map((value) => value / norm) as [number, number, number, number]),
  ];
}

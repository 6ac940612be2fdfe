/** From where the table is seen: where a point of it appears, and which point of it lies under a finger. */
import { basePlace, discPlaces, SIZES, type Spot, type Vector } from './geometry';
import type { Picture } from './view';

export interface Eye {
  /** Where a point of the table appears, in pixels of the board. */
  spot(point: Vector): Spot;
  /** The point of the table top under a pixel. */
  ground(pixel: Spot): Spot;
  /** How many pixels a metre has, about there. */
  scale(at: Spot): number;
}

/** The ways to look: from behind the own tower, at the whole table, from above, or close at the discs. */
export const VIEWS = ['behind', 'whole', 'above', 'close'] as const;
export type Look = (typeof VIEWS)[number];
/** A plan is seen from above. */
export const FLAT_VIEWS: readonly Look[] = ['above', 'close'];

/** How one has gone from the usual look: nearer, towards a spot of the table, around it, higher. */
export interface Camera {
  zoom: number;
  /** What one looks at, and how much of the way to it one has gone, from 0 to 1. */
  at: Spot;
  pull: number;
  /** Around the table and upward, in radians. */
  yaw: number;
  tilt: number;
}

/** The usual look. */
export const AT_REST: Camera = { zoom: 1, at: [0, 0], pull: 0, yaw: 0, tilt: 0 };
const ZOOM: Spot = [0.8, 8];

/** Whether a camera is where it usually is. */
export function rests({ zoom, pull, yaw, tilt }: Camera): boolean {
  return Math.abs(zoom - 1) < 0.01 && pull < 0.01 && !yaw && !tilt;
}

/** A camera nearer to the table or further from it; the spot under the finger stays where it is. */
export function zoomed(camera: Camera, ratio: number, under: Spot, middle: Spot): Camera {
  const zoom = Math.min(ZOOM[1], Math.max(ZOOM[0], camera.zoom * ratio));
  const part = 1 - camera.zoom / zoom;
  return { ...camera, zoom, pull: 1, at: [middle[0] + (under[0] - middle[0]) * part, middle[1] + (under[1] - middle[1]) * part] };
}

/** A camera that follows something, as near as `closeness` says, from 0 to 1. */
export function followed(camera: Camera, spot: Spot, closeness: number): Camera {
  return closeness <= 0 ? camera : { ...camera, at: spot, pull: Math.max(camera.pull, closeness), zoom: camera.zoom * (1 + 0.9 * closeness) };
}

/** A camera so near that dice are large enough, where they are not from afar. */
export function largeEnough(size: number): Camera {
  const zoom = LEAST_DIE / (size * SIZES.die_edge);
  return zoom <= 1 ? AT_REST : { ...AT_REST, zoom };
}

/** A camera so near to some dice that they are large enough to be told apart, as long as all stay in sight. */
export function closeUp(spots: readonly Spot[], size: number, room: number): Camera {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wanted = (LARGE * LEAST_DIE) / (size * SIZES.die_edge);
  const most = (0.6 * room) / (size * Math.max(right - left, high - low, SIZES.die_edge));
  const zoom = Math.min(wanted, most);
  return zoom <= 1 ? AT_REST : { ...AT_REST, zoom, at: [(left + right) / 2, (low + high) / 2], pull: 1 };
}

/** Buttons and words stand at the upper edge of the board, the own name at the lower one, so many pixels high. */
export const EDGES = { top: 52, low: 24 };
/** In a plan, close up, a die is at least so many pixels wide: dice that lie far out may then be out of sight. */
export const LEAST_DIE = 21;
/** In a choice it is a little more. */
const LARGE = 1.3;
/** How far around a tower and its discs one wants to see. */
const ROOM = 0.036;
/** A tower is at most that high. */
const TALL = 0.075;

/** What has to be in sight: towers, discs, and dice that lie further out; close up, the discs and what lies near. */
export function sights(picture: Picture, look: Look): Vector[] {
  const discs = discPlaces(picture.golden).flatMap((spot) => around(spot, SIZES.disc_radius + 0.012, 0));
  const lying = lyingIn(picture);
  if (look === 'close') return [...discs, ...lying.filter(([x, y]) => Math.hypot(x, y) < 0.13).flatMap((spot) => around(spot, 0.012, 0))];
  const bases = picture.bases.flatMap(({ seat }) => towerOf(picture, seat));
  const far = lying.filter(([x, y]) => Math.hypot(x, y) < SIZES.table_radius + 0.02);
  return [...discs, ...bases, ...far.flatMap((spot) => around(spot, 0.016, 0))];
}

/** Where dice lie on the table, those nearest to its middle first. */
export function lyingIn(picture: Picture): Spot[] {
  return picture.dice.filter(({ where }) => where === 'table').map(({ pose }): Spot => [pose[0], pose[1]]).toSorted((one, other) => Math.hypot(...one) - Math.hypot(...other));
}

/** A base and its tower. */
export function towerOf(picture: Picture, seat: number): Vector[] {
  const spot = basePlace(seat, picture.bases.length, picture.golden);
  return [...around(spot, picture.bases[seat]?.discs ? SIZES.disc_radius : ROOM * 0.7, 0), [...spot, TALL]];
}

/** A ring around a spot. */
export function around([x, y]: Spot, reach: number, z: number): Vector[] {
  return Array.from({ length: 8 }, (_, part) => {
    const turn = (part * Math.PI) / 4;
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn), z] as const;
  });
}

/** The table straight from above, the seat at an angle being at the lower edge; all sights fit in between the edges. */
export function planEye(
  width: number, height: number, seen: readonly Vector[], angle: number, edges = { top: 0, low: 0 }, camera: Camera = AT_REST,
): Eye & { size: number } {
  const turn = -Math.PI / 2 - angle - camera.yaw;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const turned = ([x, y]: readonly number[]): Spot => [x! * cos - y! * sin, x! * sin + y! * cos];
  const spots = seen.map(turned);
  const [left, right] = [Math.min(...spots.map(([x]) => x)), Math.max(...spots.map(([x]) => x))];
  const [low, high] = [Math.min(...spots.map(([, y]) => y)), Math.max(...spots.map(([, y]) => y))];
  const size = camera.zoom * Math.min(width / (right - left), (height - edges.top - edges.low) / (high - low));
  const middle = (height + edges.top - edges.low) / 2;
  const goal = turned(camera.at);
  const towards = (usual: number, wanted: number): number => usual + (wanted - usual) * camera.pull;
  const [x0, y0] = [towards((left + right) / 2, goal[0]), towards((low + high) / 2, goal[1])];
  return {
    size,
    spot: (point) => {
      const [x, y] = turned(point);
      return [width / 2 + (x - x0) * size, middle - (y - y0) * size];
    },
    ground: ([px, py]) => {
      const [x, y] = [(px - width / 2) / size + x0, (middle - py) / size + y0];
      return [x * cos + y * sin, -x * sin + y * cos];
    },
    scale: () => size,
  };
}

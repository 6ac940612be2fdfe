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

/** The ways to look: from behind the own tower, from above, or close at the discs. */
export const VIEWS = ['behind', 'above', 'close'] as const;
export type Look = (typeof VIEWS)[number];
/** A plan is seen from above. */
export const FLAT_VIEWS: readonly Look[] = ['above', 'close'];

/** Buttons and words stand at the upper edge of the board, the own name at the lower one, so many pixels high. */
export const EDGES = { top: 52, low: 24 };
/** How far around a tower and its discs one wants to see. */
const ROOM = 0.036;
/** A tower is at most that high. */
const TALL = 0.075;

/** What has to be in sight: towers, discs, and dice that lie further out; close up, the discs and what lies near. */
export function sights(picture: Picture, look: Look): Vector[] {
  const discs = discPlaces(picture.golden).flatMap((spot) => around(spot, SIZES.disc_radius + 0.012, 0));
  const lying = picture.dice.filter(({ where }) => where === 'table').map(({ pose }) => [pose[0], pose[1]] as const);
  if (look === 'close') return [...discs, ...lying.filter(([x, y]) => Math.hypot(x, y) < 0.17).flatMap((spot) => around(spot, 0.012, 0))];
  const bases = picture.bases.flatMap(({ seat }) => {
    const spot = basePlace(seat, picture.bases.length, picture.golden);
    return [...around(spot, ROOM, 0), [...spot, TALL] as const];
  });
  const far = lying.filter(([x, y]) => Math.hypot(x, y) < SIZES.table_radius + 0.02);
  return [...discs, ...bases, ...far.flatMap((spot) => around(spot, 0.016, 0))];
}

function around([x, y]: Spot, reach: number, z: number): Vector[] {
  return Array.from({ length: 8 }, (_, part) => {
    const turn = (part * Math.PI) / 4;
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn), z] as const;
  });
}

/** The table straight from above, the seat at an angle being at the lower edge; all sights fit in between the edges. */
export function planEye(width: number, height: number, seen: readonly Vector[], angle: number, edges = { top: 0, low: 0 }): Eye & { size: number } {
  const turn = -Math.PI / 2 - angle;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const turned = ([x, y]: readonly number[]): Spot => [x! * cos - y! * sin, x! * sin + y! * cos];
  const spots = seen.map(turned);
  const [left, right] = [Math.min(...spots.map(([x]) => x)), Math.max(...spots.map(([x]) => x))];
  const [low, high] = [Math.min(...spots.map(([, y]) => y)), Math.max(...spots.map(([, y]) => y))];
  const size = Math.min(width / (right - left), (height - edges.top - edges.low) / (high - low));
  const middle = (height + edges.top - edges.low) / 2;
  const [x0, y0] = [(left + right) / 2, (low + high) / 2];
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

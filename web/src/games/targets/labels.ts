/** Where words stand on the table so that they cover neither each other nor dice. */
import type { Spot } from './geometry';

/** A rectangle by its middle and half its sides, in pixels. */
export interface Box {
  spot: Spot;
  wide: number;
  high: number;
}

/** A place where a label could stand, in the order in which they are wished. */
export interface Candidate extends Box {
  /** The label in few words, where the whole has no room. */
  brief: boolean;
}

/** How much two boxes share, in square pixels. */
export function shared(one: Box, other: Box): number {
  const across = one.wide + other.wide - Math.abs(one.spot[0] - other.spot[0]);
  const down = one.high + other.high - Math.abs(one.spot[1] - other.spot[1]);
  return across > 0 && down > 0 ? Math.min(across, 2 * one.wide) * Math.min(down, 2 * one.high) : 0;
}

/** The places that lie on the table, clear of everything that must not be covered. */
export function allowed(candidates: readonly Candidate[], walls: readonly Box[], width: number, height: number): Candidate[] {
  return candidates.filter((one) => within(one, width, height) && walls.every((wall) => !shared(one, wall)));
}

function within({ spot: [x, y], wide, high }: Box, width: number, height: number): boolean {
  return x - wide >= 0 && x + wide <= width && y - high >= 0 && y + high <= height;
}

/** The first place that is free, else the one that covers least. */
export function freest(candidates: readonly Candidate[], taken: readonly Box[], width: number, height: number): Candidate | undefined {
  const inside = candidates.filter((one) => within(one, width, height));
  const judged = (inside.length ? inside : candidates).map((one) => ({ one, covers: taken.reduce((sum, other) => sum + shared(one, other), 0) }));
  return judged.reduce((best, next) => (next.covers < best.covers ? next : best), judged[0] ?? { one: candidates[0]!, covers: 0 }).one;
}

/** The places around a box for a label so wide and high: below, to the sides, above, at the corners, then all of them further out. */
export function around({ spot: [x, y], wide, high }: Box, own: { wide: number; high: number }, brief: boolean, gap = 2): Candidate[] {
  return [gap, gap + own.high, gap + 3 * own.high].flatMap((out) => {
    const [across, down] = [wide + own.wide + out, high + own.high + out];
    const corner = out - gap;
    const [aside, below] = [wide + own.wide + corner, high + own.high + corner];
    const places: Spot[] = [
      [x, y + down], [x - across, y], [x + across, y], [x, y - down],
      [x - aside, y + below], [x + aside, y + below], [x - aside, y - below], [x + aside, y - below],
    ];
    return places.map((spot) => ({ spot, ...own, brief }));
  });
}

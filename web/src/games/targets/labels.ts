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

/** The first place that is free, else the one that covers least. */
export function freest(candidates: readonly Candidate[], taken: readonly Box[], width: number, height: number): Candidate | undefined {
  const within = candidates.filter(({ spot: [x, y], wide, high }) => x - wide >= 0 && x + wide <= width && y - high >= 0 && y + high <= height);
  const judged = (within.length ? within : candidates).map((one) => ({ one, covers: taken.reduce((sum, other) => sum + shared(one, other), 0) }));
  return judged.reduce((best, next) => (next.covers < best.covers ? next : best), judged[0] ?? { one: candidates[0]!, covers: 0 }).one;
}

/** The places around a box for a label so wide and high: below, to the sides, above, and a little further out. */
export function around({ spot: [x, y], wide, high }: Box, own: { wide: number; high: number }, brief: boolean, gap = 2): Candidate[] {
  const places: Spot[] = [
    [x, y + high + own.high + gap],
    [x - wide - own.wide - gap, y],
    [x + wide + own.wide + gap, y],
    [x, y - high - own.high - gap],
    [x - wide - own.wide, y + high + own.high],
    [x + wide + own.wide, y + high + own.high],
    [x - wide - own.wide, y - high - own.high],
    [x + wide + own.wide, y - high - own.high],
  ];
  return places.map((spot) => ({ spot, ...own, brief }));
}

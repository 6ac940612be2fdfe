/** Where the board of Touché has its cells. */
import type { Place } from './view';

export const WIDTH = 12;
/** The side of a cell. */
export const SIZE = 40;
/** The wooden rim, with room for letters and numbers. */
export const RIM = 24;
export const WHOLE = WIDTH * SIZE + 2 * RIM;

/** The upper left corner of a cell. */
export function corner([row, column]: Place): { x: number; y: number } {
  return { x: RIM + column * SIZE, y: RIM + row * SIZE };
}

const ACROSS = RIM + 1.45 * SIZE;
const DOWN = RIM + SIZE;

/** The corners of the board have no cells: each side has its score in one. */
export const CORNERS = [{ x: ACROSS, y: DOWN }, { x: WHOLE - ACROSS, y: DOWN }, { x: ACROSS, y: WHOLE - DOWN }] as const;

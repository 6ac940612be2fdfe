/** Where things lie on the board of Exxtra: a ring of 22 spaces around the dice table. */
import { GOAL, SLOTS } from './view';

export interface Spot {
  x: number;
  y: number;
}

export interface Box extends Spot {
  width: number;
  height: number;
}

export const CELL = 64;
export const FRAME = 12;

/** How many spaces the ring is wide and high; both make 22 with Start and Ziel. */
export function shape(wide: boolean): { columns: number; rows: number } {
  return wide ? { columns: 8, rows: 5 } : { columns: 6, rows: 7 };
}

/** The size of the whole board. */
export function size(wide: boolean): { width: number; height: number } {
  const { columns, rows } = shape(wide);
  return { width: columns * CELL + 2 * FRAME, height: rows * CELL + 2 * FRAME };
}

/** The middle of each space from Start (0) to Ziel (21): up the left side, clockwise, back to Start's side. */
export function spaces(wide: boolean): Spot[] {
  const { columns, rows } = shape(wide);
  const cells: [number, number][] = [];
  for (let row = rows - 1; row > 0; row--) cells.push([0, row]);
  for (let column = 0; column < columns - 1; column++) cells.push([column, 0]);
  for (let row = 0; row < rows - 1; row++) cells.push([columns - 1, row]);
  for (let column = columns - 1; column > 0; column--) cells.push([column, rows - 1]);
  return cells.slice(0, GOAL + 1).map(([column, row]) => ({ x: FRAME + (column + 0.5) * CELL, y: FRAME + (row + 0.5) * CELL }));
}

/** Which way the track goes on from a space, in degrees. */
export function heading(wide: boolean, space: number): number {
  const all = spaces(wide);
  const from = all[space];
  const to = all[space + 1];
  if (!from || !to) return 0;
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
}

/** The wells of the dice table: a ladder on a high board, steps on a wide one. */
export function wells(wide: boolean): Box[] {
  const { columns, rows } = shape(wide);
  const left = FRAME + CELL + 6;
  const top = FRAME + CELL + 6;
  const width = (columns - 2) * CELL - 12;
  const height = (rows - 2) * CELL - 12;
  return SLOTS.map((slot) => {
    if (!wide) {
      const each = height / SLOTS.length;
      return { x: left, y: top + (SLOTS.length - 1 - slot) * each + 2, width, height: each - 4 };
    }
    const each = width / SLOTS.length;
    const rise = 10 * (SLOTS.length - 1 - slot);
    return { x: left + slot * each + 2, y: top + rise, width: each - 4, height: height - rise };
  });
}

/** Where several pawns stand on one space, around its middle, and how large they are. */
export function stand(index: number, count: number): Spot & { scale: number } {
  if (count <= 1) return { x: 3, y: 4, scale: 1 };
  const columns = count <= 4 ? 2 : 3;
  const rows = Math.ceil(count / columns);
  const scale = count <= 2 ? 0.78 : columns === 2 ? 0.72 : 0.56;
  const column = index % columns;
  const row = Math.floor(index / columns);
  const inRow = row < rows - 1 ? columns : count - columns * (rows - 1);
  const gap = CELL / (columns + 0.35);
  return { x: (column - (inRow - 1) / 2) * gap, y: 4 + (row - (rows - 1) / 2) * gap * 0.9, scale };
}

/** Where each pawn stands. */
export function pawnSpots(pawns: number[], wide: boolean): (Spot & { scale: number })[] {
  const all = spaces(wide);
  return pawns.map((space, seat) => {
    const sharing = pawns.flatMap((other, owner) => (other === space ? [owner] : []));
    const { x, y, scale } = stand(sharing.indexOf(seat), sharing.length);
    const middle = all[space] ?? { x: 0, y: 0 };
    return { x: middle.x + x, y: middle.y + y, scale };
  });
}

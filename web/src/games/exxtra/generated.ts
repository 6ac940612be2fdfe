/** The view of Exxtra for the browser, and the faces of its dice. Written by `make types` from `ludotheque.games.exxtra.browser`: change it there. */

export type Face = number | 'X';

/** A pair of dice on the table: the slot and what the pair is worth there. */
export interface Pair {
  slot: number;
  value: number;
}

/** `xx_is_100`: XX in the first throw is worth 100 (EXXTRA-18). */
export interface ExxtraOptions {
  xx_is_100: boolean;
}

/** Pawns, dice on the table, the seat to act and the state of its turn. */
export interface Position {
  seats: number;
  pawns: number[];
  dice: (Pair | null)[];
  phase: 'decide' | 'draw_starter' | 'first_throw' | 'over' | 'rolling';
  turn: number;
  starter: number;
  throws: number;
  thrown: [Face, Face] | null;
  options: ExxtraOptions;
}

export const GOAL = 21;

export const FACES_A = [
  1,
  2,
  3,
  4,
  7,
  "X",
];

export const FACES_B = [
  1,
  2,
  3,
  5,
  6,
  "X",
];

/** The view of Touché for the browser. Written by `make types` from `ludotheque.games.touche.browser`: change it there. */

export type Card = '**' | '2C' | '2D' | '2H' | '2S' | '3C' | '3D' | '3H' | '3S' | '4C' | '4D' | '4H' | '4S' | '5C' | '5D' | '5H' | '5S' | '6C' | '6D' | '6H' | '6S' | '7C' | '7D' | '7H' | '7S' | '8C' | '8D' | '8H' | '8S' | '9C' | '9D' | '9H' | '9S' | 'AC' | 'AD' | 'AH' | 'AS' | 'JC' | 'JD' | 'JH' | 'JS' | 'KC' | 'KD' | 'KH' | 'KS' | 'QC' | 'QD' | 'QH' | 'QS' | 'TC' | 'TD' | 'TH' | 'TS';

/** Derived data for drawings; optional in input. */
export interface Shown {
  /** The rows of the board, twelve symbols each; `.` for no cell. */
  board: string[];
  /** The side of each seat. */
  sides: number[];
  /** The number of patterns each side needs. */
  goals: number[];
  /** The crowned cells of each side, claimed joker cells among them. */
  crowns: [number, number][][];
  /** The choice of patterns to crown, as the cells of each set, if there is a choice. */
  choices: [number, number][][][];
}

/** The options of Touché (TOUCHE-1, TOUCHE-6, TOUCHE-19). `patterns` is the set, or a match of pros; `calls` says who says “Touché!”, and `call_seconds` how long a person has for it, 0 without limit; `teams` is the number of teams when six play; `layout` is the text of another board. */
export interface ToucheOptions {
  patterns: 'crosses' | 'lines' | 'pros' | 'squares';
  calls: 'auto' | 'spoken';
  call_seconds: 0 | 5 | 10 | 20;
  teams: 2 | 3;
  layout: string;
}

/** Board, cards and turn. A hidden hand is null; `held` has its number of cards. */
export interface View {
  seats: 2 | 3 | 4 | 6;
  options: ToucheOptions;
  phase: 'crown' | 'deal' | 'draw' | 'draw_dealer' | 'draw_exchange' | 'over' | 'play';
  turn: number;
  dealer: number;
  game: number;
  deals: number;
  exchanged: boolean;
  placed: [number, number] | null;
  winner: number | null;
  sets: ('crosses' | 'lines' | 'squares')[] | null;
  pawns: [number, number][][] | null;
  crowned: string[][] | null;
  hands: (Card[] | null)[];
  held: number[] | null;
  stacks: number[] | null;
  discard: Card[] | null;
  top: Card | null;
  shown: Shown | null;
}

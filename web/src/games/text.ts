/** A position told in groups of lines, for a table that is only text. */
import type { Json, Move, Offer } from '../lib/protocol';

export interface Group {
  title: string;
  lines: Line[];
  /** The same lines as they lie on the table, row by row, where their places matter. */
  rows?: Spot[][];
}

/** A place of a table: its name, what lies there, and the seats that have a piece on it. */
export interface Spot extends Line {
  seats: number[];
}

export interface Line {
  name: string;
  value: string;
}

/** Tells a position in the reader's words; `names` are the players by seat. */
export type Tell = (position: Json, names: string[]) => Group[];

/** What a game says of itself in words. */
export interface Told {
  tell: Tell;
  /** A move in words; where a game has none, its notation serves. */
  label?: (move: Move, position: Json) => string;
  /** What whoever acts has to do now; where a game does not say, the moves are counted. */
  asked?: (position: Json, offers: Offer[]) => string;
}

const NOTHING = '–';

/** Several things in one line. */
export function several(items: readonly (string | number)[]): string {
  return items.join(', ') || NOTHING;
}

/** Groups as sentences, for those who hear them. */
export function sentences(groups: Group[]): string[] {
  return groups.map(({ title, lines }) => {
    const said = lines.map(({ name, value }) => (name ? `${name}: ${value}` : value)).join('; ');
    return [title, said].filter(Boolean).join(' – ');
  });
}

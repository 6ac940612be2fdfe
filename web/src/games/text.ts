/** A position told in groups of lines, for a table that is only text. */
import type { Json } from '../lib/protocol';

export interface Group {
  title: string;
  lines: Line[];
}

export interface Line {
  name: string;
  value: string;
}

/** Tells a position in the reader's words; `names` are the players by seat. */
export type Tell = (position: Json, names: string[]) => Group[];

const NOTHING = '–';

/** Several things in one line. */
export function several(items: readonly (string | number)[]): string {
  return items.join(', ') || NOTHING;
}

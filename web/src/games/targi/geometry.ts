/** Where the cards of the market lie, and the lines between those that face each other. */

/** How the cards lie: the border by number, the centre by letter. */
export const MARKET = ['16 1 2 3 4', '15 a b c 5', '14 d e f 6', '13 g h i 7', '12 11 10 9 8'].map((row) => row.split(' '));
export const WIDTH = 5;

export interface Spot {
  row: number;
  column: number;
}

const SPOTS = new Map(MARKET.flatMap((line, row) => line.map((place, column) => [place, { row, column }] as const)));

/** The row and column of a place, from 0 at the top left; the Robber waits outside before the first round. */
export function spotOf(place: string | number): Spot {
  return SPOTS.get(String(place)) ?? { row: 0, column: 0 };
}

/** Whether a place lies in the centre. */
export function central(place: string): boolean {
  return /^[a-i]$/.test(place);
}

/** Whether a place is one of the four corners. */
export function corner(place: string): boolean {
  return ['4', '8', '12', '16'].includes(place);
}

/** The central places between a border card and the one it faces; none for a corner. */
export function line(place: string | number): string[] {
  const { row, column } = spotOf(place);
  const along = row % (WIDTH - 1) === 0 ? MARKET.map((cards) => cards[column] ?? '') : (MARKET[row] ?? []);
  return along.filter(central);
}

/** The central places where lines of some border cards cross. */
export function crossings(places: readonly (string | number)[]): string[] {
  const lines = places.map((place) => ({ upright: spotOf(place).row % (WIDTH - 1) === 0, cards: line(place) }));
  const across = new Set(lines.filter(({ upright }) => !upright).flatMap(({ cards }) => cards));
  return [...new Set(lines.filter(({ upright }) => upright).flatMap(({ cards }) => cards))].filter((place) => across.has(place)).toSorted();
}

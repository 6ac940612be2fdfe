/** Touché as it comes from the server, and how its events change what is shown. */
import type { GameEvent, Json } from '../../lib/protocol';
import type { Told } from '../view';
import type { View } from './generated';

/** Row and column, from 0 at the top left. */
export type Place = [number, number];

/** A view always tells what a position may leave out. */
export type Position = Told<View, 'sets' | 'pawns' | 'crowned' | 'held' | 'stacks' | 'shown'>;

export interface Cell {
  place: Place;
  /** What is printed on it; `**` for a joker cell. */
  card: string;
  /** The side whose pawn stands there, or who owns the joker cell; null for nobody. */
  side: number | null;
  crowned: boolean;
}

export const JOKER = '**';
const NO_CELL = '.';

/** The position of a view. */
export function read(position: Json): Position {
  return position as unknown as Position;
}

/** All cells of the board, with what stands on them. */
export function cells({ pawns, shown }: Position): Cell[] {
  const owners = new Map(pawns.flatMap((places, side) => places.map((place) => [key(place), side] as const)));
  const crowns = new Map(shown.crowns.flatMap((places, side) => places.map((place) => [key(place), side] as const)));
  return shown.board.flatMap((line, row) =>
    line.split(' ').flatMap((card, column): Cell[] => {
      const place: Place = [row, column];
      const side = crowns.get(key(place)) ?? owners.get(key(place)) ?? null;
      return card === NO_CELL ? [] : [{ place, card, side, crowned: crowns.has(key(place)) }];
    }),
  );
}

/** Whether two places are the same. */
export function same(one: Place, other: Place): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** Where pawns stand that did not stand there before: what was just played. */
export function placed(before: Place[][], after: Place[][]): Place[] {
  return after.flatMap((places, side) => places.filter((place) => !before[side]?.some((old) => same(old, place))));
}

/** The position after an event, as the eye sees it. */
export function step(position: Json, event: GameEvent): Json {
  if (event.name !== 'touche.play' || position === null || event.seat === null) return position;
  const at = read(position);
  const own = at.shown.sides[event.seat];
  const place: Place = [Number(event.params['row']), Number(event.params['column'])];
  const pawns = at.pawns.map((places, side) => [
    ...places.filter((other) => !same(other, place)),
    ...(side === own ? [place] : []),
  ]);
  const card = String(event.params['card']);
  const hands = at.hands.map((hand, seat) => (hand && seat === event.seat ? without(hand, card) : hand));
  return { ...at, pawns, hands, top: card } as unknown as Json;
}

/** A hand after one of its cards was played. */
function without(hand: string[], card: string): string[] {
  const played = hand.indexOf(card);
  return hand.filter((_, place) => place !== played);
}

function key([row, column]: Place): string {
  return `${row} ${column}`;
}

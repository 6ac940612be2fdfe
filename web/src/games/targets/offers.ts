/** What the offered moves mean for the drawing, and what a tap on something means. */
import type { Move, Offer } from '../../lib/protocol';
import { colour } from './dice';
import type { Position } from './view';

/** What was tapped. */
export type Thing = { die: number } | { place: number };

/** The dice that a move is about. */
export function diceOf(move: Move | null | undefined): number[] {
  if (!move || move.do === 'stack') return [];
  return ['die', 'back', 'other'].flatMap((part) => (typeof move[part] === 'number' ? [move[part] as number] : []));
}

/** The disc that a move is about, by its place. */
export function placeOf(move: Move | null | undefined): number | null {
  return move?.do === 'remove' ? Number(move['place']) : null;
}

/** What can be done with a thing: the die that a move names first. */
export function offersFor(offers: Offer[], thing: Thing): Offer[] {
  return offers.filter(({ move }) => ('die' in thing ? diceOf(move)[0] === thing.die : placeOf(move) === thing.place));
}

/** A move that names a thing where nothing can be done with it: the server says why. */
export function attempt({ phase, duties }: Position, thing: Thing): Move {
  if ('place' in thing) return { do: 'remove', place: thing.place };
  if (phase === 'exchange') return { do: 'exchange', die: thing.die };
  const duty = duties[0];
  if (duty && duty.do !== 'stack') return { do: duty.do, die: thing.die };
  return { do: 'call', what: 'double', die: thing.die };
}

/** The orders in which a tower may be stacked, and whether faces are chosen. */
export function stackings(offers: Offer[]): { orders: number[][]; faces: boolean } {
  const stacks = offers.filter(({ move }) => move.do === 'stack').map(({ move }) => move);
  const orders = new Map(stacks.map((move) => [String(move['dice']), move['dice'] as number[]]));
  return { orders: [...orders.values()], faces: stacks.some((move) => ((move['faces'] as number[] | undefined) ?? []).length > 0) };
}

/** The offered order that has the same colours: dice of one colour are all alike. */
export function offeredOrder(orders: readonly number[][], wanted: readonly number[]): number[] {
  const colours = (dice: readonly number[]): string => dice.map(colour).join();
  return orders.find((order) => colours(order) === colours(wanted)) ?? [...wanted];
}

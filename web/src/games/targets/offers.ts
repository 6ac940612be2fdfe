/** What the offered moves mean for the drawing, and what a tap on something means. */
import { sameMove } from '../../lib/moves';
import type { Move, Offer } from '../../lib/protocol';
import { colour } from './dice';
import type { Position } from './view';

/** What was tapped. */
export type Thing = { die: number } | { place: number };

/** The dice of a move, in the order in which they are asked for. */
const DICE = ['die', 'back', 'other'] as const;

/** The dice that a move is about. */
export function diceOf(move: Move | null | undefined): number[] {
  if (!move || move.do === 'stack') return [];
  return DICE.flatMap((part) => (typeof move[part] === 'number' ? [move[part] as number] : []));
}

/** The disc that a move is about, by its place. */
export function placeOf(move: Move | null | undefined): number | null {
  return move?.do === 'remove' ? Number(move['place']) : null;
}

/** What is done with dice: moves of one kind differ only in which. */
export function kindOf(move: Move): string {
  return move.do === 'call' ? String(move['what']) : move.do;
}

/** The kinds of moves that are offered, in the order in which they come; dice are then tapped for which. */
export function kindsOf(offers: readonly Offer[]): string[] {
  return [...new Set(offers.filter(({ move }) => diceOf(move).length).map(({ move }) => kindOf(move)))];
}

/** A move of a kind whose dice are still to be tapped. */
export function begun(offers: readonly Offer[], kind: string): Move {
  const { do: does, what } = offers.find(({ move }) => kindOf(move) === kind)!.move;
  return what === undefined ? { do: does } : { do: does, what };
}

/** The move that was begun, as long as dice are still to be tapped for it; null where a whole move is pointed at, or another. */
export function partOf(offers: readonly Offer[], aim: Move | null): Move | null {
  if (!aim || offers.some(({ move }) => sameMove(move, aim))) return null;
  return matching(offers, aim).length ? aim : null;
}

/** The offers that go on from a move that was begun. */
export function matching(offers: readonly Offer[], part: Move | null): Offer[] {
  if (!part) return offers.filter(({ move }) => diceOf(move).length > 0);
  const chosen = diceOf(part);
  return offers.filter(({ move }) => kindOf(move) === kindOf(part) && move.do === part.do && chosen.every((die, index) => diceOf(move)[index] === die));
}

/** The dice that can be tapped next, each once. */
export function nextDice(offers: readonly Offer[], part: Move | null): number[] {
  const at = diceOf(part).length;
  return [...new Set(matching(offers, part).flatMap(({ move }) => diceOf(move)[at] ?? []))];
}

/** What a tap on a die or a disc leads to: a move that is whole, one that was begun, or nothing. */
export function tapped(offers: readonly Offer[], part: Move | null, thing: Thing): { play?: Move; aim?: Move } {
  if ('place' in thing) {
    const found = offers.find(({ move }) => placeOf(move) === thing.place);
    return found ? { play: found.move } : {};
  }
  const at = diceOf(part).length;
  const found = matching(offers, part).filter(({ move }) => diceOf(move)[at] === thing.die);
  const [first, ...others] = found.map(({ move }) => move);
  if (!first) return {};
  if (!others.length) return { play: first };
  if (new Set(found.map(({ move }) => kindOf(move))).size > 1) return { aim: first };
  return { aim: { ...begun(offers, kindOf(first)), ...part, [asked(first, at)]: thing.die } };
}

/** The part of a move that its die with a number stands for. */
function asked(move: Move, number: number): string {
  return DICE.filter((name) => typeof move[name] === 'number')[number] ?? 'die';
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

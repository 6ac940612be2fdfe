/** What the offered moves mean for the drawing. */
import type { Move, Offer } from '../../lib/protocol';
import { JOKER, same, type Place } from './view';

/** The cell of a move that places a pawn. */
export function cellOf(move: Move | null | undefined): Place | null {
  const cell = move?.['cell'];
  return Array.isArray(cell) ? (cell as Place) : null;
}

/** The card of a move, or of a card that is merely pointed at. */
export function cardOf(move: Move | null): string | null {
  const card = move?.['card'];
  return typeof card === 'string' ? card : null;
}

/** A card that is pointed at, without a cell yet. */
export function pointing(card: string): Move {
  return { do: 'play', card };
}

/** What can be done with a card. */
export function offersOf(offers: Offer[], card: string | null): Offer[] {
  return offers.filter(({ move }) => cardOf(move) === card);
}

/**
 * What a tap on a cell may mean: a card that belongs there, or the card in hand that is pointed at.
 * A joker goes almost everywhere, so it has to be pointed at.
 */
export function offersAt(offers: Offer[], place: Place, chosen: string | null): Offer[] {
  const here = offers.filter(({ move }) => {
    const cell = cellOf(move);
    return cell !== null && same(cell, place);
  });
  const wanted = here.filter(({ move }) => cardOf(move) === chosen);
  return wanted.length ? wanted : here.filter(({ move }) => cardOf(move) !== JOKER);
}

/** The side whose pawn a move would topple, as the server foresees it. */
export function toppled(offer: Offer | undefined): number | null {
  const event = offer?.preview?.find(({ name }) => name === 'touche.topple');
  return event ? Number(event.params['side']) : null;
}

/** The patterns a move would crown at once, as the server foresees it. */
export function crowned(offer: Offer | undefined): string[] {
  const events = offer?.preview ?? [];
  return events.flatMap(({ name, params }) => (name === 'touche.crown' ? [String(params['pattern'])] : []));
}

/** Whether a move would win the game, as the server foresees it. */
export function wins(offer: Offer | undefined): boolean {
  return Boolean(offer?.preview?.some(({ name }) => name === 'touche.goal' || name === 'touche.match'));
}

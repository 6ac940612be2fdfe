/** What the offered moves mean for the drawing. */
import type { Move, Offer } from '../../lib/protocol';

export const THROW: Move = { do: 'throw' };

/** The move that places on a slot. */
export function place(slot: number): Move {
  return { do: 'place', slot };
}

/** Whether two moves are the same. */
export function same(one: Move | null, other: Move | null): boolean {
  return one !== null && other !== null && one.do === other.do && one['slot'] === other['slot'];
}

/** The offer of a move, if it is offered. */
export function offerOf(offers: Offer[], move: Move | null): Offer | undefined {
  return offers.find((offer) => same(offer.move, move));
}

/** What a placed throw would be worth, as the server foresees it. */
export function worth(offer: Offer | undefined): number | null {
  const placed = offer?.preview?.find((event) => event.name === 'exxtra.place');
  return placed ? Number(placed.params['value']) : null;
}

/** The seats whose dice a move would push off the table, as the server foresees it. */
export function removed(offer: Offer | undefined): number[] {
  const events = offer?.preview ?? [];
  return events.flatMap((event) => (event.name === 'exxtra.remove' && event.seat !== null ? [event.seat] : []));
}

/** What the offered moves mean for the drawing. */
import type { Json, Move, Offer } from '../../lib/protocol';
import { central } from './geometry';
import { dealt, KINDS, type Bundle, type Kind } from './view';

/** The place of the market that a move is about. */
export function placeOf(move: Move | null): string | null {
  if (!move) return null;
  const place: Record<string, Json | undefined> = { place: move['card'], use: move['card'], shift: move['to'] ?? move['marker'], look: move['place'] };
  const found = place[move.do];
  return found == null ? null : String(found);
}

/** A card that is merely looked at: one of the market by its place, or a tribe card by its number. */
export function looking(place: string): Move {
  return { do: 'look', place };
}

/** A tribe card that is looked at where it lies in a camp or a hand. */
export function lookingAt(tribe: number): Move {
  return { do: 'look', tribe };
}

/** What a tap on a card of the market may mean; Fata Morgana needs to know which marker goes. */
export function offersAt(offers: Offer[], place: string, marker: string | null): Offer[] {
  const shifts = offers.filter(({ move }) => move.do === 'shift');
  if (!shifts.length) return offers.filter(({ move }) => placeOf(move) === place);
  return shifts.filter(({ move }) => move['to'] === place && (marker === null || move['marker'] === marker));
}

/** The markers that Fata Morgana could move. */
export function movable(offers: Offer[]): string[] {
  return [...new Set(offers.flatMap(({ move }) => (move.do === 'shift' ? [String(move['marker'])] : [])))];
}

/** The marker that is chosen: the one pointed at, or the only one that can move. */
export function chosenMarker(offers: Offer[], aim: Move | null): string | null {
  const [only, ...others] = movable(offers);
  if (aim?.do === 'shift') return String(aim['marker']);
  return others.length ? null : (only ?? null);
}

/** What a tap on a card asks for when nothing is offered there: it comes back with the reason. */
export function wished(phase: string, place: string, marker: string | null): Move {
  const card = central(place) ? place : Number(place);
  if (phase === 'place' && !central(place)) return { do: 'place', card };
  if (phase === 'mirage' && central(place)) return { do: 'shift', marker: marker ?? place, to: place };
  return { do: 'use', card };
}

/** The offer of a move. */
export function offerOf(offers: Offer[], wanted: Move | null): Offer | undefined {
  if (!wanted) return undefined;
  const parts = Object.entries(wanted);
  return offers.find(({ move }) => Object.keys(move).length === parts.length && parts.every(([name, value]) => move[name] === value));
}

/** What a move brings and costs a seat at once, as the server foresees it. */
export function outcome(offer: Offer | undefined, seat: number | null): { got: Bundle; given: Bundle } {
  const all = (offer?.preview ?? []).filter((event) => event.seat === seat).map(dealt);
  return { got: together(all.map(({ got }) => got)), given: together(all.map(({ given }) => given)) };
}

/** Several bundles as one. */
function together(bundles: Bundle[]): Bundle {
  const sum: Bundle = {};
  for (const bundle of bundles) {
    for (const [kind, count] of Object.entries(bundle) as [Kind, number][]) sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}

/** Whether there is anything in a bundle. */
export function some(bundle: Bundle): boolean {
  return Object.values(bundle).some(Boolean);
}

/** The goods, gold and crosses that a move names. */
export function named(move: Move): Bundle {
  const kinds = [...KINDS, 'coin'] as const;
  return Object.fromEntries(kinds.flatMap((kind) => (move[kind] ? [[kind, Number(move[kind])]] : [])));
}

/** The places of the own camp, from 1, that a swap could start with or go on to. */
export function swappable(offers: Offer[], first: number | null): number[] {
  const pairs = offers.flatMap(({ move }) => (move.do === 'swap' ? [[Number(move['first']), Number(move['second'])]] : []));
  const found = first === null ? pairs.flat() : pairs.filter((pair) => pair.includes(first)).flat().filter((place) => place !== first);
  return [...new Set(found)];
}

/** A swap of two places of the camp, as it is written. */
export function swap(one: number, other: number): Move {
  return { do: 'swap', first: Math.min(one, other), second: Math.max(one, other) };
}

/** Where every card of Targi is, as far as a seat can know. */
import { say } from '../../lib/words.svelte';
import { GOODS_DECK, TRIBE, type GoodsName } from './generated';
import { SLOTS, tribeCard, type Position } from './view';

export { GOODS_DECK } from './generated';

/** The number of every tribe card. */
export const ALL_TRIBE = TRIBE.map((_, card) => card);
/** Every goods card by what it gives. */
export const ALL_GOODS = Object.keys(GOODS_DECK) as GoodsName[];

/** How many cards lie in the decks. */
export function decks({ shown }: Position): { tribe: number; goods: number } {
  const [tribe = 0, goods = 0] = shown.decks ?? [];
  return { tribe, goods };
}

/** Where a tribe card is, in words. */
export function whereIs(card: number, at: Position, names: readonly string[]): string {
  const slot = at.centre.indexOf(card);
  if (slot >= 0) return say('web_targi_at_place', { place: SLOTS[slot] ?? '' });
  const camp = at.players.findIndex((player) => player.camp.flat().includes(card));
  if (camp >= 0) return say('web_targi_at_camp', { who: names[camp] ?? '' });
  const hand = at.players.findIndex((player) => player.hand === card);
  if (hand >= 0) return say('web_targi_at_hand', { who: names[hand] ?? '' });
  return say(at.tribe_discard.includes(card) ? 'web_targi_at_discard' : 'web_targi_at_unseen');
}

/** The cards of a camp that have an advantage. */
export function advantages(at: Position, seat: number): number[] {
  return at.players[seat]?.camp.flat().filter((card) => tribeCard(card)?.when) ?? [];
}

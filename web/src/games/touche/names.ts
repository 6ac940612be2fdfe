/** Cards, cells and moves of Touché in the reader's words. */
import type { Json, Move, Offer } from '../../lib/protocol';
import { list, playingCards, say } from '../../lib/words.svelte';
import { cardOf, cellOf } from './offers';
import { JOKER, type Place } from './view';

const COLUMNS = 'abcdefghijkl';
const SUITS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** A card as people see it: `10♥`; the joker by its word. */
export function cardName(card: string): string {
  const [rank = '', suit = ''] = card;
  return card === JOKER ? say('web_text_joker') : playingCards(rank.replace('T', '10') + (SUITS[suit] ?? ''));
}

/** Columns are letters from the left, rows numbers from the top. */
export function cellName([row, column]: Place): string {
  return `${COLUMNS[column]}${row + 1}`;
}

/** Whether a card is a heart or a diamond. */
export function isRed(card: string): boolean {
  return card.endsWith('H') || card.endsWith('D');
}

/** A move in words. */
export function label(move: Move): string {
  const card = cardName(cardOf(move) ?? '');
  const cell = cellOf(move);
  if (cell) return say(move['call'] ? 'web_touche_play_call' : 'web_touche_play', { card, cell: cellName(cell) });
  if (move.do === 'crown') return say('web_touche_crown', { patterns: list((move['patterns'] as string[] | undefined) ?? []) });
  return say(move.do === 'exchange' ? 'web_touche_exchange' : 'web_touche_discard', { card });
}

/** What whoever acts has to do now. */
export function asked(_position: Json, offers: Offer[]): string {
  if (offers.some(({ move }) => move['call'])) return say('web_touche_prompt_call');
  if (offers.some(({ move }) => move.do === 'crown')) return say('web_touche_prompt_crown');
  if (offers.some(({ move }) => move.do === 'discard')) return say('web_touche_prompt_discard');
  return say('web_touche_prompt_play');
}

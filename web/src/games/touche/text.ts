/** Touché in words: each side with its patterns and pawns, the cards, and the hand that is known. */
import { say, tell as told } from '../../lib/words.svelte';
import { several, type Group, type Line, type Spot, type Tell } from '../text';
import { cardName, cellName } from './names';
import { WIDTH } from './geometry';
import { cells, JOKER, read, type Position } from './view';

export { asked, label } from './names';

export const tell: Tell = (json, names) => {
  const position = read(json);
  const sides = position.shown.goals.map((_, side) => side);
  const discards: Group = {
    title: say('web_text_discard'),
    lines: [{ name: say('web_text_top'), value: position.top === null ? several([]) : cardName(position.top) }],
  };
  return [...sides.map((side) => tellSide(position, side, names)), discards, layout(position)];
};

/** The board as it lies: each cell with its card, and whose pawn stands there. */
function layout(position: Position): Group {
  const found = new Map(cells(position).map((cell) => [String(cell.place), cell]));
  const rows = Array.from({ length: WIDTH }, (_, row) =>
    Array.from({ length: WIDTH }, (_, column): Spot => {
      const cell = found.get(String([row, column]));
      const seat = cell && cell.side !== null ? position.shown.sides.indexOf(cell.side) : -1;
      return { name: cellName([row, column]), value: cell ? (cell.card === JOKER ? '★' : cardName(cell.card)) : '', seats: seat < 0 ? [] : [seat] };
    }),
  );
  return { title: say('web_touche_layout'), lines: [], rows };
}

function tellSide(position: Position, side: number, names: string[]): Group {
  const seats = position.shown.sides.flatMap((own, seat) => (own === side ? [seat] : []));
  const crowned = position.crowned[side] ?? [];
  return {
    title: seats.map((seat) => names[seat] ?? '').join(' + '),
    lines: [
      { name: say('web_text_patterns'), value: told(`touche_set_${position.sets[side]}`) },
      { name: say('web_text_crowned'), value: say('web_text_of', { count: crowned.length, all: position.shown.goals[side] ?? 0 }) },
      ...(crowned.length ? [{ name: '', value: several(crowned) }] : []),
      { name: say('web_text_pawns'), value: several((position.pawns[side] ?? []).map(cellName)) },
      ...seats.flatMap((seat) => tellCards(position, seat, seats.length > 1 ? ` (${names[seat]})` : '')),
    ],
  };
}

function tellCards({ hands, held, stacks }: Position, seat: number, whose: string): Line[] {
  const hand = hands[seat];
  return [
    { name: say('web_text_hand') + whose, value: hand ? several(hand.map(cardName)) : say('web_text_cards', { count: held[seat] ?? 0 }) },
    { name: say('web_text_stack') + whose, value: say('web_text_cards', { count: stacks[seat] ?? 0 }) },
  ];
}

/** Targi in words: the round, the centre card by card, and what each player has. */
import { say, tell as told } from '../../lib/words.svelte';
import { several, type Group, type Tell } from '../text';

type Card = number | string | null;

interface Player {
  dates: number;
  salt: number;
  pepper: number;
  gold: number;
  crosses: number;
  targis: number[];
  markers: string[];
  hand: number | null;
  secret: boolean;
  camp: Card[][];
}

interface Position {
  round: number;
  robber: number;
  amulet: number;
  centre: Card[];
  players: Player[];
}

const KINDS = ['dates', 'salt', 'pepper', 'gold', 'crosses'] as const;

/** A card of the centre or a camp: a tribe card by its number, a goods card by what it gives, or one that lies face down. */
export function cardName(card: Card): string {
  if (card === null) return several([]);
  if (typeof card === 'number') return told(`targi_card_${card}`);
  const key = `targi_goods_${card.toLowerCase().replace('+', '')}`;
  const said = told(key);
  return said === key ? card : said;
}

function borderName(place: number): string {
  return `${place} (${told(`targi_border_${place}`)})`;
}

export const tell: Tell = (json, names) => {
  const position = json as unknown as Position;
  const round: Group = {
    title: say('web_text_round', { number: position.round }),
    lines: [
      { name: told('targi_word_robber'), value: borderName(position.robber) },
      { name: told('targi_word_amulet'), value: names[position.amulet] ?? several([]) },
    ],
  };
  const centre: Group = {
    title: say('web_text_centre'),
    lines: position.centre.map((card, index) => ({ name: 'abcdefghi'[index] ?? '', value: cardName(card) })),
  };
  return [round, centre, ...position.players.map((player, seat) => tellPlayer(player, names[seat] ?? ''))];
};

function tellPlayer(player: Player, title: string): Group {
  const hand = player.hand === null ? (player.secret ? told('targi_word_unseen') : several([])) : cardName(player.hand);
  return {
    title,
    lines: [
      ...KINDS.map((kind) => ({ name: told(`targi_kind_${kind}`), value: String(player[kind]) })),
      { name: say('web_text_targis'), value: several(player.targis.map(borderName)) },
      { name: say('web_text_markers'), value: several(player.markers) },
      { name: told('targi_word_hand'), value: hand },
      ...player.camp.map((row, index) => ({ name: `${told('targi_word_camp')} ${index + 1}`, value: several(row.map(cardName)) })),
    ],
  };
}

/** Targi in words: the round, the centre card by card, and what each player has. */
import { knows, list, say, tell as told, type Key } from '../../lib/words.svelte';
import type { Json, Move } from '../../lib/protocol';
import { several, type Group, type Spot, type Tell } from '../text';

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
  phase: string;
  round: number;
  robber: number;
  amulet: number;
  centre: Card[];
  players: Player[];
}

const SLOTS = 'abcdefghi';
/** How the cards lie: the border by number, the centre by letter. */
const MARKET = ['16 1 2 3 4', '15 a b c 5', '14 d e f 6', '13 g h i 7', '12 11 10 9 8'].map((row) => row.split(' '));

const KINDS = ['dates', 'salt', 'pepper', 'gold', 'crosses'] as const;

/** A card of the centre or a camp: a tribe card by its number, a goods card by what it gives, or one that lies face down. */
export function cardName(card: Card): string {
  if (card === null) return several([]);
  if (typeof card === 'number') return told(`targi_card_${card}`);
  if (card === 'empty') return several([]);
  const faceDown = `targi_word_face_down_${card.replace('earlier_', '')}`;
  return told(knows(faceDown) ? faceDown : `targi_goods_${card.toLowerCase().replace('+', '')}`);
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
    lines: position.centre.map((card, index) => ({ name: SLOTS[index] ?? '', value: cardName(card) })),
    rows: MARKET.map((row) => row.map((place) => tellPlace(position, place))),
  };
  return [round, centre, ...position.players.map((player, seat) => tellPlayer(player, names[seat] ?? ''))];
};

/** A card of the market, and who has a Targi or a marker on it. */
function tellPlace(position: Position, place: string): Spot {
  const slot = SLOTS.indexOf(place);
  const seats = position.players.flatMap(({ targis, markers }, seat) => (targis.includes(Number(place)) || markers.includes(place) ? [seat] : []));
  if (slot >= 0) return { name: place, value: cardName(position.centre[slot] ?? null), seats };
  const robber = Number(place) === position.robber ? `, ${told('targi_word_robber')}` : '';
  return { name: place + robber, value: told(`targi_border_${place}`), seats };
}

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

/** What whoever acts has to do now. */
export function asked(json: Json): string {
  return told(`targi_phase_${(json as unknown as Position).phase}`);
}

const SAID: Record<string, Key> = {
  lay: 'web_targi_lay',
  keep: 'web_targi_keep',
  discard: 'web_targi_discard',
  play: 'web_targi_play',
  done: 'web_targi_done',
  skip: 'web_targi_skip',
  finish: 'web_targi_finish',
};

/** A move in words. */
export function label(move: Move, json: Json): string {
  const { centre } = json as unknown as Position;
  const parts = Object.fromEntries(Object.entries(move).map(([name, value]) => [name, String(value)]));
  const plain = SAID[move.do];
  if (plain) return say(plain);
  switch (move.do) {
    case 'place':
      return say('web_targi_place', { card: borderName(Number(move['card'])) });
    case 'use': {
      const slot = SLOTS.indexOf(parts['card'] ?? '');
      const card = slot < 0 ? borderName(Number(move['card'])) : `${parts['card']} (${cardName(centre[slot] ?? null)})`;
      return say('web_targi_use', { card });
    }
    case 'trade':
      return say('web_targi_trade', { give: told(`targi_kind_${parts['give']}`), get: told(`targi_kind_${parts['get']}`) });
    case 'shift':
      return say('web_targi_shift', { from: parts['marker'] ?? '', to: parts['to'] ?? '' });
    case 'row':
      return say('web_targi_row', { row: parts['row'] ?? '' });
    case 'swap':
      return say('web_targi_swap', { first: parts['first'] ?? '', second: parts['second'] ?? '' });
    default:
      return say(`web_targi_${move.do as 'pay' | 'take' | 'return'}`, { bundle: bundle(move) });
  }
}

/** Goods, gold and crosses of a move, each with its number. */
function bundle(move: Move): string {
  const parts = Object.entries(move).flatMap(([kind, count]) => (knows(`targi_amount_${kind}`) && count ? [told(`targi_amount_${kind}`, { count: Number(count) })] : []));
  return parts.length ? list(parts) : say('web_targi_nothing');
}

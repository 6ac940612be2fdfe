/** Targi in words: the round, the centre card by card, and what each player has. */
import { knows, list, say, tell as told, type Key } from '../../lib/words.svelte';
import type { Json, Move } from '../../lib/protocol';
import type { ScorePart } from '../face';
import { several, type Group, type Spot, type Tell } from '../text';
import { MARKET } from './geometry';
import { named } from './offers';
import { KINDS, SLOTS, tribeCard, type Bundle, type Card, type Player, type Points, type Position, type Slot } from './view';

/** A card of the centre or a camp: a tribe card by its number, a goods card by what it gives, or one that lies face down. */
export function cardName(card: Card): string {
  if (card === null) return several([]);
  if (typeof card === 'number') return told(`targi_card_${card}`);
  if (card === 'empty') return several([]);
  if (card === 'unseen') return told('targi_word_unseen');
  const faceDown = `targi_word_face_down_${card.replace('earlier_', '')}`;
  return told(knows(faceDown) ? faceDown : `targi_goods_${card.toLowerCase().replace('+', '')}`);
}

/** A goods card by what it gives, with a capital as in a list. */
export function goodsSaid(card: string): string {
  const said = cardName(card as Card);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** What a bundle holds, in words. */
export function amounts(held: Bundle): string {
  const parts = Object.entries(held).flatMap(([kind, count]) => (count ? [told(`targi_amount_${kind}`, { count })] : []));
  return parts.length ? list(parts) : say('web_targi_nothing');
}

/** What a tribe card costs, in words. */
export function priceName(card: Card): string {
  const tribe = tribeCard(card);
  if (!tribe) return '';
  const price = amounts(tribe.price);
  return tribe.instead ? say('web_targi_price_or', { price, gold: amounts({ gold: 1 }) }) : price;
}

/** A card with all that is printed on it. */
export function cardInFull(card: Card): string {
  const tribe = tribeCard(card);
  if (!tribe) return cardName(card);
  const printed = say('web_targi_card', { card: cardName(card), crosses: amounts({ crosses: tribe.crosses }), price: priceName(card) });
  return tribe.when ? `${printed} – ${told(`targi_advantage_${card}`).replace(/\.$/, '')}` : printed;
}

/** After every third round the Robber reaches a corner and raids; the fourth raid ends the game. */
const RAIDS = 4;
const ROUNDS_A_RAID = 3;

/** How far the game is, when the next raid comes and what it costs. */
export function roundName({ round }: Position): { round: string; raid: string; price: string; corner: number } {
  const next = Math.min(RAIDS, Math.max(1, Math.ceil(round / ROUNDS_A_RAID)));
  return {
    round: say('web_targi_round_of', { number: round, of: RAIDS * ROUNDS_A_RAID }),
    raid: say('web_targi_next_raid', { round: next * ROUNDS_A_RAID }),
    price: told(`targi_refusal_tribute_${next}`),
    corner: next * (ROUNDS_A_RAID + 1),
  };
}

/** A border card by its number, as the board in words counts them, and its name. */
function numbered(place: number | string): string {
  return `${place} (${told(`targi_border_${place}`)})`;
}

/** Border cards whose name another one has too. */
const TWICE = new Set(['2', '3', '6', '7', '11', '15']);

/** A border card by its name, with its number where another one has the same name. */
export function borderName(place: number | string): string {
  const name = told(`targi_border_${place}`);
  return TWICE.has(String(place)) ? `${name} (${place})` : name;
}

export const tell: Tell = (json, names) => {
  const position = json as unknown as Position;
  const round: Group = {
    title: roundName(position).round,
    lines: [
      { name: roundName(position).raid.replace(/\s?:$/, ''), value: roundName(position).price },
      { name: told('targi_word_robber'), value: numbered(position.robber) },
      { name: told('targi_word_amulet'), value: names[position.amulet] ?? several([]) },
    ],
  };
  const centre: Group = {
    title: say('web_text_centre'),
    lines: position.centre.map((card, index) => ({ name: SLOTS[index] ?? '', value: cardInFull(card) })),
    rows: MARKET.map((row) => row.map((place) => tellPlace(position, place))),
  };
  return [round, centre, ...position.players.map((player, seat) => tellPlayer(player, names[seat] ?? '', position.shown?.points[seat]))];
};

/** A card of the market, and who has a Targi or a marker on it. */
function tellPlace(position: Position, place: string): Spot {
  const slot = SLOTS.indexOf(place);
  const seats = position.players.flatMap(({ targis, markers }, seat) => (targis.includes(Number(place)) || markers.includes(place as Slot) ? [seat] : []));
  if (slot >= 0) return { name: place, value: cardName(position.centre[slot] ?? null), seats };
  const robber = Number(place) === position.robber ? `, ${told('targi_word_robber')}` : '';
  return { name: place + robber, value: told(`targi_border_${place}`), seats };
}

/** The parts of a score, as the rules add them up. */
export function scored(points: Points): { name: string; value: number }[] {
  const rows = points.rows.reduce((sum, row) => sum + row, 0);
  const parts: [string, number][] = [['tokens', points.tokens], ['printed', points.printed], ['advantages', points.advantages], ['rows', rows]];
  return parts.map(([part, value]) => ({ name: told(`targi_score_${part}`), value }));
}

/** What broke a tie: gold, then goods (TARGI-31); nothing where the points differ. */
export function tieBroken({ players, shown }: Position, seat: number): ScorePart[] {
  const [one, other] = shown.points;
  const { gold = 0, dates = 0, salt = 0, pepper = 0 } = players[seat] ?? {};
  if (!one || one.total !== other?.total) return [];
  const golds = players.map((player) => player.gold);
  const byGold = { name: say('web_targi_tie_gold'), value: gold, breaks: true };
  return golds[0] === golds[1] ? [byGold, { name: say('web_targi_tie_goods'), value: dates + salt + pepper, breaks: true }] : [byGold];
}

function tellPlayer(player: Player, title: string, points: Points | undefined): Group {
  const hand = player.hand === null ? (player.secret ? told('targi_word_unseen') : several([])) : cardInFull(player.hand);
  return {
    title,
    lines: [
      ...KINDS.map((kind) => ({ name: told(`targi_kind_${kind}`), value: String(player[kind]) })),
      { name: say('web_text_targis'), value: several(player.targis.map(numbered)) },
      { name: say('web_text_markers'), value: several(player.markers) },
      { name: told('targi_word_hand'), value: hand },
      ...player.camp.map((row, index) => ({ name: `${told('targi_word_camp')} ${index + 1}`, value: several(row.map(cardName)) })),
      ...(points ? [{ name: told('targi_score_total'), value: `${points.total} (${several(scored(points).map(({ name, value }) => `${name} ${value}`))})` }] : []),
    ],
  };
}

/** What a seat has to do now, with what it is about: how many goods, which card, what the Robber wants. */
const ASKED: Record<string, (at: Position) => string> = {
  place: (at) => say('web_targi_ask_place', { number: at.players[at.turn]!.targis.length + 1, of: at.fewer_targis === at.turn ? 2 : 3 }),
  raid: ({ robber }) => told(`targi_refusal_tribute_${robber / 4}`),
  pay: ({ card }) => say('web_targi_ask_pay', { card: cardName(card) }),
  act: () => say('web_targi_ask_act'),
  trade: ({ traded }) => told(traded ? 'targi_phase_trade' : 'targi_phase_trade_first'),
  mirage: () => say('web_targi_ask_mirage'),
  tribe_card: () => say('web_targi_ask_card'),
  take: ({ card, amount }) => {
    const goods = amounts({ goods: amount });
    return card === 41 ? say('web_targi_ask_take_or', { goods, gold: amounts({ gold: 1 }), cross: amounts({ crosses: 1 }) }) : say('web_targi_ask_take', { goods });
  },
  return: ({ amount }) => say('web_targi_ask_return', { goods: amounts({ goods: amount }) }),
};

/** What whoever acts has to do now. */
export function asked(json: Json): string {
  const at = json as unknown as Position;
  return ASKED[at.phase]?.(at) ?? told(`targi_phase_${at.phase}`);
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

/** What the Trader gets; where card 39 leaves the choice between one and two, how many. */
function given(move: Move, { players, turn }: Position): string {
  const kind = String(move['give']);
  const choice = move['get'] !== 'gold' && players[turn]?.camp.flat().includes(39);
  return choice ? amounts({ [kind]: Number(move['count'] ?? 1) }) : told(`targi_kind_${kind}`);
}

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
      const card = centre[slot] ?? null;
      if (slot >= 0 && typeof card !== 'number') return say('web_targi_take', { bundle: cardName(card) });
      return say('web_targi_use', { card: slot < 0 ? borderName(Number(move['card'])) : cardName(card) });
    }
    case 'trade':
      return say('web_targi_trade', { give: given(move, json as unknown as Position), get: told(`targi_kind_${parts['get']}`) });
    case 'shift':
      return say('web_targi_shift', { from: lying(parts['marker'], centre), to: lying(parts['to'], centre) });
    case 'row':
      return say('web_targi_row', { row: parts['row'] ?? '' });
    case 'swap':
      return say('web_targi_swap', { first: parts['first'] ?? '', second: parts['second'] ?? '' });
    default:
      return say(`web_targi_${move.do as 'pay' | 'take' | 'return'}`, { bundle: bundle(move) });
  }
}

/** The card on a place of the centre. */
function lying(place: string | undefined, centre: Position['centre']): string {
  return cardName(centre[SLOTS.indexOf(place ?? '')] ?? null);
}

/** Goods, gold and crosses of a move, each with its number. */
function bundle(move: Move): string {
  return amounts(named(move));
}

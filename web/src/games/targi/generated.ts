/** The view of Targi for the browser, and the text of the tribe cards. Written by `make types` from `ludotheque.games.targi.browser`: change it there. */

export type TribeSymbol = 'camel' | 'oasis' | 'targia' | 'tent' | 'well';

/** The price of a tribe card. */
export interface Price {
  dates?: number;
  salt?: number;
  pepper?: number;
  gold?: number;
}

/** A tribe card as printed, and the time at which its advantage works. */
export interface TribeCard {
  symbol: TribeSymbol;
  crosses: number;
  price: Price;
  /** True if 1 gold may be paid instead of the goods. */
  instead: boolean;
  when: 'always' | 'end' | 'once' | null;
}

export type Good = 'dates' | 'pepper' | 'salt';

export type Slot = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i';

export type GoodsName = '1D' | '1G' | '1P' | '1S' | '1VP' | '2D' | '2P' | '2S' | 'D+P' | 'D+S' | 'S+P' | 'choice';

export type CentreCard = number | GoodsName | 'earlier_goods' | 'earlier_tribe' | 'empty' | 'goods' | 'tribe';

/** The record of an unseen card: the Robber's card when it was kept, and its player's possessions then. It is public. */
export interface Kept {
  robber: number;
  dates: number;
  salt: number;
  pepper: number;
  gold: number;
  coin: number;
}

/** The possessions of a player: goods, gold, crosses, pieces on the table, hand card and camp. */
export interface Player {
  dates: number;
  salt: number;
  pepper: number;
  gold: number;
  crosses: number;
  /** The gold on card 40. */
  coin: number;
  /** The border cards with a Targi that is not used yet. */
  targis: number[];
  /** The central cards with a marker that is not used yet. */
  markers: Slot[];
  hand: number | 'unseen' | null;
  /** True if the opponent has not seen the hand card (TARGI-23). */
  secret: boolean;
  /** True if it was drawn before the deck was reshuffled in this round. */
  counted: boolean;
  /** The record of its keeping; optional in input. */
  kept: Kept | null;
  camp: [number[], number[], number[]];
}

/** The score of a seat if the game ended now, part by part (TARGI-30). */
export interface Points {
  tokens: number;
  printed: number;
  advantages: number;
  /** The score of each row of the camp: nothing before it is full. */
  rows: [number, number, number];
  total: number;
}

/** `starter`: blue (seat 0) starts, or chance decides (TARGI-3). */
export interface TargiOptions {
  starter: 'blue' | 'random';
}

/** Derived data for drawings; optional in input and not read. */
export interface Shown {
  points: [Points, Points];
  /** The number of cards in the deck of tribe cards and in that of goods cards (TARGI-13). */
  decks: [number, number];
}

/** The table: Robber, amulet, centre, both players, discard piles, and the state of the round. */
export interface View {
  phase: 'act' | 'draw_goods' | 'draw_starter' | 'draw_tribe' | 'lay_out' | 'mirage' | 'over' | 'pay' | 'place' | 'raid' | 'return' | 'row' | 'smith' | 'swap' | 'take' | 'trade' | 'tribe_card' | 'turn_up';
  /** Follows from the Robber's card; optional in input. */
  round: number | null;
  robber: number;
  amulet: number;
  turn: number;
  /** True if the start player has already paid the raid or done all actions. */
  second: boolean;
  centre: CentreCard[];
  players: [Player, Player];
  tribe_discard: number[];
  goods_discard: GoodsName[];
  /** Face-down cards of the deck before this one; empty if one of them is a secret. */
  tribe_earlier: number[];
  goods_earlier: GoodsName[];
  /** The seat that has only two Targis in this round (card 44). */
  fewer_targis: number | null;
  fewer_targis_next: number | null;
  /** The tribe card that is being decided on, or the one with the advantage in use. */
  card: number | 'unseen' | null;
  /** The source of the card, or of the goods to take. */
  source: 'a' | 'advantage' | 'b' | 'c' | 'caravan' | 'd' | 'e' | 'expansion' | 'f' | 'g' | 'h' | 'hand' | 'i' | 'noble' | null;
  /** The number of goods to take or to give back. */
  amount: number;
  traded: boolean;
  /** The goods that goods cards gave in this turn (cards 33 to 36). */
  goods_got: Good[];
  /** The goods that cards 33 to 35 have already added in this turn. */
  goods_added: Good[];
  /** True if the hand card of the player to act was taken in this turn. */
  hand_is_new: boolean;
  /** The holdings before each exchange 1 for 1, since the last of another price (card 39, TARGI-8). */
  held_before: [number, number, number][];
  /** The central place that is laid out or turned up next. */
  next_slot: Slot | null;
  options: TargiOptions;
  shown: Shown | null;
}

export const SLOTS = "abcdefghi";

export const ROW_LENGTH = 4;

export const TRIBE: TribeCard[] = [
  {"symbol": "oasis", "crosses": 2, "price": {"pepper": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "oasis", "crosses": 3, "price": {"dates": 1, "salt": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "oasis", "crosses": 3, "price": {"dates": 2, "salt": 1, "pepper": 2}, "instead": false, "when": null},
  {"symbol": "camel", "crosses": 3, "price": {"dates": 1, "salt": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "camel", "crosses": 2, "price": {"dates": 1, "salt": 2, "pepper": 1}, "instead": false, "when": null},
  {"symbol": "camel", "crosses": 3, "price": {"dates": 1, "salt": 2, "pepper": 2}, "instead": false, "when": null},
  {"symbol": "well", "crosses": 3, "price": {"dates": 1, "salt": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "well", "crosses": 2, "price": {"dates": 2, "salt": 1, "pepper": 1}, "instead": false, "when": null},
  {"symbol": "well", "crosses": 3, "price": {"dates": 2, "salt": 1, "pepper": 2}, "instead": false, "when": null},
  {"symbol": "tent", "crosses": 2, "price": {"pepper": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "tent", "crosses": 3, "price": {"dates": 1, "pepper": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "tent", "crosses": 3, "price": {"dates": 2, "salt": 2, "pepper": 1}, "instead": false, "when": null},
  {"symbol": "targia", "crosses": 3, "price": {"dates": 1, "pepper": 1, "gold": 1}, "instead": false, "when": null},
  {"symbol": "targia", "crosses": 2, "price": {"dates": 1, "salt": 1, "pepper": 2}, "instead": false, "when": null},
  {"symbol": "targia", "crosses": 3, "price": {"dates": 1, "salt": 2, "pepper": 2}, "instead": false, "when": null},
  {"symbol": "oasis", "crosses": 1, "price": {"pepper": 1, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "camel", "crosses": 1, "price": {"salt": 1, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "well", "crosses": 1, "price": {"salt": 1, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "tent", "crosses": 1, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "targia", "crosses": 1, "price": {"pepper": 1, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "camel", "crosses": 1, "price": {"gold": 1}, "instead": false, "when": "end"},
  {"symbol": "tent", "crosses": 1, "price": {"dates": 1, "pepper": 1}, "instead": false, "when": "end"},
  {"symbol": "targia", "crosses": 1, "price": {"pepper": 2, "gold": 1}, "instead": false, "when": "end"},
  {"symbol": "camel", "crosses": 2, "price": {"dates": 2, "salt": 2, "pepper": 1}, "instead": false, "when": "end"},
  {"symbol": "camel", "crosses": 1, "price": {"gold": 1}, "instead": false, "when": "always"},
  {"symbol": "well", "crosses": 1, "price": {"dates": 1, "salt": 2}, "instead": false, "when": "always"},
  {"symbol": "tent", "crosses": 1, "price": {"dates": 1, "pepper": 2}, "instead": true, "when": "always"},
  {"symbol": "targia", "crosses": 1, "price": {"dates": 1, "salt": 2}, "instead": true, "when": "always"},
  {"symbol": "oasis", "crosses": 1, "price": {"salt": 2, "pepper": 1}, "instead": false, "when": "always"},
  {"symbol": "oasis", "crosses": 1, "price": {"salt": 1, "pepper": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "tent", "crosses": 2, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "targia", "crosses": 1, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "well", "crosses": 1, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "oasis", "crosses": 1, "price": {"salt": 2, "pepper": 1}, "instead": false, "when": "always"},
  {"symbol": "camel", "crosses": 2, "price": {"pepper": 2, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "targia", "crosses": 2, "price": {"dates": 2, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "oasis", "crosses": 2, "price": {"dates": 1, "pepper": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "well", "crosses": 2, "price": {"dates": 1, "salt": 2, "pepper": 1}, "instead": false, "when": "once"},
  {"symbol": "well", "crosses": 2, "price": {"salt": 1, "pepper": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "tent", "crosses": 1, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "always"},
  {"symbol": "well", "crosses": 1, "price": {"dates": 1, "gold": 1}, "instead": false, "when": "once"},
  {"symbol": "targia", "crosses": 2, "price": {"dates": 1, "salt": 1, "pepper": 2}, "instead": false, "when": "once"},
  {"symbol": "camel", "crosses": 1, "price": {"dates": 2, "salt": 1}, "instead": false, "when": "once"},
  {"symbol": "oasis", "crosses": 2, "price": {"salt": 1, "pepper": 1, "gold": 1}, "instead": false, "when": "once"},
  {"symbol": "tent", "crosses": 2, "price": {"dates": 1, "salt": 1, "pepper": 2}, "instead": false, "when": "once"},
];

export const GOODS_DECK = {"1D": 2, "1S": 2, "1P": 2, "2D": 1, "2S": 1, "2P": 1, "D+S": 1, "D+P": 1, "S+P": 1, "choice": 3, "1G": 3, "1VP": 1};

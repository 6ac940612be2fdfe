/** Targi as it comes from the server, and how its events change what is shown. */
import type { GameEvent, Json, Param } from '../../lib/protocol';
import cards from './cards.json';

export const GOODS = ['dates', 'salt', 'pepper'] as const;
export const KINDS = [...GOODS, 'gold', 'crosses'] as const;
export type Good = (typeof GOODS)[number];
export type Kind = (typeof KINDS)[number];
/** How many of each kind; `coin` is the gold on card 40. */
export type Bundle = Partial<Record<Kind | 'coin' | 'goods', number>>;

export type TribeSymbol = 'oasis' | 'camel' | 'well' | 'tent' | 'targia';

/** What is printed on a tribe card, and when its advantage works. */
export interface TribeCard {
  symbol: TribeSymbol;
  crosses: number;
  price: Bundle;
  /** Whether 1 gold may be paid instead of the goods. */
  instead: boolean;
  when: 'end' | 'once' | 'always' | null;
}

/** A tribe card by its number, a goods card by what it gives, or one that lies face down. */
export type Card = number | string | null;

export interface Player {
  dates: number;
  salt: number;
  pepper: number;
  gold: number;
  crosses: number;
  /** The gold on card 40. */
  coin: number;
  targis: number[];
  markers: string[];
  hand: number | 'unseen' | null;
  secret: boolean;
  camp: number[][];
}

/** What a seat would score now, part by part. */
export interface Points {
  tokens: number;
  printed: number;
  advantages: number;
  rows: number[];
  total: number;
}

export interface Position {
  phase: string;
  round: number;
  robber: number;
  amulet: number;
  turn: number;
  centre: Card[];
  players: Player[];
  /** The tribe card that is being decided on, or whose advantage is being used. */
  card: number | 'unseen' | null;
  /** Where it comes from, or why goods may be taken: a central place, or a word. */
  source: string | null;
  amount: number;
  /** The seat that has only two Targis in this round. */
  fewer_targis: number | null;
  shown: { points: Points[] };
}

const TRIBE = cards as TribeCard[];
export const SLOTS = 'abcdefghi';
export const ROW_LENGTH = 4;

/** The position of a view. */
export function read(position: Json): Position {
  return position as unknown as Position;
}

/** What is printed on a tribe card; nothing of one that is not seen. */
export function tribeCard(card: Card): TribeCard | undefined {
  return typeof card === 'number' ? TRIBE[card] : undefined;
}

/** Whether a central card lies face down, and of which sort it then is. */
export function faceDown(card: Card): 'tribe' | 'goods' | null {
  const sort = String(card).replace('earlier_', '');
  return sort === 'tribe' || sort === 'goods' ? sort : null;
}

const LETTERS: Record<string, keyof Bundle> = { D: 'dates', S: 'salt', P: 'pepper', G: 'gold', VP: 'crosses', choice: 'goods' };

/** What a goods card shows: `2D`, `D+S`, `choice`. */
export function goodsOf(card: string): Bundle {
  const bundle: Bundle = {};
  for (const part of card.split('+')) {
    const kind = LETTERS[part.replace(/^\d/, '')];
    if (kind) bundle[kind] = Number(part.match(/^\d/)?.[0] ?? 1);
  }
  return bundle;
}

/** What lies on a central place. */
export function centreCard({ centre }: Position, slot: string): Card {
  return centre[SLOTS.indexOf(slot)] ?? null;
}

/** The goods of a sentence's parameter, `@targi_amount_dates:2` and the like. */
export function bundleOf(param: Param | undefined): Bundle {
  const bundle: Bundle = {};
  for (const item of Array.isArray(param) ? param : [String(param ?? '')]) {
    const [, kind, count] = item.match(/^@targi_amount_(\w+):(\d+)$/) ?? [];
    if (kind) bundle[kind as keyof Bundle] = Number(count);
  }
  return bundle;
}

type Told = Pick<GameEvent, 'name' | 'seat' | 'params'>;

/** What an event gives to the seat it happens to, and what it takes. */
export function dealt({ name, params }: Told): { got: Bundle; given: Bundle } {
  const id = params['id'];
  switch (name) {
    case 'targi.border':
    case 'targi.took':
    case 'targi.bonus':
      return { got: bundleOf(params['bundle']), given: {} };
    case 'targi.goods':
    case 'targi.caravan':
      return { got: id === 'choice' ? {} : goodsOf(String(id)), given: {} };
    case 'targi.traded':
    case 'targi.smith':
      return { got: bundleOf(params['got']), given: bundleOf(params['given']) };
    case 'targi.paid':
    case 'targi.raid_paid':
    case 'targi.returned':
      return { got: {}, given: bundleOf(params['bundle']) };
    case 'targi.coin':
      return { got: { coin: 1 }, given: {} };
    default:
      return { got: {}, given: {} };
  }
}

type Change = (at: Position, event: GameEvent) => Partial<Position>;

/** What each event moves on the table, besides what is gained and paid. */
const CHANGES: Record<string, Change> = {
  'targi.starter': (_, { seat }) => ({ amulet: seat ?? 0 }),
  'targi.amulet': (at, { seat }) => ({ amulet: seat ?? 0, players: at.players.map((player) => ({ ...player, targis: [], markers: [] })) }),
  'targi.turn_up': (at, { params }) => ({ centre: put(at, String(params['slot']), params['id'] as Card) }),
  'targi.replaced_tribe': (at, { params }) => replaced(at, String(params['slot']), 'tribe'),
  'targi.replaced_goods': (at, { params }) => replaced(at, String(params['slot']), 'goods'),
  'targi.robber': (at, { params }) => ({ robber: Number(params['number']), round: Number(params['round'] ?? at.round), phase: 'place' }),
  'targi.placed': (at, { seat, params }) => mine(at, seat, ({ targis }) => ({ targis: [...targis, Number(params['number'])] })),
  'targi.border': (at, { seat, params }) => mine(at, seat, ({ targis }) => ({ targis: targis.filter((card) => card !== params['number']) })),
  'targi.marker': (at, { seat, params }) => ({ ...mine(at, seat, ({ markers }) => ({ markers: [...markers, String(params['slot'])] })), phase: 'act' }),
  'targi.mirage': (at, { seat, params }) =>
    mine(at, seat, ({ markers }) => ({ markers: markers.map((slot) => (slot === params['from'] ? String(params['to']) : slot)) })),
  'targi.drew_hidden': () => ({ card: 'unseen' }),
  'targi.kept_hidden': (at, { seat }) => ({ ...mine(at, seat, () => ({ hand: 'unseen', secret: true })), card: null }),
  'targi.drew': (_, { params }) => ({ card: Number(params['id']) }),
  'targi.kept': (at, { seat, params }) => ({ ...mine(at, seat, () => ({ hand: Number(params['id']) })), card: null }),
  'targi.discarded': (at, { seat, params }) => ({ ...mine(at, seat, (own) => played(own, params['id'])), card: null }),
  'targi.laid': (at, { seat, params }) => ({
    ...mine(at, seat, (own) => ({
      ...played(own, params['id']),
      camp: own.camp.map((row, index) => (index === Number(params['row']) - 1 ? [...row, Number(params['id'])] : row)),
    })),
    card: null,
  }),
  'targi.swapped': (at, { seat, params }) =>
    mine(at, seat, ({ camp }) => ({ camp: swapped(camp, Number(params['first']) - 1, Number(params['second']) - 1) })),
  'targi.raid_failed': (at, { seat, params }) =>
    mine(at, seat === null ? null : 1 - seat, (other) => ({ crosses: other.crosses + (bundleOf(params['crosses']).crosses ?? 0) })),
};

/** The position after an event, as the eye sees it. */
export function step(position: Json, event: GameEvent): Json {
  if (position === null) return position;
  const at = read(position);
  const { got, given } = dealt(event);
  const paid = mine(at, event.seat, (own) =>
    Object.fromEntries(([...KINDS, 'coin'] as const).map((kind) => [kind, own[kind] + (got[kind] ?? 0) - (given[kind] ?? 0)])),
  );
  const now = { ...at, ...paid };
  return { ...now, ...CHANGES[event.name]?.(now, event) } as unknown as Json;
}

/** What changes for one player. */
function mine({ players }: Position, seat: number | null, change: (own: Player) => Partial<Player>): Pick<Position, 'players'> {
  return { players: players.map((player, index) => (index === seat ? { ...player, ...change(player) } : player)) };
}

function put({ centre }: Position, slot: string, card: Card): Card[] {
  return centre.map((old, index) => (SLOTS[index] === slot ? card : old));
}

/** A used card makes room for one of the other kind, and its marker comes back. */
function replaced(at: Position, slot: string, card: Card): Partial<Position> {
  const players = at.players.map((player) => ({ ...player, markers: player.markers.filter((other) => other !== slot) }));
  return { centre: put(at, slot, card), players };
}

/** A hand after its card was laid or discarded. */
function played(own: Player, id: Param | undefined): Partial<Player> {
  return own.hand === id ? { hand: null, secret: false } : {};
}

function swapped(camp: number[][], first: number, second: number): number[][] {
  const card = (place: number): number => camp[Math.floor(place / ROW_LENGTH)]?.[place % ROW_LENGTH] ?? 0;
  const other: Record<number, number> = { [first]: second, [second]: first };
  return camp.map((row, line) => row.map((old, column) => {
    const from = other[line * ROW_LENGTH + column];
    return from === undefined ? old : card(from);
  }));
}

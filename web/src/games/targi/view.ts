/** Targi as it comes from the server, and how its events change what is shown. */
import type { GameEvent, Json, Param } from '../../lib/protocol';
import { each, type Told } from '../view';
import { ROW_LENGTH, SLOTS, TRIBE, type CentreCard, type Player, type Slot, type TribeCard, type View } from './generated';

export { ROW_LENGTH, SLOTS, type Good, type Player, type Points, type Slot, type TribeCard, type TribeSymbol } from './generated';

export const GOODS = ['dates', 'salt', 'pepper'] as const;
export const KINDS = [...GOODS, 'gold', 'crosses'] as const;
export type Kind = (typeof KINDS)[number];
/** How many of each kind; `coin` is the gold on card 40. */
export type Bundle = Partial<Record<Kind | 'coin' | 'goods', number>>;

/** What the Robber takes on each corner: one or the other. */
export const TRIBUTE: Record<string, [Bundle, Bundle]> = {
  4: [{ goods: 1 }, { crosses: 1 }], 8: [{ goods: 2 }, { crosses: 1 }], 12: [{ goods: 3 }, { crosses: 2 }], 16: [{ gold: 1 }, { crosses: 3 }],
};

/** A tribe card by its number, a goods card by what it gives, one that lies face down or in a hand; null where none is. */
export type Card = CentreCard | 'unseen' | null;

/** A view always tells what a position may leave out. */
export type Position = Told<View, 'round' | 'shown'>;

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

type Happened = Pick<GameEvent, 'name' | 'seat' | 'params'>;

/** What an event gives to the seat it happens to, and what it takes. */
export function dealt({ name, params }: Happened): { got: Bundle; given: Bundle } {
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

/** What others have touched: places of the market, and places of their own camps. */
export interface Touched {
  market: Set<string>;
  camp: { seat: number; row: number; place: number }[];
}

/** Which events touch a place of the market, and by which of their words. */
const TOUCHES: Record<string, string[]> = {
  'targi.placed': ['number'],
  'targi.marker': ['slot'],
  'targi.border': ['number'],
  'targi.goods': ['slot'],
  'targi.replaced_tribe': ['slot'],
  'targi.replaced_goods': ['slot'],
  'targi.mirage': ['from', 'to'],
};

/** Which border card some events come from, though they don't name it. */
const SOURCES: Record<string, string> = {
  'targi.traded': '5', 'targi.mirage': '9', 'targi.smith': '10', 'targi.caravan': '13', 'targi.drew': '14', 'targi.drew_hidden': '14',
};

/** What some events have touched. */
export function touched(events: readonly Happened[]): Touched {
  return {
    market: new Set(events.flatMap(({ name, params }) => [...(TOUCHES[name] ?? []).map((word) => String(params[word])), ...(name in SOURCES ? [SOURCES[name]!] : [])])),
    camp: events.flatMap(({ name, seat, params }) =>
      name === 'targi.laid' && seat !== null ? [{ seat, row: Number(params['row']) - 1, place: Number(params['place']) - 1 }] : [],
    ),
  };
}

type Change = (at: Position, event: GameEvent) => Partial<Position>;

/** What each event moves on the table, besides what is gained and paid. */
const CHANGES: Record<string, Change> = {
  'targi.starter': (_, { seat }) => ({ amulet: seat ?? 0 }),
  'targi.amulet': (at, { seat }) => ({ amulet: seat ?? 0, players: each(at.players, (player) => ({ ...player, targis: [], markers: [] })) }),
  'targi.turn_up': (at, { params }) => ({ centre: put(at, String(params['slot']), params['id'] as CentreCard) }),
  'targi.replaced_tribe': (at, { params }) => replaced(at, String(params['slot']), 'tribe'),
  'targi.replaced_goods': (at, { params }) => replaced(at, String(params['slot']), 'goods'),
  'targi.robber': (at, { params }) => ({ robber: Number(params['number']), round: Number(params['round'] ?? at.round), phase: 'place' }),
  'targi.placed': (at, { seat, params }) => mine(at, seat, ({ targis }) => ({ targis: [...targis, Number(params['number'])] })),
  'targi.border': (at, { seat, params }) => mine(at, seat, ({ targis }) => ({ targis: targis.filter((card) => card !== params['number']) })),
  'targi.marker': (at, { seat, params }) => ({ ...mine(at, seat, ({ markers }) => ({ markers: [...markers, params['slot'] as Slot] })), phase: 'act' }),
  'targi.mirage': (at, { seat, params }) =>
    mine(at, seat, ({ markers }) => ({ markers: markers.map((slot) => (slot === params['from'] ? (params['to'] as Slot) : slot)) })),
  'targi.drew_hidden': () => ({ card: 'unseen' }),
  'targi.kept_hidden': (at, { seat }) => ({ ...mine(at, seat, () => ({ hand: 'unseen', secret: true })), card: null }),
  'targi.drew': (_, { params }) => ({ card: Number(params['id']) }),
  'targi.kept': (at, { seat, params }) => ({ ...mine(at, seat, () => ({ hand: Number(params['id']) })), card: null }),
  'targi.discarded': (at, { seat, params }) => ({ ...mine(at, seat, (own) => played(own, params['id'])), card: null }),
  'targi.laid': (at, { seat, params }) => ({
    ...mine(at, seat, (own) => ({
      ...played(own, params['id']),
      camp: each(own.camp, (row, index) => (index === Number(params['row']) - 1 ? [...row, Number(params['id'])] : row)),
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
  return { players: each(players, (player, index) => (index === seat ? { ...player, ...change(player) } : player)) };
}

function put({ centre }: Position, slot: string, card: CentreCard): CentreCard[] {
  return centre.map((old, index) => (SLOTS[index] === slot ? card : old));
}

/** A used card makes room for one of the other kind, and its marker comes back. */
function replaced(at: Position, slot: string, card: CentreCard): Partial<Position> {
  const players = each(at.players, (player) => ({ ...player, markers: player.markers.filter((other) => other !== slot) }));
  return { centre: put(at, slot, card), players };
}

/** A hand after its card was laid or discarded. */
function played(own: Player, id: Param | undefined): Partial<Player> {
  return own.hand === id ? { hand: null, secret: false } : {};
}

function swapped(camp: Player['camp'], first: number, second: number): Player['camp'] {
  const card = (place: number): number => camp[Math.floor(place / ROW_LENGTH)]?.[place % ROW_LENGTH] ?? 0;
  const other: Record<number, number> = { [first]: second, [second]: first };
  return each(camp, (row, line) => row.map((old, column) => {
    const from = other[line * ROW_LENGTH + column];
    return from === undefined ? old : card(from);
  }));
}

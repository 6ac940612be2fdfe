/** How Targi looks, sounds and is told. */
import type { GameEvent } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { say, tell as told } from '../../lib/words.svelte';
import { sentences } from '../text';
import type { Face } from '../face';
import { prompting } from '../prompt';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import Joy from './Joy.svelte';
import { asked, label, scored, tell, tieBroken } from './text';
import { read, step } from './view';

/** How long each event is looked at, in milliseconds. */
const PACE: Record<string, number> = {
  'targi.starter': 500,
  'targi.turn_up': 160,
  'targi.robber': 550,
  'targi.raid': 700,
  'targi.raid_paid': 600,
  'targi.raid_spared': 600,
  'targi.raid_failed': 700,
  'targi.placed': 550,
  'targi.marker': 300,
  'targi.border': 550,
  'targi.goods': 550,
  'targi.caravan': 700,
  'targi.took': 450,
  'targi.bonus': 500,
  'targi.traded': 550,
  'targi.smith': 550,
  'targi.mirage': 600,
  'targi.drew': 350,
  'targi.drew_hidden': 350,
  'targi.shown': 400,
  'targi.paid': 450,
  'targi.paid_nothing': 350,
  'targi.laid': 650,
  'targi.kept': 550,
  'targi.kept_hidden': 550,
  'targi.discarded': 550,
  'targi.replaced_tribe': 200,
  'targi.replaced_goods': 200,
  'targi.coin': 400,
  'targi.fewer': 500,
  'targi.swapped': 600,
  'targi.returned': 500,
  'targi.amulet': 350,
};

const SOUNDS: Record<string, Sound> = {
  'targi.placed': 'knock',
  'targi.marker': 'knock',
  'targi.robber': 'slide',
  'targi.mirage': 'slide',
  'targi.raid': 'bust',
  'targi.raid_failed': 'bust',
  'targi.border': 'off',
  'targi.goods': 'goods',
  'targi.took': 'goods',
  'targi.bonus': 'goods',
  'targi.traded': 'goods',
  'targi.paid': 'goods',
  'targi.drew': 'card',
  'targi.laid': 'card',
  'targi.kept': 'card',
  'targi.kept_hidden': 'card',
  'targi.over_camp': 'win',
  'targi.over_raid': 'win',
};

/** So few points apart it was close. */
const CLOSE = 2;

/** Questions that are not asked where there is one answer. */
const FORCED = ['row', 'pay', 'take', 'return', 'trade', 'raid'];

export const face: Face = {
  Board,
  Hand,
  Joy,
  step,
  pace: (event: GameEvent) => PACE[event.name] ?? 0,
  /** The Robber begins each round; the corners, where he raids, are rounds of nobody. */
  round: ({ name, params }) => (name === 'targi.robber' && Number(params['number']) % 4 ? Number(params['number']) - Math.floor(Number(params['number']) / 4) : null),
  brief: (event) => event.name !== 'targi.marker' && event.name in PACE,
  suspense: () => 0,
  prompt: prompting(asked),
  describe: (position, names) => sentences(tell(position, names)),
  label,
  score: (position, seat) => {
    const points = read(position).shown.points[seat];
    return points ? [...scored(points), { name: told('targi_score_total'), value: points.total }, ...tieBroken(read(position), seat)] : [];
  },
  behind: (position, seat) => {
    const [mine = 0, theirs = 0] = [seat, 1 - seat].map((one) => read(position).shown.points[one]?.total ?? 0);
    const count = theirs - mine;
    return { text: count ? say('web_points_behind', { count }) : say('web_targi_level'), close: count <= CLOSE };
  },
  sound: (event: GameEvent) => SOUNDS[event.name] ?? null,
  forced: (position) => FORCED.includes(read(position).phase),
  help: () => [say('web_targi_help_round'), say('web_targi_help_cards'), say('web_targi_help_lines')],
  key: () => null,
  keys: () => [],
};

/** How both editions of Targets look, sound and are told. */
import type { GameEvent } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { say } from '../../lib/words.svelte';
import type { Face } from '../face';
import { prompting } from '../prompt';
import { sentences } from '../text';
import Board from './Board.svelte';
import { lasts } from './director';
import { endOf } from './ghost';
import Hand from './Hand.svelte';
import Moment from './Moment.svelte';
import { outcomeOf } from './outcome';
import { behindOf, scoreOf } from './score';
import { asked, label, tell } from './text';
import { read, step } from './view';

/** How long each event is looked at, in milliseconds; a flick takes its own time. */
const PACE: Record<string, number> = {
  'targets.starter': 500,
  // A flick is worth a word, and no pause: what comes of it is shown at once.
  'targets.flick': 1,
  'targets.rests': 950,
  'targets.rests_fallen': 500,
  'targets.rests_pushed': 400,
  'targets.rests_golden': 250,
  'targets.miss_1': 500,
  'targets.miss_2': 500,
  'targets.off': 600,
  'targets.slid': 700,
  'targets.topple': 600,
  'targets.lose': 500,
  'targets.keep': 400,
  'targets.back': 400,
  'targets.fault': 500,
  'targets.double': 600,
  'targets.double_pair': 600,
  'targets.attack': 1900,
  'targets.steal': 1900,
  'targets.dead_centre': 900,
  'targets.targets': 1000,
  'targets.points': 600,
  'targets.disc_points': 600,
  'targets.award': 900,
  'targets.stored': 900,
  'targets.cancel': 700,
  'targets.won': 800,
  'targets.pas_vu': 1700,
  'targets.remove': 700,
  'targets.round_ends': 500,
  'targets.round': 700,
  'targets.money_time': 1000,
  'targets.golden': 1000,
  'targets.golden_again': 1000,
};

/** How long a flick is looked at when all dice lie still. */
const AFTER = 120;

/** What matters of a turn told in one line: what was won and taken, then what was lost, then where dice lie; the flick itself is known from that. */
const WEIGHTS: Record<string, number> = {
  'targets.wins': 9,
  'targets.targets': 8,
  'targets.dead_centre': 8,
  'targets.steal': 8,
  'targets.attack': 8,
  'targets.pas_vu': 8,
  'targets.topple': 7,
  'targets.stored': 7,
  'targets.award': 7,
  'targets.slid': 6,
  'targets.off': 6,
  'targets.fault': 6,
  'targets.lose': 6,
  'targets.double': 5,
  'targets.double_pair': 5,
  'targets.rests': 4,
  'targets.rests_fallen': 4,
  'targets.rests_golden': 4,
  'targets.keep': 3,
  'targets.rests_pushed': 2,
};
/** What a line about a turn leaves out: it follows from the rest. */
const UNTOLD = new Set(['targets.flick', 'targets.starter', 'targets.round', 'targets.round_ends', 'targets.back']);

const SOUNDS: Record<string, Sound> = {
  'targets.off': 'off',
  'targets.slid': 'bust',
  'targets.topple': 'bust',
  'targets.attack': 'slide',
  'targets.steal': 'slide',
  'targets.dead_centre': 'slide',
  'targets.targets': 'slide',
  'targets.double': 'knock',
  'targets.double_pair': 'knock',
  'targets.wins': 'win',
};

export const face: Face = {
  Board,
  fills: true,
  Hand,
  Moment,
  ended: endOf,
  step,
  pace: (event: GameEvent) => (event.motion ? lasts(event.motion) + AFTER : (PACE[event.name] ?? 0)),
  brief: (event: GameEvent) => !UNTOLD.has(event.name) && Boolean(PACE[event.name] || event.motion),
  weight: ({ name }: GameEvent) => WEIGHTS[name] ?? 1,
  round: ({ name, params }) => (name === 'targets.round' ? Number(params['round']) : null),
  suspense: (event: GameEvent) => (event.motion ? lasts(event.motion) : 0),
  onBoard: (event: GameEvent) => event.name === 'targets.flick' || outcomeOf(event) !== null,
  prompt: prompting(asked),
  describe: (position, names) => sentences(tell(position, names)),
  label,
  secret: (position) => read(position).phase === 'golden',
  sound: (event: GameEvent) => (event.motion ? null : (SOUNDS[event.name] ?? null)),
  score: (position, seat) => scoreOf(read(position), seat),
  behind: (position, seat) => behindOf(read(position), seat),
  help: () => [say('web_targets_help_flick'), say('web_targets_help_score'), say('web_targets_help_dice'), say('web_targets_help_camera')],
  key: () => null,
  keys: () => [
    ['← → ↑ ↓', say('web_targets_key_aim')],
    ['F', say('web_do_flick')],
    ['V', say('web_targets_key_view')],
    ['R', say('web_targets_again')],
    ['+ − 0 [ ]', say('web_targets_key_camera')],
  ],
};

/** How Touché looks, sounds and is told. */
import type { GameEvent } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { say } from '../../lib/words.svelte';
import { sentences } from '../text';
import type { Face } from '../face';
import { prompting } from '../prompt';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import Joy from './Joy.svelte';
import { asked, label } from './names';
import { tell } from './text';
import { read, step } from './view';

/** How long each event is looked at, in milliseconds. */
const PACE: Record<string, number> = {
  'touche.play': 600,
  'touche.topple': 500,
  'touche.silent': 700,
  'touche.exchange': 500,
  'touche.discard': 500,
  'touche.crown': 700,
};

const SOUNDS: Record<string, Sound> = {
  'touche.play': 'card',
  'touche.topple': 'off',
  'touche.attack': 'slide',
  'touche.silent': 'bust',
  'touche.crown': 'slide',
  'touche.goal': 'win',
  'touche.match': 'win',
};

export const face: Face = {
  Board,
  Hand,
  Joy,
  step,
  pace: (event: GameEvent) => PACE[event.name] ?? 0,
  suspense: () => 0,
  prompt: prompting(asked),
  describe: (position, names) => sentences(tell(position, names).filter(({ rows }) => !rows)),
  label,
  mark: (seat, position) => read(position).shown.sides[seat] ?? seat,
  score: (position, seat) => [{ name: say('web_touche_score_crowned'), value: read(position).crowned[read(position).shown.sides[seat] ?? seat]?.length ?? 0 }],
  behind: (position, seat) => {
    const { shown, crowned } = read(position);
    const side = shown.sides[seat] ?? seat;
    const count = Math.max(1, (shown.goals[side] ?? 0) - (crowned[side]?.length ?? 0));
    return { text: say('web_touche_behind', { count }), close: count === 1 };
  },
  sound: (event: GameEvent) => SOUNDS[event.name] ?? null,
  help: () => [say('web_touche_help_star'), say('web_touche_help_score'), say('web_touche_help_crown'), say('web_touche_help_promise')],
  key: () => null,
  keys: () => [['1 – 5', say('web_touche_key_card')]],
};

/** The face of any game: its position in words and its moves as a list, so that every game can be played. */
import type { Json, Move, Params } from '../../lib/protocol';
import { knows, say, tell } from '../../lib/words.svelte';
import type { Face } from '../face';
import { prompting } from '../prompt';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import { sentences, type Told } from '../text';
import { groupsOf } from './lines';

/** A face without a drawing, that tells positions as the game does. */
export function textFace(game: string, { tell, label, asked }: Told): Face {
  return {
    ...anyFace(game),
    ...(label && { label }),
    groups: tell,
    describe: (position, names) => sentences(tell(position, names)),
    ...(asked && { prompt: prompting(asked) }),
  };
}

/** The face of a game that nobody has drawn: it speaks with the game's own words, as far as those go. */
export function anyFace(game: string): Face {
  return {
    Board,
    Hand,
    step: (position: Json) => position,
    pace: () => 0,
    suspense: () => 0,
    prompt: prompting((_, offers) => (offers.length ? say('web_any_prompt', { count: offers.length }) : say('web_your_turn'))),
    groups: (position, names) => groupsOf(position, game, names),
    describe: (position, names) => sentences(groupsOf(position, game, names)),
    label: (move: Move) => moveName(move, game),
    sound: () => 'knock',
    key: () => null,
    keys: () => [],
  };
}

/** A move as its game calls it, such as `pig_do_roll`; else what it is made of. */
function moveName(move: Move, game: string): string {
  if (typeof move === 'string') return move;
  const key = `${game}_do_${move.do}`;
  return knows(key) ? tell(key, move as Params) : Object.values(move).map(String).join(' ');
}

/** The face of any game: its position in words and its moves as a list, so that every game can be played. */
import type { Json, Move } from '../../lib/protocol';
import { say } from '../../lib/words.svelte';
import type { Face } from '../face';
import { prompting } from '../prompt';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import { sentences, type Told } from '../text';
import { groupsOf } from './lines';

/** A face without a drawing, that tells positions as the game does. */
export function textFace({ tell, label, asked }: Told): Face {
  return {
    ...face,
    ...(label && { label }),
    groups: tell,
    describe: (position, names) => sentences(tell(position, names)),
    ...(asked && { prompt: prompting(asked) }),
  };
}

export const face: Face = {
  Board,
  Hand,
  step: (position: Json) => position,
  pace: () => 0,
  suspense: () => 0,
  prompt: prompting((_, offers) => (offers.length ? say('web_any_prompt', { count: offers.length }) : say('web_your_turn'))),
  groups: groupsOf,
  describe: (position) => sentences(groupsOf(position)),
  label: (move: Move) => Object.values(move).map(String).join(' '),
  sound: () => 'knock',
  key: () => null,
  keys: () => [],
};

/** How Exxtra looks, sounds and is told. */
import type { GameEvent, Json, Move, Offer } from '../../lib/protocol';
import type { Sound } from '../../lib/sound';
import { say } from '../../lib/words.svelte';
import type { Face } from '../face';
import { prompting } from '../prompt';
import Board from './Board.svelte';
import Hand from './Hand.svelte';
import Joy from './Joy.svelte';
import { place, THROW, worth } from './offers';
import { GOAL, read, SLOTS, step, written } from './view';

/** How long each event is looked at, in milliseconds. */
const PACE: Record<string, number> = {
  'exxtra.starter': 500,
  'exxtra.throw': 1400,
  'exxtra.pair': 700,
  'exxtra.advance': 700,
  'exxtra.take_back': 350,
  'exxtra.bust': 1000,
  'exxtra.bust_at_start': 1000,
  'exxtra.place': 650,
  'exxtra.remove': 550,
};

/** So many spaces from the goal it was close. */
const CLOSE = 3;

/** How long the dice roll. */
const ROLL = 900;

const SOUNDS: Record<string, Sound> = {
  'exxtra.throw': 'dice',
  'exxtra.pair': 'slide',
  'exxtra.advance': 'slide',
  'exxtra.bust': 'bust',
  'exxtra.bust_at_start': 'bust',
  'exxtra.place': 'knock',
  'exxtra.remove': 'off',
  'exxtra.win': 'win',
};

function asked(position: Json, offers: Offer[]): string {
  const at = read(position);
  if (!at.thrown) return say('web_exxtra_prompt_throw');
  const value = offers.map(worth).find((one) => one !== null) ?? null;
  if (value === null) return say('web_exxtra_prompt_decide', { a: at.thrown[0], b: at.thrown[1] });
  return say('web_exxtra_prompt_worth', { value: written(value) });
}

function describe(position: Json, names: string[]): string[] {
  const at = read(position);
  const pawns = at.pawns.map((space, seat) => {
    const who = names[seat] ?? '';
    if (space === 0) return say('web_exxtra_text_start', { who });
    if (space === GOAL) return say('web_exxtra_text_goal', { who });
    return say('web_exxtra_text_pawn', { who, space, left: GOAL - space });
  });
  const slots = SLOTS.toReversed().flatMap((slot) =>
    at.dice.flatMap((pair, seat) =>
      pair?.slot === slot ? [say('web_exxtra_text_slot', { slot, value: written(pair.value), who: names[seat] ?? '' })] : [],
    ),
  );
  const thrown = at.thrown
    ? [say('web_exxtra_text_thrown', { who: names[at.turn] ?? '', a: at.thrown[0], b: at.thrown[1] })]
    : [];
  return [...pawns, ...(slots.length ? slots : [say('web_exxtra_text_empty')]), ...thrown];
}

function label(move: Move, position: Json): string {
  if (move.do === 'place') return say('web_exxtra_place', { slot: Number(move['slot']) });
  return read(position).throws ? say('web_exxtra_throw_again') : say('web_exxtra_throw');
}

function key(pressed: string): Move | null {
  if (pressed === 't' || pressed === 'T') return THROW;
  return /^[0-5]$/.test(pressed) ? place(Number(pressed)) : null;
}

export const face: Face = {
  Board,
  Hand,
  Joy,
  step,
  pace: (event: GameEvent) => PACE[event.name] ?? 0,
  suspense: (event: GameEvent) => (event.name === 'exxtra.throw' ? ROLL : 0),
  prompt: prompting(asked),
  describe,
  label,
  brief: ({ name }) => name in PACE && name !== 'exxtra.throw' && name !== 'exxtra.take_back',
  score: (position, seat) => [{ name: say('web_exxtra_score_space'), value: read(position).pawns[seat] ?? 0 }],
  behind: (position, seat) => {
    const count = GOAL - (read(position).pawns[seat] ?? 0);
    return { text: say('web_exxtra_behind', { count }), close: count <= CLOSE };
  },
  help: () => [say('web_exxtra_help_throw'), say('web_exxtra_help_slots')],
  sound: (event: GameEvent) => SOUNDS[event.name] ?? null,
  key,
  keys: () => [
    ['T', say('web_exxtra_throw')],
    ['0 – 5', say('web_exxtra_key_place')],
  ],
};

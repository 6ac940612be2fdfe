/** Targets in words: what each player has, and how the dice lie. */
import type { Json, Move, Offer } from '../../lib/protocol';
import { list, say, tell as tellWords } from '../../lib/words.svelte';
import { several, type Group, type Tell } from '../text';
import { hasFlicked } from './aim';
import { colour, dieName } from './dice';
import { forceOf, wayOf } from './manner';
import { discName, read, upOf } from './view';

interface Die {
  die: number;
  up: number;
}

interface Position {
  round: number;
  misses?: number;
  layout: { stands: { tower: Die[] }[]; golden?: boolean };
  rests: Die[];
  holders: number[];
  /** Zoch. */
  points?: number[];
  /** Blackrock. */
  won?: number[][];
  stored?: number[][];
}

export const tell: Tell = (json, names) => {
  const position = json as unknown as Position;
  const flicked = new Set(position.rests.map(({ die }) => die));
  const players = names.map((title, seat) => tellPlayer(position, flicked, seat, title));
  return [{ title: say('web_text_round', { number: position.round }), lines: [] }, ...players];
};

function tellPlayer(position: Position, flicked: Set<number>, seat: number, title: string): Group {
  const tower = (position.layout.stands[seat]?.tower ?? []).filter(({ die }) => !flicked.has(die));
  const lying = position.rests.filter(({ die }) => position.holders[die] === seat);
  return {
    title,
    lines: [
      ...(position.points ? [{ name: say('web_text_points'), value: String(position.points[seat] ?? 0) }] : []),
      ...(position.won ? [{ name: say('web_text_won'), value: discs(position.won[seat]) }] : []),
      ...(position.stored ? [{ name: say('web_text_stored'), value: discs(position.stored[seat]) }] : []),
      { name: say('web_text_tower'), value: several(tower.map(shown).reverse()) },
      { name: say('web_text_lying'), value: several(lying.map(shown)) },
    ],
  };
}

/** A die by the letter of its colour and its number, as it is called, and what it shows. */
function shown({ die, up }: Die): string {
  return `${dieName(die)} (${up})`;
}

/** What is asked for by each kind of move that is offered. */
const ASKED = {
  call: 'web_targets_prompt_call',
  keep: 'web_targets_prompt_keep',
  lose: 'web_targets_prompt_lose',
  stack: 'web_targets_prompt_stack',
  exchange: 'web_targets_prompt_exchange',
  remove: 'web_targets_prompt_remove',
} as const;

/** What whoever acts has to do now. */
export function asked(json: Json, offers: Offer[]): string {
  const kind = offers[0]?.move?.do;
  if (kind) return say(ASKED[kind as keyof typeof ASKED] ?? 'web_targets_prompt_choose');
  const position = json as unknown as Position | null;
  if (position?.layout.golden) return say('web_targets_prompt_golden');
  if (!hasFlicked()) return say('web_targets_prompt_first');
  return say(position?.misses ? 'web_targets_prompt_again' : 'web_targets_prompt_flick');
}

/** A die by what it shows, where that is known, and by its name where another of its colour shows the same. */
function dieOf(number: Json | undefined, position: Json): string {
  const die = Number(number);
  if (position === null) return dieName(die);
  const at = read(position);
  const value = upOf(at, die);
  const alike = at.rests.filter((rest) => rest.up === value && colour(rest.die) === colour(die)).length > 1;
  const shows = say('web_targets_shows', { value });
  return alike ? say('web_targets_precise', { words: shows, number: dieName(die) }) : shows;
}

/** A move in words, as one would say it in a position. */
export function label(move: Move, position: Json = null): string {
  const words = labelled(move, position);
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function labelled(move: Move, position: Json): string {
  const die = dieOf(move['die'], position);
  switch (move.do) {
    case 'call':
      if (move['other'] != null) return say('web_targets_double_pair', { die });
      return say(`web_targets_${move['what'] as 'double' | 'targets' | 'pas_vu'}`, { die });
    case 'keep':
      return move['back'] == null ? say('web_targets_keep', { die }) : say('web_targets_keep_back', { die, back: dieOf(move['back'], position) });
    case 'stack':
      return say('web_targets_stack', { dice: list(stacked(move)) });
    case 'remove':
      return say('web_targets_remove', { disc: tellWords(`targets_disc_${position === null ? Number(move['place']) + 1 : discName(read(position), Number(move['place']))}`) });
    case 'lose':
    case 'exchange':
      return say(`web_targets_${move.do}`, { die });
    case 'flick':
      return typeof move['speed'] === 'number' ? told(move, position) : say('web_do_flick');
    default:
      return say('web_targets_pass');
  }
}

/** A flick with its strength and direction. */
function told(move: Move, position: Json): string {
  const golden = position !== null && read(position).layout.golden;
  return say('web_targets_flick', { force: forceOf(Number(move['speed']), golden), way: wayOf(Number(move['azimuth'])) });
}

/** The dice of a tower from below, with the faces that are chosen. */
function stacked(move: Move): string[] {
  const faces = (move['faces'] as number[] | undefined) ?? [];
  return (move['dice'] as number[]).map((die, index) => (faces[index] === undefined ? dieName(die) : shown({ die, up: faces[index] })));
}

/** Discs are counted from 1, as the sentences about them do. */
function discs(numbers: number[] = []): string {
  return several(numbers.map((disc) => disc + 1));
}

/** Targets in words: what each player has, and how the dice lie. */
import { say } from '../../lib/words.svelte';
import { several, type Group, type Tell } from '../text';

interface Die {
  die: number;
  up: number;
}

interface Position {
  round: number;
  layout: { stands: { tower: Die[] }[] };
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
      { name: say('web_text_tower'), value: several(tower.map(({ up }) => up).reverse()) },
      { name: say('web_text_lying'), value: several(lying.map(({ up }) => up)) },
    ],
  };
}

/** Discs are counted from 1, as the sentences about them do. */
function discs(numbers: number[] = []): string {
  return several(numbers.map((disc) => disc + 1));
}

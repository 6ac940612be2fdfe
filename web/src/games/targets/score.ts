/** How everybody stands at Targets, for the scoreboard and the end. */
import type { Side } from '../../lib/teams';
import { say } from '../../lib/words.svelte';
import type { Position, Where } from './view';

/** So many points, or discs won for good, win. */
const GOAL = 4;
const GOLDEN_FLICKS = 3;

export interface Standing {
  seat: number;
  /** Points, or discs won for good; those of partners count together. */
  points: number;
  goal: number;
  /** Discs under the base: not won yet. */
  discs: number;
  /** The own dice, and where each is. */
  dice: { die: number; where: Where }[];
}

/** What a seat itself has won. */
function won(at: Position, seat: number): number {
  return at.points?.[seat] ?? at.won?.[seat]?.length ?? 0;
}

/** How each seat stands. */
export function standings(at: Position, sides: readonly Side[]): Standing[] {
  return at.layout.stands.map(({ discs }, seat) => ({
    seat,
    points: (sides[seat]?.seats ?? [seat]).reduce((sum, one) => sum + won(at, one), 0),
    goal: GOAL,
    discs,
    dice: at.holders.flatMap((holder, die) => (holder === seat ? [{ die, where: whereIs(at, die) }] : [])),
  }));
}

function whereIs({ layout }: Position, die: number): Where {
  if (layout.stands.some(({ under }) => under.includes(die))) return 'under';
  return layout.dice.some((lying) => lying.die === die) ? 'table' : 'tower';
}

/** What is special about this part of the game, if anything is. */
export function phaseOf(at: Position): string | null {
  if (at.golden) return say('web_targets_phase_golden', { number: at.golden.flick, of: GOLDEN_FLICKS });
  return at.money_time ? say('web_targets_phase_money') : null;
}

/** The parts of a seat's score. */
export function scoreOf(at: Position, seat: number): { name: string; value: number }[] {
  const discs = at.layout.stands[seat]?.discs ?? 0;
  return [
    { name: say('web_targets_score_discs'), value: discs },
    { name: say(at.points ? 'web_text_points' : 'web_text_won'), value: won(at, seat) },
  ];
}

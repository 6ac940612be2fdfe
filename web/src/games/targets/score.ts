/** How everybody stands at Targets, for the scoreboard and the end. */
import type { Side } from '../../lib/teams';
import type { ScorePart } from '../face';
import { say } from '../../lib/words.svelte';
import { colour } from './dice';
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

/** The parts of a seat's score: discs, points, and the dice of Golden Targets where they broke a tie. */
export function scoreOf(at: Position, seat: number): ScorePart[] {
  const discs = at.layout.stands[seat]?.discs ?? 0;
  return [
    { name: say('web_targets_score_discs'), value: discs },
    { name: say(at.points ? 'web_text_points' : 'web_text_won'), value: won(at, seat) },
    ...goldenOf(at, seat),
  ];
}

/** The dice of a seat's colour in the last flick of Golden Targets: those on the disc alone, and where these were level all of them. */
function goldenOf(at: Position, seat: number): ScorePart[] {
  if (!at.golden) return [];
  const sums = at.layout.stands.map((_, owner) => [onDisc, onTable].map((counts) => at.rests.filter((rest) => colour(rest.die) === owner && counts(rest)).reduce((sum, { up }) => sum + up, 0)));
  const leaders = at.golden.contenders.map((one) => sums[one]?.[0] ?? 0);
  const [best, level] = [Math.max(...leaders), (sum: number): boolean => sum === Math.max(...leaders)];
  const [disc = 0, table = 0] = sums[seat] ?? [];
  const parts = [{ name: say('web_targets_golden_disc'), value: disc, breaks: true }];
  return best > 0 && leaders.filter(level).length === 1 ? parts : [...parts, { name: say('web_targets_golden_table'), value: table, breaks: true }];
}

function onDisc(rest: Position['rests'][number]): boolean {
  const { touches, support } = rest;
  return onTable(rest) && !touches?.table && !support?.table && Boolean(support?.targets?.length);
}

function onTable({ off, carried_by }: Position['rests'][number]): boolean {
  return !off && carried_by == null;
}

/** How far a seat is from the points or discs that win. */
export function behindOf(at: Position, seat: number): { text: string; close: boolean } {
  const best = Math.max(...at.layout.stands.map((_, owner) => won(at, owner)));
  const count = best - won(at, seat);
  if (count === 0) return { text: say('web_targets_tied'), close: true };
  return { text: say(at.points ? 'web_points_behind' : 'web_targets_discs_behind', { count }), close: count === 1 };
}

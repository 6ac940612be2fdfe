/** Which decisions of an analysis are worth a word. */
import type { Analysis, Decision, GameEvent, Step } from './protocol';

const WORTH_A_WORD = new Set<Decision['rating']>(['inaccuracy', 'mistake', 'blunder']);

/** The mistakes of a match, the largest first; a good move that was not the best is none. */
export function worstFirst(analysis: Analysis): Decision[] {
  const found = analysis.mistakes.flatMap((index) => analysis.decisions[index] ?? []);
  return found.filter(({ rating }) => WORTH_A_WORD.has(rating));
}

/** A smaller loss of a chance to win is no key moment. */
const NOTICED = 0.02;

/** The decision of some seats that lost most; null where none is worth a word. Those of bots in their place are not theirs. */
export function keyMoment({ decisions }: Analysis, seats: readonly number[], bots: ReadonlySet<number>): Decision | null {
  const own = decisions.filter((one) => seats.includes(one.seat) && !bots.has(one.step) && one.loss > Math.max(NOTICED, one.error));
  return own.toSorted((one, other) => other.loss - one.loss)[0] ?? null;
}

/** The last chance of a side that is known before a step. */
export function chanceBefore({ chances }: Analysis, seats: number[], step: number): number | null {
  const known = chances.findLast((one) => one.step < step && seats.some((seat) => one.win[seat] != null));
  return known?.win.find((chance, seat) => chance != null && seats.includes(seat)) ?? null;
}

/** What a bot takes over: the moves of a seat whose time was up, or for which it stood in until its person came back. */
const ONE_MOVE = 'server.time_up';
const FROM = new Set(['server.left', 'server.stood_in', 'server.resigned']);
const UNTIL = 'server.returned';

/** The steps that a bot made for a person: steps and what happened at the table, both with the version they led to. */
export function byBots(steps: Pick<Step, 'step' | 'seat' | 'events'>[], told: GameEvent[]): Set<number> {
  const away = new Set<number>();
  const late = new Set<number>();
  const found = new Set<number>();
  const waiting = told.filter(({ name }) => name === ONE_MOVE || name === UNTIL || FROM.has(name));
  for (const { step, seat, events } of steps) {
    const version = events[0]?.number ?? Infinity;
    while (seat !== null && waiting[0] && waiting[0].number < version) {
      const { name, seat: whose } = waiting.shift()!;
      if (whose === null) continue;
      if (name === ONE_MOVE) late.add(whose);
      else if (name === UNTIL) away.delete(whose);
      else away.add(whose);
    }
    if (seat !== null && (away.has(seat) || late.delete(seat))) found.add(step);
  }
  return found;
}

/** How much more came of a seat's flicks than comes of them on average, all together; null where nobody flicks. */
export function luckOf({ decisions }: Analysis, seat: number): number | null {
  const lucks = decisions.filter((one) => one.seat === seat).flatMap(({ luck }) => (luck === null ? [] : [luck]));
  return lucks.length ? lucks.reduce((sum, luck) => sum + luck, 0) : null;
}

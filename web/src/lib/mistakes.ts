/** Which decisions of an analysis are worth a word. */
import type { Analysis, Decision } from './protocol';

const WORTH_A_WORD = new Set<Decision['rating']>(['inaccuracy', 'mistake', 'blunder']);

/** The mistakes of a match, the largest first; a good move that was not the best is none. */
export function worstFirst(analysis: Analysis): Decision[] {
  const found = analysis.mistakes.flatMap((index) => analysis.decisions[index] ?? []);
  return found.filter(({ rating }) => WORTH_A_WORD.has(rating));
}

/** How much more came of a seat's flicks than comes of them on average, all together; null where nobody flicks. */
export function luckOf({ decisions }: Analysis, seat: number): number | null {
  const lucks = decisions.filter((one) => one.seat === seat).flatMap(({ luck }) => (luck === null ? [] : [luck]));
  return lucks.length ? lucks.reduce((sum, luck) => sum + luck, 0) : null;
}

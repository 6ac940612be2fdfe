/** Which decisions of an analysis are worth a word. */
import type { Analysis, Decision } from './protocol';

const WORTH_A_WORD = new Set<Decision['rating']>(['inaccuracy', 'mistake', 'blunder']);

/** The mistakes of a match, the largest first; a good move that was not the best is none. */
export function worstFirst(analysis: Analysis): Decision[] {
  const found = analysis.mistakes.flatMap((index) => analysis.decisions[index] ?? []);
  return found.filter(({ rating }) => WORTH_A_WORD.has(rating));
}

/** A game's facts in one line: for how many, and how long. */
import type { GameInfo } from './protocol';
import { oneOf, say } from './words.svelte';

export function factsOf({ seat_counts: counts, minutes: [least, most] }: Pick<GameInfo, 'seat_counts' | 'minutes'>): string {
  const from = counts[0] ?? 2;
  const to = counts.at(-1) ?? from;
  if (from === to) return say('web_facts_exactly', { count: from, least, most });
  const all = counts.length === to - from + 1;
  return all ? say('web_facts', { from, to, least, most }) : say('web_facts_some', { counts: oneOf(counts), least, most });
}

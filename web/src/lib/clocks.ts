/** Times for a move, as they are offered and read. */
import { say } from './words.svelte';

/** Seconds for a move; none at all first. */
export const CLOCKS = [0, 30, 60, 120, 300, 86_400, 259_200];

/** So many seconds for a move, in words. */
export function clockName(seconds: number): string {
  if (seconds === 0) return say('web_clock_none');
  if (seconds >= 86_400) return say('web_clock_days', { days: Math.round(seconds / 86_400) });
  return seconds >= 60 ? say('web_clock_minutes', { minutes: Math.round(seconds / 60) }) : say('web_clock_seconds', { seconds });
}

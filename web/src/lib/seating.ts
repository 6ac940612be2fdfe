/** Whose eyes look at the screen, when one screen holds several seats. */
import { say } from './words.svelte';

/** The seat that is shown: the one of mine that may act, else the one shown before, else the first. */
export function eyes(mine: number[], actors: number[], before: number | null): number | null {
  if (before !== null && mine.includes(before) && actors.includes(before)) return before;
  const acting = mine.find((seat) => actors.includes(seat));
  if (acting !== undefined) return acting;
  if (before !== null && mine.includes(before)) return before;
  return mine[0] ?? null;
}

/** Whether the screen must be covered until the next player has taken it: hidden hands, several people. */
export function covered(hidden: boolean, mine: number[], shown: number | null, uncovered: number | null): boolean {
  return hidden && mine.length > 1 && shown !== null && shown !== uncovered;
}

/** What is left of a seat's time, in seconds; null where no clock runs for it. */
export function timeLeft(deadlines: Record<string, string> | undefined, seat: number, now: number): number | null {
  const end = deadlines?.[seat];
  return secondsLeft(end ?? null, now);
}

/** The whole seconds up to a moment, none below 0; null without a moment. */
export function secondsLeft(until: string | null, now: number): number | null {
  return until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
}

/** From here on days and hours are told. */
const DAY = 24 * 3600;

/** Seconds as a clock shows them: 1:05, or 2:03:20; days and hours where there are days. */
export function clockFace(seconds: number): string {
  if (seconds >= DAY) return say('web_clock_left', { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / 3600) });
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, '0') : String(part))).join(':');
}

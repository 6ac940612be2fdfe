/** The game that the first page shows large, and how the others fill their rows. */
import type { GameInfo } from './protocol';

export type Why = 'first' | 'new' | 'again';

/** The game to feature: a short one to begin with, then those not met yet, then what was played last. */
export function featured(games: readonly GameInfo[], isNew: (game: GameInfo) => boolean, last: string | null): { game: GameInfo; why: Why } | null {
  const unmet = games.filter(isNew);
  const [shortest] = [...games].sort((one, other) => one.minutes[0] - other.minutes[0]);
  if (!shortest) return null;
  const played = games.find(({ name }) => name === last);
  if (unmet.length === games.length && !played) return { game: shortest, why: 'first' };
  const [next] = unmet.filter((game) => game !== played);
  if (next) return { game: next, why: 'new' };
  return { game: played ?? shortest, why: 'again' };
}

/** How many stand in a row where so many fit, so that no row has but a few: 4 where 3 fit are two rows of two. */
export function inRows(count: number, fit: number): number {
  return Math.max(1, Math.ceil(count / Math.ceil(count / fit)));
}

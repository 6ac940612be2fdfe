/** The game that the first page shows large, and how the others fill their rows. */
import type { GameInfo } from './protocol';

export type Why = 'first' | 'new' | 'again';

/** The game to feature: a short one to begin with, then those not met yet, then what was played last. */
export function featured(games: readonly GameInfo[], isNew: (game: GameInfo) => boolean, last: string | null): { game: GameInfo; why: Why } | null {
  const taught = games.filter(({ lessons }) => lessons > 0);
  const unmet = taught.filter(isNew);
  const [shortest] = [...(taught.length ? taught : games)].sort((one, other) => one.minutes[0] - other.minutes[0]);
  if (!shortest) return null;
  const played = games.find(({ name }) => name === last);
  const [next] = unmet.length < taught.length || played ? unmet.filter((game) => game !== played) : [];
  if (next) return { game: next, why: 'new' };
  return played ? { game: played, why: 'again' } : { game: shortest, why: 'first' };
}

/** How many stand in a row where so many fit, so that no row has but a few: 4 where 3 fit are two rows of two. */
export function inRows(count: number, fit: number): number {
  return count ? Math.ceil(count / Math.ceil(count / fit)) : 1;
}

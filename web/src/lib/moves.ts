/** Moves as they travel: told apart by all their parts. */
import type { Move } from './protocol';

/** Whether two moves are the same, whatever the order of their parts. */
export function sameMove(one: Move | null | undefined, other: Move | null | undefined): boolean {
  return one != null && other != null && written(one) === written(other);
}

function written(move: Move): string {
  return JSON.stringify(Object.entries(move).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

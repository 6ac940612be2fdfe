/** Whether a reader has met a game before: whoever has not is offered its first lesson once. */
import type { GameInfo } from './protocol';
import { keep, recall } from './settings.svelte';

const KEPT = 'met';

function met(): string[] {
  return (recall(KEPT) ?? '').split(' ').filter(Boolean);
}

/** Whether the lessons of a game are to be offered: there are some, and the reader has not met it yet. */
export function isNew(game: GameInfo): boolean {
  return game.lessons > 0 && !met().includes(game.name);
}

/** Remember that the reader has met a game. */
export function meet(game: string): void {
  keep(KEPT, [...new Set([...met(), game])].join(' '));
}

/** The game of a page and its face, loaded together. */
import { faceOf, type Face } from '../games/face';
import { api } from './api';
import type { GameInfo } from './protocol';
import { settings } from './settings.svelte';

export interface Opened {
  game: GameInfo | null;
  face: Face;
}

/** Load a game and its face, drawn or as text; no game where the server does not have it. */
export async function openGame(name: string): Promise<Opened> {
  const [games, face] = await Promise.all([api.games(), faceOf(name, settings.text)]);
  return { game: games.find((one) => one.name === name) ?? null, face };
}

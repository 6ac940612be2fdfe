/** The bots as people meet them: who they are, how they look, how strong they are. */
import type { Character, GameInfo, Look, SeatInfo } from './protocol';
import { levelName } from './seats';
import { knows, say, tell } from './words.svelte';

const HAIRS = ['short', 'long', 'bun', 'curls', 'bald', 'braids', 'cap'] as const;
const WORN = ['nothing', 'glasses', 'nothing', 'moustache', 'earrings', 'scarf', 'beard'] as const;
const SHADES = 6;

/** A number from a name that is the same everywhere. */
function hash(name: string): number {
  return [...name].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
}

/** How somebody looks of whom only the name is known: always the same. */
export function lookOf(name: string): Look {
  const number = hash(name);
  const part = (step: number, count: number): number => Math.floor(number / step) % count;
  return {
    skin: part(1, SHADES), hair: HAIRS[part(6, HAIRS.length)] ?? 'short', tone: part(42, SHADES),
    wears: WORN[part(252, WORN.length)] ?? 'nothing', coat: part(1764, SHADES),
  };
}

/** The character of a level; a game whose bots have no faces names them by their level. */
export function characterOf(game: GameInfo, level: string): Character {
  return game.characters.find((one) => one.level === level) ?? { level, name: levelName(level), look: null, against: null, wins: null };
}

/** What a character is called: a bot without a name by its level. */
export function nameOf({ name, level }: Character): string {
  return name === level ? levelName(level) : name;
}

/** Who it is, and how it plays, in a sentence each. */
export function sentencesOf(game: GameInfo, level: string): string[] {
  return [`${game.name}_character_${level}`, `${game.name}_character_${level}_way`].filter(knows).map((key) => tell(key));
}

/** “Wins 7 of 10 against Odile.”, as it was measured; empty where it was not. */
export function strengthOf({ wins, against }: Character): string {
  return wins === null || against === null ? '' : say('core_strength', { wins, against });
}

/** The face of a bot at a table: the character itself, or somebody of its kin. */
export function faceAt(game: GameInfo | null, seat: SeatInfo): Look | null {
  if (seat.kind !== 'bot' || !seat.level) return null;
  const one = game?.characters.find(({ level }) => level === seat.level);
  return one && one.name === seat.name && one.look ? one.look : lookOf(seat.name || seat.level);
}

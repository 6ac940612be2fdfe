/** Any position as groups of lines, where no game has told it in words. */
import type { Json } from '../../lib/protocol';
import { knows, tell } from '../../lib/words.svelte';
import type { Group, Line } from '../text';

/** What stands at the top of a position, then a group for each part of it, named as the game names its parts. */
export function groupsOf(position: Json, game = '', names: string[] = []): Group[] {
  const part = (name: string): string => named(`${game}_part_${name}`, name);
  const value = (name: string, item: Json): string => {
    if (name === 'seat' && typeof item === 'number') return names[item] ?? String(item);
    if (name === 'scores' && Array.isArray(item)) return item.map((score, seat) => `${names[seat] ?? ''} ${spell(score, part)}`.trim()).join(', ');
    return spell(item, part);
  };
  if (position === null || typeof position !== 'object') return [{ title: '', lines: lines(position, part) }];
  const parts = Object.entries(position);
  const plain = parts.filter(([, item]) => isPlain(item)).map(([name, item]) => ({ name: part(name), value: value(name, item) }));
  const groups = parts.filter(([, item]) => !isPlain(item)).map(([name, item]) => ({ title: part(name), lines: lines(item, part) }));
  return [...(plain.length ? [{ title: '', lines: plain }] : []), ...groups];
}

/** The name of a part: the game's own, or that in the position. */
type Name = (part: string) => string;

/** Flatten a part: small lists stay on one line, larger ones get a line each. */
function lines(position: Json, part: Name, name = ''): Line[] {
  if (isPlain(position)) return [{ name, value: spell(position, part) }];
  if (Array.isArray(position)) return position.flatMap((item, index) => lines(item, part, `${name} ${index + 1}`.trim()));
  return Object.entries(position as object).flatMap(([key, item]) => lines(item as Json, part, `${name} ${part(key)}`.trim()));
}

function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.every((item) => item === null || typeof item !== 'object');
  return value === null || typeof value !== 'object';
}

function named(key: string, name: string): string {
  return knows(key) ? tell(key) : name.replaceAll('_', ' ');
}

function spell(value: Json, part: Name): string {
  if (Array.isArray(value)) return value.map((item) => spell(item, part)).join(' ') || '–';
  if (value === null) return '–';
  if (value === true) return '✓';
  if (value === false) return '✗';
  return typeof value === 'string' ? part(value) : String(value);
}

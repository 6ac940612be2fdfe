/** Any position as groups of lines, where no game has told it in words. */
import type { Json } from '../../lib/protocol';
import type { Group, Line } from '../text';

/** What stands at the top of a position, then a group for each part of it. */
export function groupsOf(position: Json): Group[] {
  if (position === null || typeof position !== 'object') return [{ title: '', lines: lines(position) }];
  const parts = Object.entries(position);
  const plain = parts.filter(([, item]) => isPlain(item)).map(([name, item]) => ({ name: spaced(name), value: spell(item) }));
  const groups = parts.filter(([, item]) => !isPlain(item)).map(([name, item]) => ({ title: spaced(name), lines: lines(item) }));
  return [...(plain.length ? [{ title: '', lines: plain }] : []), ...groups];
}

/** Flatten a part: small lists stay on one line, larger ones get a line each. */
function lines(position: Json, name = ''): Line[] {
  if (isPlain(position)) return [{ name, value: spell(position) }];
  if (Array.isArray(position)) return position.flatMap((item, index) => lines(item, `${name} ${index + 1}`.trim()));
  return Object.entries(position as object).flatMap(([key, item]) => lines(item as Json, `${name} ${spaced(key)}`.trim()));
}

function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.every((item) => item === null || typeof item !== 'object');
  return value === null || typeof value !== 'object';
}

function spaced(key: string): string {
  return key.replaceAll('_', ' ');
}

function spell(value: Json): string {
  if (Array.isArray(value)) return value.map(spell).join(' ') || '–';
  if (value === null) return '–';
  if (value === true) return '✓';
  if (value === false) return '✗';
  return String(value);
}

/** Any position as lines of a name and a value. */
import type { Json } from '../../lib/protocol';

export interface PositionLine {
  path: string;
  value: string;
}

/** Flatten a position: small lists stay on one line, larger ones get a line each. */
export function lines(position: Json, path = ''): PositionLine[] {
  if (position === null || typeof position !== 'object') return [{ path, value: spell(position) }];
  if (Array.isArray(position)) {
    if (position.every((item) => item === null || typeof item !== 'object')) {
      return [{ path, value: position.map(spell).join(' ') || '–' }];
    }
    return position.flatMap((item, index) => lines(item, `${path} ${index + 1}`.trim()));
  }
  return Object.entries(position).flatMap(([name, item]) => lines(item, `${path} ${name.replaceAll('_', ' ')}`.trim()));
}

function spell(value: Json): string {
  if (value === null) return '–';
  if (value === true) return '✓';
  if (value === false) return '✗';
  return String(value);
}

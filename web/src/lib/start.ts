/** Setting tables. */
import { api } from './api';
import { beSomebody } from './me.svelte';
import type { GameInfo, Json, NewTable, OptionSchema, SeatPlan, TableInfo } from './protocol';
import { go } from './route.svelte';

const USUAL = 'casual';

/** The bots that are offered to people, the weakest first. */
export function opponents({ characters }: GameInfo): string[] {
  return characters.map(({ level }) => level);
}

/** The bot a newcomer meets: neither the weakest nor a strong one. */
export function usualLevel(game: GameInfo): string {
  const met = opponents(game);
  return met.find((level) => level === USUAL) ?? met[Math.floor((met.length - 1) / 2)] ?? '';
}

/** A seat for me and bots on the others. */
export function againstBots(seats: number, level: string): SeatPlan[] {
  return [{ who: 'me' }, ...Array.from({ length: seats - 1 }, () => ({ who: 'bot', level }) as const)];
}

/** Set a table under a name, the one that is known if none is given, and go there. */
export async function setTable(table: NewTable, name?: string): Promise<void> {
  await beSomebody(name);
  const info = await api.create(table);
  go(info.link);
}

/** How calls are made at a table, where a game asks: shouted among people, by themselves against bots alone. */
export function callsAmong(schema: OptionSchema, seats: readonly SeatPlan[]): string | null {
  if (!schema.properties?.['calls']?.enum?.includes('spoken')) return null;
  return seats.some(({ who }) => who !== 'me' && who !== 'bot') ? 'spoken' : 'auto';
}

/** The options of a game with their defaults. */
export function defaults(schema: OptionSchema): Record<string, Json> {
  const fields = Object.entries(schema.properties ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, field.default ?? null]));
}

/** The level above that of the bots at a table of one person against bots; none where there is no stronger one. */
export function nextLevel({ seats }: TableInfo, game: GameInfo): string | null {
  const others = seats.filter(({ yours }) => !yours);
  const levels = new Set(others.map(({ kind, level }) => (kind === 'bot' ? level : null)));
  const [level, ...more] = levels;
  if (!level || more.length || others.length !== seats.length - 1) return null;
  const met = opponents(game);
  return met.includes(level) ? (met[met.indexOf(level) + 1] ?? null) : null;
}

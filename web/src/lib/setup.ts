/** How a table is set up: what is usual, and what was chosen last. */
import type { GameInfo, Json, OptionField, OptionSchema, SeatPlan } from './protocol';
import { keep, recall } from './settings.svelte';
import { againstBots, callsAmong, defaults, opponents, setTable, usualLevel } from './start';

export type Options = Record<string, Json>;

/** What a reader chose for a game, and finds again the next time. */
export interface Setup {
  level: string;
  count: number;
  options: Options;
  /** Options that somebody chose: the others follow from who plays. */
  touched: string[];
  /** Whether moves may be taken back behind chance, against bots. */
  practice: boolean;
}

/** The option of a game that says who starts, and its value that lets chance decide. */
export const STARTER = 'starter';
export const DRAWN = 'random';

function isDrawn(field: OptionField | undefined): boolean {
  return field?.enum?.includes(DRAWN) ?? false;
}

/** The options as they are at first: the defaults of the game, and chance decides who starts. */
export function usualOptions(schema: OptionSchema): Options {
  const options = defaults(schema);
  return isDrawn(schema.properties?.[STARTER]) ? { ...options, [STARTER]: DRAWN } : options;
}

export function usualSetup(game: GameInfo): Setup {
  return { level: usualLevel(game), count: game.seat_counts[0] ?? 2, options: usualOptions(game.options), touched: [], practice: false };
}

/** What the reader chose last, as far as the game still knows it. */
export function remembered(game: GameInfo): Setup {
  const usual = usualSetup(game);
  let kept: Partial<Setup>;
  try {
    kept = (JSON.parse(recall(`setup.${game.name}`) ?? '{}') ?? {}) as Partial<Setup>;
  } catch {
    return usual;
  }
  const fields = game.options.properties ?? {};
  const chosen = Object.entries(kept.options ?? {}).filter(([name, value]) => allows(fields[name], value));
  return {
    level: opponents(game).find((level) => level === kept.level) ?? usual.level,
    count: game.seat_counts.find((count) => count === kept.count) ?? usual.count,
    options: { ...usual.options, ...Object.fromEntries(chosen) },
    touched: (kept.touched ?? []).filter((name) => name in fields),
    practice: kept.practice === true,
  };
}

function allows(field: OptionField | undefined, value: Json): boolean {
  if (!field) return false;
  return field.enum ? field.enum.includes(value) : typeof value === typeof field.default;
}

export function remember(game: GameInfo, setup: Setup): void {
  keep(`setup.${game.name}`, JSON.stringify(setup));
}

/** The options of a table with these seats: calls are shouted among people, unless somebody chose. */
export function optionsFor(game: GameInfo, setup: Setup, seats: readonly SeatPlan[]): Options {
  const calls = setup.touched.includes('calls') ? null : callsAmong(game.options, seats);
  return calls === null ? setup.options : { ...setup.options, calls };
}

/** A table against bots as it was set up last. */
export function soloTable(game: GameInfo, setup: Setup): { game: string; seats: SeatPlan[]; options: Options; practice: boolean } {
  const seats = againstBots(setup.count, setup.level);
  return { game: game.name, seats, options: optionsFor(game, setup, seats), practice: setup.practice };
}

/** At the table against bots as it was set up last, with nothing asked. */
export async function playNow(game: GameInfo): Promise<void> {
  await setTable(soloTable(game, remembered(game)));
}

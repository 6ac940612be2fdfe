/** How a table is set up on the page of a game: what is usual, what was chosen last, and what applies, in words. */
import type { GameInfo, Json, OptionField, OptionSchema, SeatPlan } from './protocol';
import { clockName } from './clocks';
import { keep, recall } from './settings.svelte';
import { againstBots, callsAmong, defaults, opponents, setTable, usualLevel } from './start';
import { knows, say, tell } from './words.svelte';

export type Options = Record<string, Json>;

/** Options that people often choose together, under a name. */
export interface Preset {
  /** The key of its name. */
  name: string;
  options: Options;
}

/** Where an option has an effect: with so many players, or with another option. */
export type Needs = Record<string, { players: number } | { option: string; is: Json }>;

export interface Choices {
  presets: Preset[];
  needs?: Needs;
}

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
const STARTER = 'starter';
const DRAWN = 'random';

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

/** Whether all that a preset says holds. */
export function holds(preset: Preset, options: Options): boolean {
  return Object.entries(preset.options).every(([name, value]) => options[name] === value);
}

/** The preset that holds, the one that says most first. */
export function presetOf(presets: readonly Preset[], options: Options): Preset | undefined {
  return presets.find((preset) => holds(preset, options));
}

/** Options whose every choice is a preset of its own: they need no list beside. */
export function covered(presets: readonly Preset[], schema: OptionSchema): string[] {
  return Object.entries(schema.properties ?? {}).filter(([name, field]) =>
    field.enum?.every((value) => presets.some(({ options }) => options[name] === value && Object.keys(options).length === 1)),
  ).map(([name]) => name);
}

/** Options that have no effect now, and do not say anything unusual. */
export function idle({ needs = {} }: Choices, schema: OptionSchema, options: Options, players: number): string[] {
  const usual = usualOptions(schema);
  return Object.entries(needs).filter(([name, need]) =>
    options[name] === usual[name] && ('players' in need ? need.players !== players : options[need.option] !== need.is),
  ).map(([name]) => name);
}

/** The presets that so many players can choose. */
export function possible({ presets, needs = {} }: Choices, schema: OptionSchema, players: number): Preset[] {
  const usual = usualOptions(schema);
  return presets.filter(({ options }) => Object.entries(options).every(([name, value]) => {
    const need = needs[name];
    return value === usual[name] || !need || !('players' in need) || need.players === players;
  }));
}

/** What an option is called. */
export function optionName(game: string, name: string): string {
  const key = `${game}_option_${name}`;
  return knows(key) ? tell(key) : name.replaceAll('_', ' ');
}

/** What a choice of an option is called. */
export function choiceName(game: string, name: string, value: Json): string {
  const key = `${game}_option_${name}_${String(value)}`;
  return knows(key) ? tell(key) : String(value);
}

/** What else is agreed on beside the rules. */
export interface Terms {
  practice: boolean;
  /** Seconds for a move, 0 for no clock; null where there is no word to be lost about it. */
  clock: number | null;
  public: boolean;
  hints: boolean;
}

/** What applies to a table, in a few words: the rules it is played by, then how it is played. */
export function whatApplies(game: GameInfo, presets: readonly Preset[], options: Options, terms: Terms): string[] {
  const preset = presetOf(presets, options);
  const usual = usualOptions(game.options);
  const told: string[] = preset ? [tell(preset.name)] : [];
  for (const [name, field] of Object.entries(game.options.properties ?? {})) {
    const value = options[name] ?? null;
    if (name === 'calls') told.push(say(value === 'spoken' ? 'web_calls_by_you' : 'web_calls_for_you'));
    else if (name === STARTER && value === DRAWN) told.push(say('web_starter_drawn'));
    else if (value !== usual[name] && !(preset && name in preset.options)) told.push(changed(game.name, name, field, value));
  }
  if (terms.practice) told.push(say('web_is_practice'));
  if (terms.clock !== null) told.push(terms.clock ? say('web_clock_a_move', { time: clockName(terms.clock) }) : lowered(clockName(0)));
  if (terms.public) told.push(say('web_for_everybody'));
  if (terms.hints) told.push(say('web_hints_too'));
  return told;
}

/** A sentence as it goes on within another. */
function lowered(text: string): string {
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

function changed(game: string, name: string, field: OptionField, value: Json): string {
  const called = optionName(game, name);
  if (field.enum) return say('web_option_is', { option: called, choice: choiceName(game, name, value) });
  if (field.type === 'boolean' && value === false) return say('web_option_off', { option: called });
  return field.type === 'boolean' || field.type === 'string' ? called : say('web_option_is', { option: called, choice: String(value) });
}

/** What a table is played by, in words: presets, options and what else is agreed on. */
import { clockName } from './clocks';
import type { GameInfo, Json, OptionField, OptionSchema } from './protocol';
import { DRAWN, STARTER, usualOptions, type Options } from './setup';
import { knows, say, tell } from './words.svelte';

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

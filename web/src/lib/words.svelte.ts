/** Sentences in the reader's language, for what is written here and for the codes the server sends. */
import { untrack } from 'svelte';
import type * as Games from '../../.build/paraglide/games/messages/en.js';
import type * as House from '../../.build/paraglide/house/messages/en.js';
import { api } from './api';
import { compiled, type Words } from './sentences';
import type { GameEvent, Param, Params, Reason, Refusal, Result } from './protocol';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Key = keyof typeof House | keyof typeof Games;

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };

/** What the first page may say. */
const HOUSE: Record<Language, () => Promise<unknown>> = {
  en: () => import('../../.build/paraglide/house/messages/en.js'),
  fr: () => import('../../.build/paraglide/house/messages/fr.js'),
  de: () => import('../../.build/paraglide/house/messages/de.js'),
};

/** What games say of themselves. */
const GAMES: Record<Language, () => Promise<unknown>> = {
  en: () => import('../../.build/paraglide/games/messages/en.js'),
  fr: () => import('../../.build/paraglide/games/messages/fr.js'),
  de: () => import('../../.build/paraglide/games/messages/de.js'),
};

let spoken = $state.raw<{ language: Language; words: Words; whole: boolean }>({ language: 'en', words: {}, whole: false });

/** The language in use. */
export function language(): Language {
  return spoken.language;
}

/** Whether something is a language we speak. */
export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value);
}

/** The first of a browser's wishes that we speak, English if there is none. */
export function bestLanguage(wishes: readonly string[]): Language {
  const known = wishes.map((wish) => wish.slice(0, 2).toLowerCase()).filter(isLanguage);
  return known[0] ?? 'en';
}

/** Speak a language from now on; `whole` with what games say of themselves. */
export async function speak(wanted: Language, whole = true): Promise<void> {
  const parts = await Promise.all([HOUSE[wanted](), ...(whole ? [GAMES[wanted]()] : [])]);
  spoken = { language: wanted, words: Object.assign({}, ...parts) as Words, whole };
  const learning = learn(wanted);
  if (whole) await learning;
}

/** What games say that the pages were built without; one that can't be asked is told by its keys. */
async function learn(wanted: Language): Promise<void> {
  const games = (await api.games().catch(() => [])).filter(({ words }) => words);
  const learnt = await Promise.all(games.map((game) => api.words(game, wanted).catch(() => ({}))));
  if (!games.length || spoken.language !== wanted) return;
  spoken = { ...spoken, words: Object.assign({}, spoken.words, ...learnt.map((words) => compiled(words, wanted))) as Words };
}

/** Be able to say all that games say of themselves, which the first page does not. */
export async function speakOfGames(): Promise<void> {
  const { whole, language } = untrack(() => spoken);
  if (!whole) await speak(language);
}

/** Whether what games say of themselves can be said. */
export function speaksOfGames(): boolean {
  return spoken.whole;
}

/** A sentence that is written in the files; a key that is in none of them does not compile. */
export function say(key: Key, params: Params = {}): string {
  return tell(key, params);
}

/** A sentence by a key that came from elsewhere; the key itself if nobody wrote the sentence. */
export function tell(key: string, params: Params = {}): string {
  const sentence = spoken.words[key];
  if (!sentence) return key;
  const said = Object.entries(params).map(([name, value]) => [name, spell(value)] as const);
  return sentence(Object.fromEntries(said));
}

/** Whether a sentence exists. */
export function knows(key: string): boolean {
  return key in spoken.words;
}

/** What happened, as a line of the log; `names` are those of the seats. */
export function eventText(event: GameEvent, names: string[]): string {
  const who: Params = event.seat === null ? {} : { who: nameOf(event.seat, names) };
  return tell(keyOf(event.name, 'event'), { ...who, ...withNames(event.params, names) });
}

/** The numbers of an event, for whoever opens them; null where its line says all. */
export function eventDetail({ name, params }: GameEvent): string | null {
  const key = keyOf(name, 'detail');
  return knows(key) ? tell(key, params) : null;
}

/** Who is told of a reason: the names of the seats, the seat whose move it is, and my own, where one is mine. */
export interface Audience {
  names: string[];
  seat: number;
  reader: number | null;
}

/** Why a move is good or bad; the clause is shown beside it, as a link. */
export function whyText(reason: Reason, audience: Audience): string {
  return tell(keyOf(reason.code, 'why'), whyParams(reason, audience));
}

/** The numbers behind a reason; nothing where its sentence has them all. */
export function figuresText(reason: Reason, audience: Audience): string {
  const key = `${keyOf(reason.code, 'why')}_figures`;
  return knows(key) ? tell(key, whyParams(reason, audience)) : '';
}

/** The parameters of a reason's sentence, as `core/reasons.py` lists them: its numbers, and who is meant. */
function whyParams({ form, params }: Reason, { names, seat, reader }: Audience): Params {
  const two = names.length === 2;
  const given: Params = { form: form ?? '', mover: `@seat:${seat}`, rival: `@seat:${two ? 1 - seat : seat}`, ...params };
  const meant = Object.entries(given).flatMap(([key, value]): [string, Param][] => {
    if (typeof value === 'number') return [[`${key}_about`, Math.round(value)]];
    const who = typeof value === 'string' ? SEAT.exec(value) : null;
    return who ? [[`${key}_is`, Number(who[1]) === reader ? 'you' : 'other']] : [];
  });
  return { ...withNames(given, names), ...Object.fromEntries(meant), ...(two ? {} : { rival_is: 'several' }) };
}

function nameOf(seat: number, names: string[]): string {
  return names[seat] ?? `#${seat}`;
}

const SEAT = /^@seat:(\d+)$/;

/** Parameters in which `@seat:1` stands for the name of a seat. */
function withNames(params: Params, names: string[]): Params {
  const named = Object.entries(params).map(([key, value]): [string, Param] => {
    const seat = typeof value === 'string' ? SEAT.exec(value) : null;
    return [key, seat ? nameOf(Number(seat[1]), names) : value];
  });
  return Object.fromEntries(named);
}

/** Why something was refused; the clause is shown beside it, as a link. */
export function refusalText(refusal: Refusal): string {
  return tell(keyOf(refusal.code, 'refusal'), refusal.params);
}

/** Why a game ended. */
export function reasonText(result: Result): string {
  return tell(keyOf(result.reason, 'reason'));
}

/** The key of a code: `exxtra.pair` told as an event is `exxtra_event_pair`. */
export function keyOf(code: string, kind: 'event' | 'detail' | 'refusal' | 'reason' | 'why'): string {
  const [domain, name] = code.split('.', 2);
  return `${domain}_${kind}_${name}`;
}

/** A number as the language writes it, such as a chance in per cent. */
export function percent(share: number, digits = 0): string {
  const style = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(spoken.language, style).format(share);
}

/** A change of a chance in per cent, with its sign. */
export function signed(share: number): string {
  const style = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(spoken.language, style).format(share);
}

/** A number with at most two digits behind the point, as the language writes it. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(spoken.language, { maximumFractionDigits: 2 }).format(value);
}

/** Jack, queen and king as they are printed where a language is at home. */
const COURT: Record<Language, Record<string, string>> = { en: {}, fr: { J: 'V', Q: 'D', K: 'R' }, de: { J: 'B', Q: 'D', K: 'K' } };

/** Playing cards in a text, such as Q♥, as the language writes them. */
export function playingCards(text: string): string {
  return text.replace(/[JQK](?=[♠♥♦♣])/g, (rank) => COURT[spoken.language][rank] ?? rank);
}

/** A moment as the language writes it. */
export function moment(at: string): string {
  return new Intl.DateTimeFormat(spoken.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));
}

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]];

/** How long ago a moment was, as the language says it. */
export function ago(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const [unit, length] = SPANS.find(([, span]) => seconds >= span) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(spoken.language, { numeric: 'auto' }).format(-Math.floor(seconds / length), unit);
}

/** Several things as the language joins them. */
export function list(items: string[]): string {
  return new Intl.ListFormat(spoken.language).format(items);
}

/** One of several numbers as the language says it: 2, 3, 4 or 6. */
export function oneOf(things: (number | string)[]): string {
  return new Intl.ListFormat(withoutOxford(), { type: 'disjunction' }).format(things.map(String));
}

/** One of several things; if some are lists with commas of their own, an “or” stands before each. */
function choice(choices: string[][]): string {
  const region = choices.length > 1 ? withoutOxford() : spoken.language;
  const things = choices.map((parts) => new Intl.ListFormat(region).format(parts));
  if (choices.every((parts) => parts.length < 3)) return oneOf(things);
  return things.reduce((left, right) => tell('core_or', { left, right }));
}

/** The language, with no comma before the “and” or “or” of a list. */
function withoutOxford(): string {
  return spoken.language === 'en' ? 'en-GB' : spoken.language;
}

/** A parameter as it is read: a list joined, one that begins with `@or` as a choice between `a&b` and `c`, a key that begins with `@` as its own sentence, `@key:3` with a count, a fraction with its decimal sign. */
function spell(value: Param): string | number {
  if (Array.isArray(value) && value[0] === '@or') return choice(value.slice(1).map((thing) => thing.split('&').map((part) => String(spell(part)))));
  if (Array.isArray(value)) return list(value.map((item) => String(spell(item))));
  if (typeof value === 'string' && value.startsWith('@')) {
    const [key = '', count] = value.slice(1).split(':');
    return tell(key, count === undefined ? {} : { count: Number(count) });
  }
  if (typeof value === 'string') return playingCards(value);
  return Number.isInteger(value) ? value : decimal(Number(value));
}

/** What a reader chose for this browser: language, theme, sound, pace, boards drawn or as text. */
import { bestLanguage, isLanguage, speak, speaksOfGames, type Language } from './words.svelte';

export type Theme = 'auto' | 'light' | 'dark';
/** How quickly what happens is shown. */
export type Pace = 'slow' | 'normal' | 'fast' | 'at_once';
export const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'at_once'];

/** How much longer than usual everything takes. */
const TEMPO: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45, at_once: 0 };

/** How loud sounds are at first. */
const VOLUME = 0.8;

const state = $state({ theme: 'auto' as Theme, sound: true, volume: VOLUME, text: false, taps: true, pace: 'normal' as Pace, toldToSkip: false });

/** The reader's choices; change them with the functions below, which also keep them. */
export const settings: Readonly<{ theme: Theme; sound: boolean; volume: number; text: boolean; taps: boolean; pace: Pace; toldToSkip: boolean }> = state;

/** Read what was kept and speak the reader's language, before anything is shown. */
export async function startSettings(): Promise<void> {
  const theme = recall('theme');
  if (theme === 'light' || theme === 'dark') state.theme = theme;
  state.sound = recall('sound') !== 'off';
  const volume = Number(recall('volume') ?? VOLUME);
  state.volume = volume >= 0 && volume <= 1 ? volume : VOLUME;
  state.text = recall('text') === 'on';
  const pace = recall('pace');
  state.pace = PACES.find((known) => known === pace) ?? 'normal';
  state.toldToSkip = recall('told-to-skip') === 'yes';
  state.taps = recall('taps') !== 'off';
  dress();
  const kept = recall('language');
  await choose(isLanguage(kept) ? kept : bestLanguage(navigator.languages), location.pathname !== '/');
}

/** Speak another language, and remember it. */
export async function setLanguage(language: Language): Promise<void> {
  keep('language', language);
  await choose(language, speaksOfGames());
}

export function setTheme(theme: Theme): void {
  state.theme = theme;
  keep('theme', theme);
  dress();
}

export function setSound(on: boolean): void {
  state.sound = on;
  keep('sound', on ? 'on' : 'off');
}

/** How loud sounds are, from 0 to 1. */
export function setVolume(volume: number): void {
  state.volume = volume;
  keep('volume', String(volume));
}

/** Show every board as text with its moves as a list, or as it is drawn. */
export function setText(on: boolean): void {
  state.text = on;
  keep('text', on ? 'on' : 'off');
}

/** How quickly what happens is shown from now on. */
export function setPace(pace: Pace): void {
  state.pace = pace;
  keep('pace', pace);
  dress();
}

/** How much longer than usual everything takes; 0 where it is shown at once. */
export function tempo(): number {
  return TEMPO[state.pace];
}

/** How much longer than usual what moves on a board takes; 0 where the reader wants nothing to move. */
export function motion(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : tempo();
}

/** That a tap skips was said, and need not be said again. */
export function hasReadOfSkipping(): void {
  state.toldToSkip = true;
  keep('told-to-skip', 'yes');
}

/** Whether a finger has to tap small cells twice. */
export function setTaps(on: boolean): void {
  state.taps = on;
  keep('taps', on ? 'on' : 'off');
}

async function choose(language: Language, whole: boolean): Promise<void> {
  await speak(language, whole);
  document.documentElement.lang = language;
}

function dress(): void {
  const root = document.documentElement;
  if (state.theme === 'auto') root.removeAttribute('data-theme');
  else root.dataset['theme'] = state.theme;
  root.style.setProperty('--tempo', String(tempo()));
}

/** What this browser has kept under a name. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`ludotheque.${name}`);
  } catch {
    return null; // storage may be forbidden; the choice then lasts as long as the page
  }
}

/** Keep something under a name in this browser. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ludotheque.${name}`, value);
  } catch {
    // as above
  }
}

/** Short, dry, wooden sounds, made on the spot: a knock is a struck bar that dies quickly. */
import { settings } from './settings.svelte';

export type Sound = 'knock' | 'dice' | 'slide' | 'off' | 'turn' | 'win' | 'bust' | 'tick';

/** Each strike: when (s), pitch (Hz), length (s), loudness. */
const STRIKES: Record<Sound, [number, number, number, number][]> = {
  knock: [[0, 520, 0.06, 0.5]],
  dice: [[0, 900, 0.03, 0.3], [0.09, 700, 0.03, 0.35], [0.2, 980, 0.03, 0.3], [0.34, 760, 0.04, 0.35], [0.5, 640, 0.05, 0.3]],
  slide: [[0, 380, 0.05, 0.35], [0.11, 420, 0.05, 0.35], [0.22, 470, 0.06, 0.4]],
  off: [[0, 300, 0.08, 0.4], [0.12, 210, 0.1, 0.35]],
  turn: [[0, 620, 0.07, 0.4], [0.14, 820, 0.09, 0.4]],
  win: [[0, 520, 0.1, 0.4], [0.15, 660, 0.1, 0.4], [0.3, 780, 0.1, 0.4], [0.45, 1040, 0.2, 0.45]],
  tick: [[0, 1180, 0.03, 0.3]],
  bust: [[0, 260, 0.1, 0.5], [0.16, 190, 0.16, 0.5]],
};

let context: AudioContext | null = null;

/** Let a sound be heard, unless sound is off or the reader has not touched the page yet. */
export function play(sound: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + 0.01;
  for (const [at, pitch, length, loudness] of STRIKES[sound]) strike(context, start + at, pitch, length, loudness);
}

function strike(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  for (const [ratio, share] of [[1, 1], [2.76, 0.35], [5.4, 0.12]] as const) {
    const bar = audio.createOscillator();
    const gain = audio.createGain();
    bar.frequency.setValueAtTime(pitch * ratio * 1.04, at);
    bar.frequency.exponentialRampToValueAtTime(pitch * ratio, at + 0.02);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(0.25 * loudness * share, at + 0.002);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length / Math.sqrt(ratio));
    bar.connect(gain).connect(audio.destination);
    bar.start(at);
    bar.stop(at + length + 0.05);
  }
}

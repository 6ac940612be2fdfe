/** Short, dry, wooden sounds, made on the spot: struck bars that die quickly, a little noise, no recordings. */
import { settings } from './settings.svelte';

export type Sound = 'knock' | 'dice' | 'card' | 'goods' | 'slide' | 'off' | 'turn' | 'win' | 'bust' | 'tick' | 'snap';

/** What something is made of decides how it sounds: pitch (Hz), how long it rings (s), and how much noise is in it. */
const MATERIALS = {
  table: { pitch: 310, rings: 0.055, noise: 0.55, loud: 1 },
  die: { pitch: 1650, rings: 0.022, noise: 0.35, loud: 0.7 },
  disc: { pitch: 640, rings: 0.045, noise: 0.5, loud: 0.9 },
  base: { pitch: 205, rings: 0.095, noise: 0.4, loud: 0.9 },
  off: { pitch: 118, rings: 0.13, noise: 0.8, loud: 0.8 },
  finger: { pitch: 900, rings: 0.014, noise: 0.9, loud: 0.5 },
  card: { pitch: 2400, rings: 0.012, noise: 1.6, loud: 0.28 },
  cloth: { pitch: 240, rings: 0.04, noise: 1.1, loud: 0.45 },
} as const;
export type Material = keyof typeof MATERIALS;

/** One strike: when (s from now), on what, how hard (0 to 1), and from which side (-1 to 1). */
export interface Strike {
  at: number;
  on: Material;
  hard: number;
  side?: number;
}

/** How loud something rolls or slides from a moment on. */
export interface Rub {
  at: number;
  level: number;
}

/** Strikes of the sounds of moves. */
const STRUCK: Partial<Record<Sound, readonly Strike[]>> = {
  knock: [{ at: 0, on: 'disc', hard: 0.5 }],
  snap: [{ at: 0, on: 'finger', hard: 0.5 }],
  dice: [
    { at: 0, on: 'die', hard: 0.3, side: -0.3 }, { at: 0.03, on: 'table', hard: 0.5, side: -0.25 }, { at: 0.11, on: 'table', hard: 0.42, side: 0.2 }, { at: 0.14, on: 'die', hard: 0.25 },
    { at: 0.21, on: 'table', hard: 0.34, side: -0.1 }, { at: 0.33, on: 'table', hard: 0.26, side: 0.15 }, { at: 0.36, on: 'die', hard: 0.15 }, { at: 0.48, on: 'table', hard: 0.16 }, { at: 0.56, on: 'table', hard: 0.08 },
  ],
  card: [{ at: 0, on: 'card', hard: 0.35 }, { at: 0.028, on: 'card', hard: 0.6 }, { at: 0.05, on: 'cloth', hard: 0.28 }],
  goods: [{ at: 0, on: 'disc', hard: 0.34 }, { at: 0.055, on: 'disc', hard: 0.16 }, { at: 0.09, on: 'table', hard: 0.08 }],
  slide: [{ at: 0, on: 'disc', hard: 0.2 }, { at: 0.11, on: 'disc', hard: 0.25 }, { at: 0.22, on: 'disc', hard: 0.4 }],
  off: [{ at: 0, on: 'off', hard: 0.6 }, { at: 0.13, on: 'off', hard: 0.35 }, { at: 0.22, on: 'off', hard: 0.18 }],
  bust: [{ at: 0, on: 'base', hard: 0.7 }, { at: 0.16, on: 'off', hard: 0.7 }],
  tick: [{ at: 0, on: 'die', hard: 0.4 }],
};

/** Notes of the sounds that call somebody: when (s), pitch (Hz), length (s), loudness. */
const NOTES: Partial<Record<Sound, [number, number, number, number][]>> = {
  turn: [[0, 620, 0.07, 0.4], [0.14, 820, 0.09, 0.4]],
  win: [[0, 520, 0.1, 0.4], [0.15, 660, 0.1, 0.4], [0.3, 780, 0.1, 0.4], [0.45, 1040, 0.2, 0.45]],
};

/** No two strikes are alike: pitch and loudness go so far to both sides. */
const VARIES = 0.09;
const SOONEST = 0.004;

interface Desk {
  audio: AudioContext;
  master: GainNode;
  noise: AudioBuffer;
}

let desk: Desk | null = null;

/** Whether anything may be heard: sound is on, and the reader has touched the page. */
function opened(): Desk | null {
  if (!settings.sound || settings.volume <= 0 || !navigator.userActivation?.hasBeenActive) return null;
  desk ??= set();
  desk.master.gain.value = settings.volume;
  if (desk.audio.state === 'suspended') void desk.audio.resume();
  return desk;
}

function set(): Desk {
  const audio = new AudioContext();
  const master = audio.createGain();
  const soft = audio.createDynamicsCompressor();
  master.connect(soft).connect(audio.destination);
  const noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return { audio, master, noise };
}

/** Let a sound be heard, unless sound is off or the reader has not touched the page yet. */
export function play(sound: Sound): void {
  const open = opened();
  if (!open) return;
  const start = open.audio.currentTime + SOONEST;
  for (const one of STRUCK[sound] ?? []) strike(open, open.master, start, one);
  for (const [at, pitch, length, loudness] of NOTES[sound] ?? []) note(open, start + at, pitch, length, loudness);
}

/** Let strikes be heard in their time, and how something rolls between them; the function that is returned ends it all. */
export function playStrikes(strikes: readonly Strike[], rubs: readonly Rub[] = []): () => void {
  const open = opened();
  if (!open) return () => undefined;
  const start = open.audio.currentTime + SOONEST;
  const bus = open.audio.createGain();
  bus.connect(open.master);
  for (const one of strikes) strike(open, bus, start, one);
  rub(open, bus, start, rubs);
  return () => {
    bus.gain.setTargetAtTime(0, open.audio.currentTime, 0.015);
    setTimeout(() => bus.disconnect(), 200);
  };
}

/** The sound of what is heard now as a stream, for a clip; null while nothing may be heard. */
export function heardStream(): { stream: MediaStream; close: () => void } | null {
  const open = opened();
  if (!open) return null;
  const sink = open.audio.createMediaStreamDestination();
  open.master.connect(sink);
  return { stream: sink.stream, close: () => open.master.disconnect(sink) };
}

function varied(value: number): number {
  return value * (1 + VARIES * (2 * Math.random() - 1));
}

/** A strike rings in three partials, the higher ones the more the harder it is, with a burst of noise at its beginning. */
function strike({ audio, noise }: Desk, bus: AudioNode, start: number, { at, on, hard, side = 0 }: Strike): void {
  const { pitch, rings, noise: rough, loud } = MATERIALS[on];
  const when = start + at;
  const level = 0.34 * loud * varied(hard ** 1.25);
  const base = varied(pitch) * (1 + 0.12 * hard);
  const out = audio.createStereoPanner();
  out.pan.value = Math.max(-0.8, Math.min(0.8, side));
  out.connect(bus);
  const length = rings * (0.7 + 0.8 * hard);
  for (const [ratio, share] of [[1, 1], [2.32, 0.5 * hard], [4.25, 0.28 * hard * hard]] as const) {
    const bar = audio.createOscillator();
    const gain = audio.createGain();
    bar.frequency.setValueAtTime(base * ratio * 1.05, when);
    bar.frequency.exponentialRampToValueAtTime(base * ratio, when + 0.012);
    decay(gain, when, level * share, length / Math.sqrt(ratio));
    bar.connect(gain).connect(out);
    bar.start(when);
    bar.stop(when + length + 0.05);
  }
  const burst = audio.createBufferSource();
  burst.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = Math.min(9000, base * (2.2 + 3 * hard));
  band.Q.value = 0.8;
  const gain = audio.createGain();
  decay(gain, when, level * rough, 0.012 + 0.3 * rings);
  burst.connect(band).connect(gain).connect(out);
  burst.start(when, Math.random() * 0.8, 0.15);
}

function decay(gain: GainNode, when: number, level: number, length: number): void {
  gain.gain.setValueAtTime(0.0001, when);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level), when + 0.0015);
  gain.gain.exponentialRampToValueAtTime(0.0001, when + length);
}

/** What rolls or slides is heard as low noise that grows and fades. */
function rub({ audio, noise }: Desk, bus: AudioNode, start: number, rubs: readonly Rub[]): void {
  const [first, last] = [rubs[0], rubs.at(-1)];
  if (!first || !last) return;
  const source = audio.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = 520;
  band.Q.value = 0.7;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start + first.at);
  for (const { at, level } of rubs) gain.gain.linearRampToValueAtTime(0.05 * level, start + at);
  gain.gain.linearRampToValueAtTime(0, start + last.at + 0.06);
  source.connect(band).connect(gain).connect(bus);
  source.start(start + first.at);
  source.stop(start + last.at + 0.1);
}

function note({ audio, master }: Desk, at: number, pitch: number, length: number, loudness: number): void {
  for (const [ratio, share] of [[1, 1], [2.76, 0.35], [5.4, 0.12]] as const) {
    const bar = audio.createOscillator();
    const gain = audio.createGain();
    bar.frequency.setValueAtTime(pitch * ratio * 1.04, at);
    bar.frequency.exponentialRampToValueAtTime(pitch * ratio, at + 0.02);
    decay(gain, at, 0.25 * loudness * share, length / Math.sqrt(ratio));
    bar.connect(gain).connect(master);
    bar.start(at);
    bar.stop(at + length + 0.05);
  }
}

/** Let a phone tremble in a pattern of milliseconds, unless sound is off. */
export function tremble(pattern: readonly number[]): void {
  if (settings.sound && pattern.length && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...pattern]);
}

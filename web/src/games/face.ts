/** What the browser knows of a game: how it looks and sounds, and nothing of its rules. */
import type { Component } from 'svelte';
import type { GameEvent, Json, Move, Offer, Ranges, Tries } from '../lib/protocol';
import type { Sound } from '../lib/sound';
import type { Side } from '../lib/teams';
import type { Play } from '../lib/stage.svelte';
import type { Choices } from '../lib/terms';
import type { Group, Tell, Told } from './text';

export interface BoardProps {
  position: Json;
  /** What is happening just now, while it is shown step by step. */
  event: GameEvent | null;
  /** What was told so far; a face may mark the last of it on the board. */
  log?: GameEvent[];
  /** What others did since the seat's last turn: it stays marked until the next. */
  recent?: GameEvent[];
  /** The seat whose eyes these are; null for a spectator. */
  seat: number | null;
  /** Whether the board fills a phone, with its scores laid over it. */
  fills?: boolean;
  /** How many pixels of the board, from below, what one does is laid over. */
  covered?: number;
  names: string[];
  /** The side of each seat, where there are partners. */
  sides?: Side[];
  /** What the seat may do now; empty while it may not act. */
  offers: Offer[];
  /** Moves with continuous parts, and from where to where each may go. */
  ranges?: Ranges[];
  /** The move that is pointed at: its effect is shown before it is made. */
  aim: Move | null;
  /** The move that the coach advises: what it is about glows. */
  hinted?: Move | null;
  /** Flicks that were not made, or where those that were have ended; drawn where a game knows how. */
  ends?: Tries['ends'];
  /** Whether the reader has reason for joy: the match is over, and their side has won, or any where they took none. */
  joy?: boolean;
  /** Whether the board may be wider than high. */
  wide: boolean;
  /** The position in words, where the board is only text. */
  groups?: Group[];
  /** A move in words, where the hand is only text. */
  label?: (move: Move) => string;
  aimAt: (move: Move | null) => void;
  /** Take the last step back, where that needs nobody's leave. */
  back?: (() => void) | null;
  /** Give a move back; one that is not possible comes back from the server as a refusal. */
  play: (move: Move) => void;
}

export interface Prompt {
  position: Json;
  seat: number | null;
  actors: number[];
  names: string[];
  offers: Offer[];
}

/** A part of a score; what broke a tie `breaks` it, and comes behind the sum. */
export interface ScorePart {
  name: string;
  value: number;
  breaks?: boolean;
}

export interface JoyProps {
  position: Json;
  /** The seats that have won. */
  winners: number[];
  /** The marks that seats move. */
  marks: number[];
  wide: boolean;
}

export interface Face extends Play {
  Board: Component<BoardProps>;
  /** Whether the board fills a phone, and what one does is laid over it. */
  fills?: boolean;
  /** Whether an event without a film is seen on the board all the same, so that nothing is laid over it on a phone. */
  onBoard?(event: GameEvent): boolean;
  /** Hand and actions, within the thumb's reach. */
  Hand: Component<BoardProps>;
  /** What to do next, in one sentence. */
  prompt(at: Prompt): string;
  /** The position in groups of lines, where the board is only text. */
  groups?: Tell;
  /** The position in sentences, for those who do not see the board. */
  describe(position: Json, names: string[]): string[];
  /** A move in words, as one would say it in a position. */
  label(move: Move, position: Json): string;
  /** The parts of a seat's score, where a score has parts: last their sum, and behind it what broke a tie. */
  score?(position: Json, seat: number): ScorePart[];
  /** How far a seat is from having won, at the end, and whether that is close. */
  behind?(position: Json, seat: number): { text: string; close: boolean };
  /** The joy of winning in the game's own way, laid over the board of a match that is over. */
  Joy?: Component<JoyProps>;
  /** Whose pieces a seat moves, where partners share them. */
  mark?(seat: number, position: Json): number;
  /** Whether a position keeps a secret from those at the same screen; where a face does not say, its game decides. */
  secret?(position: Json): boolean;
  /** Whether an event is worth a word when a whole turn is told in one line; where a face does not say, what takes its time is. */
  brief?(event: GameEvent): boolean;
  /** How much an event weighs when a whole turn is told in one line: the heavier comes first; all the same where a face does not say. */
  weight?(event: GameEvent): number;
  /** A decision as a picture: what was done and what would have been better. */
  Moment?: Component<{ position: Json; seat: number; played: Move; better: Move }>;
  /** Where a move with continuous parts ended, as its events tell it. */
  ended?(events: readonly GameEvent[]): Tries['ends'][number] | null;
  /** The round that begins with an event; where a face does not say, one begins with the turn of whoever began. */
  round?(event: GameEvent): number | null;
  /** What an event sounds like. */
  sound(event: GameEvent): Sound | null;
  /** The move of a key, if the game has one for it. */
  key(key: string): Move | null;
  /** Whether a position asks for something that needs no question where there is one answer. */
  forced?(position: Json): boolean;
  /** What is on the board and explains itself to nobody: stars, numbers, colours. */
  help?(): string[];
  /** Keys and what they do, for the list of keys. */
  keys(): [string, string][];
}

const FACES = import.meta.glob<{ face: Face }>(['./*/index.ts', '!./any/index.ts']);
const TEXTS = import.meta.glob<Told>('./*/text.ts');
const MINIS = import.meta.glob<{ default: Component }>('./*/Mini.svelte');
const PRESETS = import.meta.glob<Choices>('./*/presets.ts');
const PICTURES = import.meta.glob<{ default: Component<{ clause: string }> }>('./*/Picture.svelte');

/** The face of a game; that of any game where nobody has drawn one yet, or where the reader wants text. */
export async function faceOf(game: string, text: boolean): Promise<Face> {
  const load = text ? undefined : FACES[`./${game}/index.ts`];
  if (load) return (await load()).face;
  const { anyFace, textFace } = await import('./any');
  const told = await TEXTS[`./${game}/text.ts`]?.();
  return told ? textFace(game, told) : anyFace(game);
}

/** The small living board of a game, if it has one. */
export async function miniOf(game: string): Promise<Component | null> {
  return (await MINIS[`./${game}/Mini.svelte`]?.())?.default ?? null;
}

/** What people often choose of a game's options, and where each has an effect; nothing where a game does not say. */
export async function choicesOf(game: string): Promise<Choices> {
  return (await PRESETS[`./${game}/presets.ts`]?.()) ?? { presets: [] };
}

/** The pictures of a game's rules, by clause, if it has some. */
export async function picturesOf(game: string): Promise<Component<{ clause: string }> | null> {
  return (await PICTURES[`./${game}/Picture.svelte`]?.())?.default ?? null;
}

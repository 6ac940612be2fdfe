/** What is remembered of practice in this browser: records of each goal, and where moves have ended. */
import type { Json, Move, Tries } from './protocol';

export interface Record {
  tries: number;
  met: number;
  /** How many in a row now, and at best. */
  run: number;
  best: number;
}

export interface Practice {
  goals: { [goal: string]: Record };
  ends: Tries['ends'];
}

/** A position to start from, instead of the usual one. */
export interface Start {
  position: Json;
  seat: number;
  move: Move | null;
}

const NONE: Record = { tries: 0, met: 0, run: 0, best: 0 };
/** Ends that are remembered; the oldest go first. */
const MOST = 200;
const START = 'ludotheque.practice.start';

/** The record of a goal after one more try. */
export function tried(record: Record | undefined, met: boolean): Record {
  const before = record ?? NONE;
  const run = met ? before.run + 1 : 0;
  return { tries: before.tries + 1, met: before.met + Number(met), run, best: Math.max(before.best, run) };
}

/** What is known after a move: its goal, if there was one, and where it ended. */
export function after(known: Practice, goal: string | null, met: boolean | null, end: Tries['ends'][number] | null): Practice {
  return {
    goals: goal !== null && met !== null ? { ...known.goals, [goal]: tried(known.goals[goal], met) } : known.goals,
    ends: end ? [...known.ends, end].slice(-MOST) : known.ends,
  };
}

/** What this browser remembers of a game; nothing where it keeps nothing. */
export function remembered(game: string): Practice {
  try {
    const found = JSON.parse(localStorage.getItem(`ludotheque.practice.${game}`) ?? 'null') as Partial<Practice> | null;
    return { goals: found?.goals ?? {}, ends: found?.ends ?? [] };
  } catch {
    return { goals: {}, ends: [] };
  }
}

export function remember(game: string, known: Practice): void {
  try {
    localStorage.setItem(`ludotheque.practice.${game}`, JSON.stringify(known));
  } catch {
    // a browser that keeps nothing still practises
  }
}

/** Leave a position for the practice table, which opens beside. */
export function leave(start: Start): void {
  try {
    localStorage.setItem(START, JSON.stringify(start));
  } catch {
    // without a memory the practice table is set as usual
  }
}

/** The position that was left, once; it is asked for by its address. */
export function take(): Start | null {
  try {
    const found = localStorage.getItem(START);
    return found ? (JSON.parse(found) as Start) : null;
  } catch {
    return null;
  }
}

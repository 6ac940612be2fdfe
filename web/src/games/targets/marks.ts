/** What the last flick did, and what others did since one's last turn, as marks on the table. */
import type { GameEvent } from '../../lib/protocol';
import { dieNumber } from './dice';
import { decode, poseAt } from './film';
import { SIZES, type Spot } from './geometry';

export interface Mark {
  /** What is marked: a die, the disc of a place or the base of a seat. */
  die?: number;
  place?: number;
  seat?: number;
  good: boolean;
}

/** Which events mark what, and whether somebody gains by it. */
const MARKED: Record<string, { on: 'die' | 'place' | 'seat' | 'victim'; good: boolean }> = {
  'targets.dead_centre': { on: 'die', good: true },
  'targets.targets': { on: 'place', good: true },
  'targets.double': { on: 'die', good: true },
  'targets.double_pair': { on: 'die', good: true },
  'targets.award': { on: 'place', good: true },
  'targets.stored': { on: 'place', good: true },
  'targets.points': { on: 'seat', good: true },
  'targets.disc_points': { on: 'seat', good: true },
  'targets.won': { on: 'seat', good: true },
  'targets.attack': { on: 'victim', good: true },
  'targets.steal': { on: 'victim', good: true },
  'targets.cancel': { on: 'place', good: false },
  'targets.topple': { on: 'seat', good: false },
  'targets.off': { on: 'die', good: false },
  'targets.slid': { on: 'die', good: false },
  'targets.lose': { on: 'die', good: false },
  'targets.fault': { on: 'die', good: false },
  'targets.pas_vu': { on: 'die', good: false },
};

/** Events with which a new page begins. */
const FRESH = new Set(['targets.flick', 'targets.round', 'targets.golden', 'targets.golden_again', 'targets.money_time']);

/** The mark of an event, if it leaves one. */
export function markOf({ name, seat, params }: GameEvent): Mark | null {
  const kind = MARKED[name];
  if (!kind) return null;
  const { on, good } = kind;
  if (on === 'die') return { die: dieNumber(String(params['die'])), good };
  if (on === 'place') return { place: Number(params['disc']) - 1, good };
  return { seat: on === 'victim' ? Number(params['victim']) : (seat ?? 0), good };
}

/** What happened since the last flick was released, or since the round began. */
export function lately(log: readonly GameEvent[]): GameEvent[] {
  return log.slice(log.findLastIndex(({ name }) => FRESH.has(name)) + 1);
}

/** Events with which all dice are taken from the table. */
const CLEARED = new Set(['targets.round', 'targets.golden', 'targets.golden_again', 'targets.money_time']);

/** What is still to be marked: what the last flick did, and what others did since the reader's last turn. */
export function marked(log: readonly GameEvent[], recent: readonly GameEvent[]): GameEvent[] {
  const shown = new Set([...recent, ...lately(log)]);
  const cleared = log.findLastIndex(({ name }) => CLEARED.has(name));
  return log.filter((event, index) => shown.has(event) && (index > cleared || bases(event)));
}

/** Whether an event marks a base, which no new round clears away. */
function bases(event: GameEvent): boolean {
  return markOf(event)?.seat !== undefined;
}

/** The marks of some events; of two on one thing the later one holds. */
export function marksOf(events: readonly GameEvent[]): Mark[] {
  const marks = events.flatMap((event) => markOf(event) ?? []);
  return marks.filter((mark, index) => !marks.slice(index + 1).some((later) => later.die === mark.die && later.place === mark.place && later.seat === mark.seat));
}

/** The ways of the dice in a film, as spots on the table; a die that only trembled leaves none. */
export function trails(motion: string): { die: number; spots: Spot[] }[] {
  const film = decode(motion);
  return film.tracks.flatMap((track) => {
    const spots = Array.from({ length: film.frames + 1 }, (_, frame) => poseAt(track, frame))
      .filter(([x, y, z]) => Math.hypot(x, y) < SIZES.table_radius && z > 0)
      .map(([x, y]): Spot => [x, y]);
    const [first, last] = [spots[0], spots.at(-1)];
    const far = first && last && Math.hypot(first[0] - last[0], first[1] - last[1]) > SIZES.die_edge;
    return far ? [{ die: track.die, spots }] : [];
  });
}

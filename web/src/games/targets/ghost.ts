/** A flick that was not made: where it would go, and how its tries end. */
import type { GameEvent, Json, Move, Tries } from '../../lib/protocol';
import { api } from '../../lib/api';
import type { Aim } from './aim';
import { dieNumber } from './dice';
import { decode, poseAt } from './film';
import type { Spot } from './geometry';
import { read } from './view';

export type End = Tries['ends'][number];

export interface Ghost {
  seat: number;
  /** None where only ends are shown. */
  aim: Aim | null;
  ends: readonly End[];
  /** The better flick, the one that was made, or all that were made. */
  kind: 'better' | 'played' | 'heat';
}

/** So many standard deviations around their middle hold most ends. */
const MOST = 1.5;
const CORNERS = 36;
/** Fewer ends have no shape. */
const FEW = 4;

/** An ellipse around most of the ends, as spots on the table; those that were lost far away are left out. */
export function spread(ends: readonly End[]): Spot[] {
  const kept = ends.filter(({ on }) => on !== 'lost' && on !== 'stays');
  if (kept.length < FEW) return [];
  const count = kept.length;
  const [mx, my] = [kept.reduce((sum, { x }) => sum + x, 0) / count, kept.reduce((sum, { y }) => sum + y, 0) / count];
  const over = (value: (end: End) => number): number => kept.reduce((sum, end) => sum + value(end), 0) / count;
  const [xx, yy, xy] = [over(({ x }) => (x - mx) ** 2), over(({ y }) => (y - my) ** 2), over(({ x, y }) => (x - mx) * (y - my))];
  const turn = 0.5 * Math.atan2(2 * xy, xx - yy);
  const root = Math.sqrt(((xx - yy) / 2) ** 2 + xy ** 2);
  const [long, short] = [MOST * Math.sqrt((xx + yy) / 2 + root), MOST * Math.sqrt(Math.max(0, (xx + yy) / 2 - root))];
  return Array.from({ length: CORNERS }, (_, corner): Spot => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    const [a, b] = [long * Math.cos(angle), short * Math.sin(angle)];
    return [mx + a * Math.cos(turn) - b * Math.sin(turn), my + a * Math.sin(turn) + b * Math.cos(turn)];
  });
}

/** How often tries end on a disc, of those in its centre, and how often the own tower falls or the die is lost. */
export function counted(ends: readonly End[]): { disc: number; centre: number; falls: number; lost: number } {
  const on = (kind: End['on']): number => ends.filter((end) => end.on === kind).length;
  return { disc: on('disc') + on('centre'), centre: on('centre'), falls: ends.filter(({ falls }) => falls).length, lost: on('lost') };
}

/** Where many tries of a flick end; the same question is asked once. */
export function triesOf(position: Json, seat: number, move: Move): Promise<readonly End[]> {
  const { edition } = read(position).layout;
  const key = JSON.stringify([position, seat, move]);
  if (asked?.key !== key) {
    asked = { key, ends: api.tries(edition, { position, seat, move }).then(({ ends }) => ends) };
  }
  return asked.ends;
}

let asked: { key: string; ends: Promise<readonly End[]> } | null = null;

const ON: [RegExp, End['on']][] = [
  [/^@targets_(on_centre|in_hole)/, 'centre'],
  [/^@targets_on_discs?(_|$)/, 'disc'],
  [/^@targets_on_pile/, 'pile'],
];

/** Where the flicked die of a flick ended, as its events tell it; null where nothing was flicked. */
export function endOf(events: readonly GameEvent[]): End | null {
  const motion = events.find((event) => event.motion)?.motion;
  const rest = events.find(({ name }) => name === 'targets.rests' || name === 'targets.slid' || name === 'targets.off');
  if (!motion || !rest) return null;
  const film = decode(motion);
  const track = film.tracks.find(({ die }) => die === dieNumber(String(rest.params['die'])));
  if (!track) return null;
  const [x, y] = poseAt(track, film.frames);
  const lost = events.some(({ name }) => name === 'targets.slid' || name === 'targets.off');
  const where = String(rest.params['where'] ?? '');
  const on = lost ? 'lost' : (ON.find(([pattern]) => pattern.test(where))?.[1] ?? 'table');
  return { x, y, on, falls: events.some(({ name }) => name === 'targets.rests_fallen') };
}

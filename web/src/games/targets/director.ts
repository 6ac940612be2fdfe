/** How a film of a flick is shown: its pace, slower where something hangs in the balance, its end, and where the camera looks. */
import { decode, leading, poseAt, type Film, type Track } from './film';
import { discPlaces, FACES, rotate, SIZES, turnOf, type Pose, type Spot } from './geometry';

/** Where something hangs in the balance a film runs so much slower, as long as that takes no more than so many milliseconds on top. */
const SLOW = 0.34;
const LINGERS = 1300;
/** Where a die only comes to a disc, that much of it. */
const COMING = 0.3;
const NEAR = SIZES.disc_radius + SIZES.die_edge;
/** The pace changes over so many frames to each side, so that nothing jerks. */
const EASES = 5;
/** A die in the balance leans by more than so many radians, turns, and goes slower than so many metres a second. */
const LEANS = 0.1;
const TURNS = 0.35;
const CRAWLS = 0.28;
/** A tower sways that leans a little, and it has fallen once its dice are so much lower. */
const SWAYS = 0.03;
const FALLEN = 0.006;
/** Less than so many metres, or radians, from a frame to its end is rest. */
const NOTHING = { way: 0.0004, turn: 0.02 };
/** When all lies still, so many milliseconds are left to see it. */
const BREATH = 90;

/** When each frame of a film is shown, in milliseconds from its start; the last one is where all lies still. */
export function timesOf(film: Film, golden = false): number[] {
  const frames = lastMoving(film);
  const held = Array.from({ length: frames }, (_, frame) => (balances(film, frame, golden) ? 1 : comes(film, frame, golden) ? COMING : 0));
  const eased = held.map((_, frame) => mean(held.slice(Math.max(0, frame - EASES), frame + EASES + 1)));
  const extra = eased.reduce((sum, part) => sum + part * (1 / SLOW - 1) * film.interval, 0);
  const share = extra > LINGERS ? LINGERS / extra : 1;
  const times = [0];
  for (const part of eased) times.push(times.at(-1)! + film.interval * (1 + part * share * (1 / SLOW - 1)));
  return times;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The last frame in which anybody sees a die move. */
export function lastMoving({ tracks, frames }: Film): number {
  for (let frame = frames - 1; frame > 0; frame -= 1) {
    if (tracks.some((track) => !alike(poseAt(track, frame), poseAt(track, frames)))) return frame + 1;
  }
  return Math.min(1, frames);
}

function alike(one: Pose, other: Pose): boolean {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) < NOTHING.way && turnBetween(one, other) < NOTHING.turn;
}

function turnBetween(one: Pose, other: Pose): number {
  const dot = one[3] * other[3] + one[4] * other[4] + one[5] * other[5] + one[6] * other[6];
  return 2 * Math.acos(Math.min(1, Math.abs(dot)));
}

/** How far a die leans from lying on a face, in radians. */
function lean(pose: Pose): number {
  const turn = turnOf(pose);
  return Math.acos(Math.min(1, Math.max(...FACES.map(({ axis }) => rotate(turn, axis)[2]))));
}

/** Whether something hangs in the balance: a die at the rim of a disc, or a tower. */
function balances(film: Film, frame: number, golden: boolean): boolean {
  return film.tracks.some((track) => {
    const [pose, next] = [poseAt(track, frame), poseAt(track, frame + 1)];
    const seconds = film.interval / 1000;
    const speed = Math.hypot(next[0] - pose[0], next[1] - pose[1]) / seconds;
    const moves = speed > 0.004 || turnBetween(pose, next) / seconds > TURNS;
    if (!moves || speed > CRAWLS) return false;
    return (lean(pose) > LEANS && atRim(pose, golden)) || sways(track, pose);
  });
}

/** Whether a die moves at a disc. */
function comes({ tracks, interval }: Film, frame: number, golden: boolean): boolean {
  return tracks.some((track) => {
    const [[x, y, z], next] = [poseAt(track, frame), poseAt(track, frame + 1)];
    const speed = (Math.hypot(next[0] - x, next[1] - y) / interval) * 1000;
    return speed > 0.05 && z > 0 && discPlaces(golden).some((disc) => Math.hypot(disc[0] - x, disc[1] - y) < NEAR);
  });
}

/** Whether a die is where it may still fall off a disc, or into its hole. */
function atRim([x, y, z]: Pose, golden: boolean): boolean {
  if (z > SIZES.die_edge * 1.6) return false;
  return discPlaces(golden).some((disc) => {
    const away = Math.hypot(disc[0] - x, disc[1] - y);
    return Math.abs(away - SIZES.disc_radius) < SIZES.die_edge * 0.75 || Math.abs(away - SIZES.hole_radius) < SIZES.die_edge * 0.5;
  });
}

/** Whether a die of a tower leans and has not fallen. */
function sways({ keys }: Track, pose: Pose): boolean {
  const first = keys[0]!.pose;
  const near = Math.hypot(first[0] - pose[0], first[1] - pose[1]) < SIZES.die_edge * 0.8;
  return near && first[2] > SIZES.die_edge && first[2] - pose[2] < FALLEN && lean(pose) > SWAYS;
}

/** The frame, also between two, that is shown after so many milliseconds. */
export function frameAt(times: readonly number[], milliseconds: number): number {
  const next = times.findIndex((time) => time > milliseconds);
  if (next < 0) return times.length - 1;
  const [from, to] = [times[next - 1] ?? 0, times[next] ?? 0];
  return next - 1 + (milliseconds - from) / (to - from);
}

/** When a moment of the flick, in milliseconds of the simulation, is shown. */
export function shownAt(times: readonly number[], interval: number, moment: number): number {
  const frame = Math.min(times.length - 1, Math.max(0, moment / interval));
  const [low, high] = [Math.floor(frame), Math.ceil(frame)];
  return times[low]! + (times[high]! - times[low]!) * (frame - low);
}

/** The last film that was asked about: its length is wanted several times. */
let known: { motion: string; length: number } | null = null;

/** How long a film runs, in milliseconds. */
export function lasts(motion: string): number {
  if (known?.motion !== motion) known = { motion, length: (timesOf(decode(motion)).at(-1) ?? 0) + BREATH };
  return known.length;
}

/** What the camera looks at in a frame, and how near it is, from 0 to 1. */
export interface Sight {
  at: Spot;
  near: number;
}

/** So many milliseconds ahead of the die the camera looks, and so many metres at most. */
const AHEAD = 380;
const FURTHEST = 0.07;
/** The camera is near where the die stays within so many metres for that long, and far where it goes further. */
const WITHIN = 0.2;
const SMOOTH = 5;

/** Some spots of the way of the die that goes furthest, as far as it stays well on the table. */
export function wayOf(film: Film): Spot[] {
  const track = film.tracks.find(({ die }) => die === leading(film));
  if (!track) return [];
  return Array.from({ length: 6 }, (_, part) => within(poseAt(track, (film.frames * (part + 1)) / 6)));
}

/** The spot of a die, drawn in to where the camera goes. */
function within(pose: Pose): Spot {
  const reach = Math.hypot(pose[0], pose[1]);
  const part = reach > 0.42 ? 0.42 / reach : 1;
  return [pose[0] * part, pose[1] * part];
}

/** Where the camera looks in each frame: ahead of the die that goes furthest, and nearer to where it will lie. */
export function sightsOf(film: Film): Sight[] {
  const die = leading(film);
  const track = film.tracks.find((one) => one.die === die);
  if (!track) return [];
  const last = lastMoving(film);
  const spots = Array.from({ length: last + 1 }, (_, frame) => within(poseAt(track, frame)));
  const window = Math.round(AHEAD / film.interval);
  const steps = spots.map(([x, y], frame): Sight => {
    const coming = spots.slice(frame, frame + window + 1);
    while (coming.length <= window) coming.push(spots.at(-1)!);
    const [dx, dy] = [mean(coming.map((spot) => spot[0])) - x, mean(coming.map((spot) => spot[1])) - y];
    const part = Math.min(1, FURTHEST / Math.max(1e-6, Math.hypot(dx, dy)));
    const last = coming.at(-1)!;
    const calm = 1 - Math.min(1, Math.hypot(last[0] - x, last[1] - y) / WITHIN);
    return { at: [x + dx * part, y + dy * part], near: calm * calm * (3 - 2 * calm) };
  });
  // Nothing jerks: what the camera does is the mean of what it would do around each frame.
  return steps.map((_, frame) => {
    const around = steps.slice(Math.max(0, frame - SMOOTH), frame + SMOOTH + 1);
    return { at: [mean(around.map(({ at }) => at[0])), mean(around.map(({ at }) => at[1]))], near: mean(around.map(({ near }) => near)) };
  });
}

/** The sight at a frame, also between two. */
export function sightAt(sights: readonly Sight[], frame: number): Sight | null {
  const [low, high] = [sights[Math.floor(frame)], sights[Math.min(sights.length - 1, Math.ceil(frame))]];
  if (!low || !high) return sights.at(-1) ?? null;
  const part = frame - Math.floor(frame);
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return { at: [mix(low.at[0], high.at[0]), mix(low.at[1], high.at[1])], near: mix(low.near, high.near) };
}

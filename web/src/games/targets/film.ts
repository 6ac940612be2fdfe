/** Key frames of a flick as they come from the server, and where each die is between them. */
import { blend, discPlaces, SIZES, type Pose } from './geometry';

interface Key {
  frame: number;
  pose: Pose;
}

export interface Track {
  die: number;
  keys: Key[];
}

/** All dice that moved in a flick. */
export interface Film {
  tracks: Track[];
  frames: number;
  /** Milliseconds from one frame to the next. */
  interval: number;
}

/** The layout of the bytes, as the server packs them: header, then a track a die, 13 bytes a key frame. */
const VERSION = 1;
const HEADER = 4;
const TRACK = 3;
const KEY = 13;
const STEP = 0.00002;
const FINE = 16383;

/** Near a disc a film runs so much slower, as long as that takes no more than so many milliseconds on top. */
const SLOW = 0.4;
const LINGERS = 1500;
/** From here on a die is near a disc: its rim, and the width of a die around it. */
const NEAR = SIZES.disc_radius + SIZES.die_edge;
/** A die that moves less than so many metres a frame lies still. */
const STILL = 0.0008;
const DISCS = discPlaces(false);

/** When each frame of a film is shown, in milliseconds from its start: slowly where a die comes to a disc. */
export function timesOf(film: Film): number[] {
  const slow = Array.from({ length: film.frames }, (_, frame) => decides(film, frame));
  const near = slow.filter(Boolean).length * film.interval;
  const pace = Math.max(SLOW, near / (near + LINGERS));
  const times = [0];
  for (const close of slow) times.push(times.at(-1)! + film.interval / (close ? pace : 1));
  return times;
}

/** Whether a die moves at a disc. */
function decides({ tracks }: Film, frame: number): boolean {
  return tracks.some((track) => {
    const [x, y] = poseAt(track, frame);
    const [nextX, nextY] = poseAt(track, frame + 1);
    return Math.hypot(nextX - x, nextY - y) > STILL && DISCS.some((disc) => Math.hypot(disc[0] - x, disc[1] - y) < NEAR);
  });
}

/** The frame, also between two, that is shown after so many milliseconds. */
export function frameAt(times: readonly number[], milliseconds: number): number {
  const next = times.findIndex((time) => time > milliseconds);
  if (next < 0) return times.length - 1;
  const [from, to] = [times[next - 1] ?? 0, times[next] ?? 0];
  return next - 1 + (milliseconds - from) / (to - from);
}

/** The die that goes furthest: the eye follows it. */
export function leading({ tracks, frames }: Film): number | null {
  const ways = tracks.map((track) => {
    const [from, to] = [poseAt(track, 0), poseAt(track, frames)];
    return { die: track.die, way: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  });
  return ways.toSorted((one, other) => other.way - one.way)[0]?.die ?? null;
}

/** The last film that was asked about: its length is wanted several times. */
let known: { motion: string; length: number } | null = null;

/** How long a film runs, in milliseconds. */
export function lasts(motion: string): number {
  if (known?.motion !== motion) known = { motion, length: timesOf(decode(motion)).at(-1) ?? 0 };
  return known.length;
}

/** The film of its packed form. */
export function decode(motion: string): Film {
  const data = bytes(motion);
  if (data.getUint8(0) !== VERSION) throw new Error(`key frames of version ${data.getUint8(0)} can't be read`);
  const tracks: Track[] = [];
  let at = HEADER;
  while (at < data.byteLength) {
    const track: Track = { die: data.getUint8(at), keys: [] };
    const count = data.getUint16(at + 1, true);
    at += TRACK;
    let frame = 0;
    for (let key = 0; key < count; key += 1, at += KEY) {
      frame += data.getUint8(at);
      const place = [1, 3, 5].map((offset) => data.getInt16(at + offset, true) * STEP) as [number, number, number];
      track.keys.push({ frame, pose: [...place, ...turn(data, at + 7)] });
    }
    tracks.push(track);
  }
  return { tracks, frames: data.getUint16(2, true), interval: data.getUint8(1) };
}

/** Where the die of a track is at a frame, also between two. */
export function poseAt({ keys }: Track, frame: number): Pose {
  const next = keys.findIndex((key) => key.frame >= frame);
  const after = keys[next] ?? keys[keys.length - 1]!;
  const before = keys[next - 1];
  if (!before || next < 0) return after.pose;
  return blend(before.pose, after.pose, (frame - before.frame) / (after.frame - before.frame));
}

/** Three parts of a quaternion in 15 bits each, the largest part left out. */
function turn(data: DataView, at: number): [number, number, number, number] {
  const low = data.getUint16(at, true);
  const middle = data.getUint16(at + 2, true);
  const high = data.getUint16(at + 4, true);
  const third = low & 0x7fff;
  const second = (low >> 15) | ((middle & 0x3fff) << 1);
  const first = (middle >> 14) | ((high & 0x1fff) << 2);
  const largest = high >> 13;
  const small = [first, second, third].map((part) => ((part - FINE) / FINE) * Math.SQRT1_2);
  const rest = Math.sqrt(Math.max(0, 1 - small.reduce((sum, part) => sum + part * part, 0)));
  small.splice(largest, 0, rest);
  return small as [number, number, number, number];
}

function bytes(text: string): DataView {
  const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new DataView(data.buffer);
}

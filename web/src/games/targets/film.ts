/** Key frames of a flick as they come from the server, and where each die is between them. */
import { blend, type Pose } from './geometry';

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

/** How long a film runs, in milliseconds, without reading it all. */
export function lasts(motion: string): number {
  const head = bytes(motion.slice(0, 8));
  return head.getUint8(1) * head.getUint16(2, true);
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

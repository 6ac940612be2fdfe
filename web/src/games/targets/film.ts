/** Key frames of a flick as they come from the server, what its dice strike, and where each die is between them. */
import { blend, upFace, type Pose } from './geometry';
import type { DieSeen, Picture } from './view';

interface Key {
  frame: number;
  pose: Pose;
}

export interface Track {
  die: number;
  keys: Key[];
}

/** The things that a die strikes, in the order of the packed form; `off` is the floor beside the table. */
export const STRUCK = ['table', 'die', 'disc', 'base', 'off'] as const;
export type Struck = (typeof STRUCK)[number];

/** A die strikes something: so many milliseconds after the flick, at a change of speed in m/s. */
export interface Impact {
  at: number;
  die: number;
  struck: Struck;
  strength: number;
}

/** All dice that moved in a flick. */
export interface Film {
  tracks: Track[];
  frames: number;
  /** Milliseconds from one frame to the next. */
  interval: number;
  /** What the dice strike, in the order of time; films from before this was recorded have none. */
  impacts: Impact[];
}

/** The layout of the bytes, as the server packs them: header, impacts, then a track a die, 13 bytes a key frame. */
const SILENT = 1;
const VERSION = 2;
const HEADER = 4;
const IMPACT = 3;
const KIND_BITS = 3;
const LOUDEST = 6;
const TRACK = 3;
const KEY = 13;
const STEP = 0.00002;
const FINE = 16383;

/** The die that goes furthest: the eye follows it. */
export function leading({ tracks, frames }: Film): number | null {
  const ways = tracks.map((track) => {
    const [from, to] = [poseAt(track, 0), poseAt(track, frames)];
    return { die: track.die, way: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  });
  return ways.toSorted((one, other) => other.way - one.way)[0]?.die ?? null;
}

/** The film of its packed form. */
export function decode(motion: string): Film {
  const data = bytes(motion);
  const version = data.getUint8(0);
  if (version !== SILENT && version !== VERSION) throw new Error(`key frames of version ${version} can't be read`);
  const tracks: Track[] = [];
  const heard = version === SILENT ? 0 : data.getUint8(HEADER);
  const impacts = struckIn(data, HEADER + 1, heard);
  let at = version === SILENT ? HEADER : HEADER + 1 + heard * IMPACT;
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
  return { tracks, frames: data.getUint16(2, true), interval: data.getUint8(1), impacts };
}

/** The impacts from a byte on; one without strength only fills a silence. */
function struckIn(data: DataView, from: number, count: number): Impact[] {
  const impacts: Impact[] = [];
  let time = 0;
  for (let at = from; at < from + count * IMPACT; at += IMPACT) {
    time += data.getUint8(at);
    const [what, strength] = [data.getUint8(at + 1), data.getUint8(at + 2)];
    const struck = STRUCK[what & ((1 << KIND_BITS) - 1)];
    if (strength && struck) impacts.push({ at: time, die: what >> KIND_BITS, struck, strength: LOUDEST * (strength / 255) ** 2 });
  }
  return impacts;
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

/** The picture at a frame of a film; dice that the film does not know stay where they are. */
export function filmed(picture: Picture, film: Film, frame: number): Picture {
  const ways = new Map(film.tracks.map((track) => [track.die, track]));
  const dice = picture.dice.map((seen): DieSeen => {
    const track = ways.get(seen.die);
    if (!track) return seen;
    const pose = poseAt(track, frame);
    return { ...seen, pose, up: upFace(pose), where: 'table' };
  });
  return { ...picture, dice };
}

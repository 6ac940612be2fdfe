/** Aiming: a flick as it is drawn back with a finger, or set with sliders, within what the server allows. */
import type { Move, Ranges } from '../../lib/protocol';
import { decimal, say } from '../../lib/words.svelte';
import { seatAngle, type Spot } from './geometry';

/** The parts of a flick, in the order in which a hand thinks of them. */
export const PARTS = ['azimuth', 'speed', 'height', 'side', 'elevation'] as const;
export type Part = (typeof PARTS)[number];
export type Aim = Record<Part, number>;

/** The last flick of each seat, and that of Golden Targets. */
const last = new Map<string, Aim>();

/** How finely each part is set. */
export const STEPS: Aim = { azimuth: 1, speed: 0.05, height: 0.1, side: 0.1, elevation: 1 };

/** Less than this many pixels drawn back is no flick. */
export const STILL = 14;
/** The further the finger draws back, the more it takes for the same: gentle flicks are the fine ones. */
const EASE = 1.5;

/** The shortest and the longest arrow, in metres. */
const SHAFT = { least: 0.05, most: 0.8 };

/** Where a flick is likely to bring the die: in which direction, as the seat sees it, and how far from the base. */
export interface Course {
  azimuth: number;
  reach: number;
}

/** What a finger may do now; null while nobody may flick. */
export function flickRange(ranges: Ranges[] | undefined): Ranges['ranges'] | null {
  return ranges?.find((one) => one.do === 'flick')?.ranges ?? null;
}

/** Remember what a seat has flicked. */
export function keepAim(seat: number | null, golden: boolean, aim: Aim): void {
  last.set(`${seat} ${golden}`, aim);
}

/** What a seat has flicked last at this screen. */
export function lastAim(seat: number | null, golden: boolean): Aim | null {
  return last.get(`${seat} ${golden}`) ?? null;
}

/** Whether anybody has flicked at this screen. */
export function hasFlicked(): boolean {
  return last.size > 0;
}

/** The aim that is shown: what is pointed at, else the one that is proposed. */
export function aimOf(move: Move | null, range: Ranges['ranges'] | null, plain: Aim): Aim {
  const given = move?.do === 'flick' ? (move as unknown as Partial<Aim>) : {};
  const parts = PARTS.map((part) => [part, within(given[part] ?? plain[part], range?.[part])] as const);
  return Object.fromEntries(parts) as Aim;
}

/** The move of an aim. */
export function flick(aim: Aim): Move {
  const parts = PARTS.map((part) => [part, Math.round(aim[part] * 1000) / 1000]);
  return { do: 'flick', ...Object.fromEntries(parts) } as Move;
}

/** The same aim with another part, within its range; directions go round. */
export function changed(aim: Aim, part: Part, value: number, range: Ranges['ranges'] | null): Aim {
  const wanted = part === 'azimuth' ? around(value) : value;
  return { ...aim, [part]: within(wanted, range?.[part]) };
}

/** The direction towards a spot of the table, in degrees from the line to its middle, counter-clockwise. */
export function towards(from: Spot, to: Spot, seat: number, seats: number): number {
  return direction([to[0] - from[0], to[1] - from[1]], seat, seats);
}

/** The direction of a way on the table, as a seat sees it. */
export function direction([x, y]: Spot, seat: number, seats: number): number {
  return around(((Math.atan2(y, x) - seatAngle(seat, seats) - Math.PI) * 180) / Math.PI);
}

/** How strong a flick is that was drawn back so many pixels, of those there is room for; null while it is none. */
export function strength(pixels: number, room: number, range: [number, number]): number | null {
  if (pixels < STILL) return null;
  const part = Math.min(1, (pixels - STILL) / (room - STILL));
  return range[0] + (range[1] - range[0]) * part ** EASE;
}

/** A finger that pushes a die slower than this, in pixels a millisecond, does not flick; faster than the other is as strong as can be. */
const SWIPE: [number, number] = [0.25, 3];

/** How strong a flick is that a finger made by swiping over the die; null while it only moves. */
export function swiped(pixelsAMillisecond: number, range: [number, number]): number | null {
  const part = Math.min(1, (pixelsAMillisecond - SWIPE[0]) / (SWIPE[1] - SWIPE[0]));
  return part <= 0 ? null : range[0] + (range[1] - range[0]) * part;
}

/** Where the arrow of an aim begins, clear of the tower, and ends. */
export function arrow(course: Course, base: Spot, seat: number, seats: number, clear: number): [Spot, Spot] {
  const turn = seatAngle(seat, seats) + Math.PI + (course.azimuth * Math.PI) / 180;
  const length = Math.min(SHAFT.most, Math.max(SHAFT.least, course.reach - clear));
  const at = (reach: number): Spot => [base[0] + reach * Math.cos(turn), base[1] + reach * Math.sin(turn)];
  return [at(clear), at(clear + length)];
}

/** A part of an aim in words. */
export function spoken(part: Part, value: number): string {
  const size = decimal(Math.abs(Math.round(value * 100) / 100));
  if (part === 'speed') return say('web_targets_speed', { speed: size });
  const [positive, negative, none] = SIDES[part];
  if (Math.abs(value) < STEPS[part] / 2) return say(none);
  return say(value > 0 ? positive : negative, { size: part === 'azimuth' || part === 'elevation' ? decimal(Math.abs(Math.round(value))) : size });
}

const SIDES = {
  azimuth: ['web_targets_left', 'web_targets_right', 'web_targets_straight'],
  height: ['web_targets_high', 'web_targets_low', 'web_targets_middle'],
  side: ['web_targets_spin_left', 'web_targets_spin_right', 'web_targets_middle'],
  elevation: ['web_targets_upward', 'web_targets_downward', 'web_targets_level'],
} as const;

function around(degrees: number): number {
  return degrees - 360 * Math.ceil((degrees - 180) / 360);
}

function within(value: number, range: [number, number] | undefined): number {
  return range ? Math.min(range[1], Math.max(range[0], value)) : value;
}

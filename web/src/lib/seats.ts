/** The six seats: a colour that stays apart for the colour-blind, and a shape of its own. */
import type { SeatInfo } from './protocol';
import { say, tell, knows } from './words.svelte';

export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'star', 'hexagon'] as const;
export type Shape = (typeof SHAPES)[number];

/** The shape of a seat. */
export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? 'circle';
}

/** The colour of a seat, as CSS. */
export function colourOf(seat: number): string {
  return `var(--seat-${seat % SHAPES.length})`;
}

/** The outline of a shape around the origin, within a circle of the radius, as an SVG path. */
export function outline(shape: Shape, radius: number): string {
  const r = radius;
  if (shape === 'circle') return `M${-0.9 * r},0a${0.9 * r},${0.9 * r} 0 1,0 ${1.8 * r},0a${0.9 * r},${0.9 * r} 0 1,0 ${-1.8 * r},0z`;
  const corners: Record<Exclude<Shape, 'circle'>, number[][]> = {
    square: [45, 135, 225, 315].map((angle) => [angle, 1.1]),
    triangle: [270, 30, 150].map((angle) => [angle, 1.15]),
    diamond: [[0, 0.82], [90, 1.12], [180, 0.82], [270, 1.12]],
    star: Array.from({ length: 10 }, (_, i) => [270 + 36 * i, i % 2 ? 0.52 : 1.12]),
    hexagon: Array.from({ length: 6 }, (_, i) => [60 * i, 1]),
  };
  const points = corners[shape].map(([angle = 0, reach = 1]) => {
    const turn = (angle * Math.PI) / 180;
    return `${round(r * reach * Math.cos(turn))},${round(r * reach * Math.sin(turn) + (shape === 'triangle' ? 0.18 * r : 0))}`;
  });
  return `M${points.join('L')}z`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The name of a seat as everybody reads it. */
export function seatName(seat: SeatInfo | undefined, number: number): string {
  if (!seat) return say('core_seat', { number: number + 1 });
  if (seat.name) return seat.name;
  if (seat.kind === 'bot' && seat.level) return say('core_bot_name', { level: levelName(seat.level) });
  return say('core_seat', { number: number + 1 });
}

/** The name of a bot's strength. */
export function levelName(level: string): string {
  const key = `core_level_${level}`;
  return knows(key) ? tell(key) : level;
}

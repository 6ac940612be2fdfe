/** What is painted on the pieces: wood, the faces of dice, the prints of discs, the floor of the room. All drawn by us, on canvases. */
import { outline, shapeOf } from '../../lib/seats';
import { PIPS, SIZES } from './geometry';

type Pen = CanvasRenderingContext2D;

/** A canvas that is painted once. */
export function painted(width: number, height: number, draw: (pen: Pen) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  draw(canvas.getContext('2d')!);
  return canvas;
}

/** Numbers that look random and are always the same. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

/** How wide the square of wood is that the table repeats, in metres. */
export const TILE = 0.46;
const PLANKS = 5;

/** Walnut planks whose grain meets itself at every side of the square. */
export function wood(size: number): HTMLCanvasElement {
  return painted(size, size, (pen) => {
    const chance = random(11);
    const tall = size / PLANKS;
    for (let plank = 0; plank < PLANKS; plank += 1) {
      const top = plank * tall;
      const shade = (chance() - 0.5) * 22;
      pen.save();
      pen.beginPath();
      pen.rect(0, top, size, tall);
      pen.clip();
      pen.fillStyle = `rgb(${108 + shade} ${76 + shade * 0.8} ${54 + shade * 0.6})`;
      pen.fillRect(0, top, size, tall);
      grain(pen, chance, size, top, tall);
      pores(pen, chance, size, top, tall);
      pen.restore();
      seam(pen, size, top);
      const joint = chance() * size;
      pen.fillStyle = 'rgb(38 22 12 / 55%)';
      pen.fillRect(joint, top, Math.max(1, size / 900), tall);
    }
  });
}

/** Long lines along a plank: dark and light, each swinging gently. */
function grain(pen: Pen, chance: () => number, size: number, top: number, tall: number): void {
  const swing = chance() * 2 * Math.PI;
  for (let line = 0; line < 95; line += 1) {
    const y = top + chance() * tall;
    const heart = 1 - Math.abs((y - top) / tall - 0.5);
    const [wide, phase] = [tall * 0.05 * heart * (0.5 + chance()), swing + (chance() - 0.5) * 0.8];
    const dark = chance() > 0.4;
    pen.strokeStyle = dark ? `rgb(52 29 15 / ${(0.05 + 0.17 * chance()).toFixed(3)})` : `rgb(170 130 96 / ${(0.03 + 0.09 * chance()).toFixed(3)})`;
    pen.lineWidth = (size / 1024) * (0.5 + chance() * (dark ? 1.8 : 3.2));
    pen.beginPath();
    for (let step = 0; step <= 24; step += 1) {
      const along = step / 24;
      const bend = Math.sin(2 * Math.PI * along + phase) + 0.35 * Math.sin(6 * Math.PI * along + 2 * phase);
      pen.lineTo(along * size, y + wide * bend);
    }
    pen.stroke();
  }
}

/** Short dark pores, as open-grained wood has them. */
function pores(pen: Pen, chance: () => number, size: number, top: number, tall: number): void {
  for (let pore = 0; pore < 620; pore += 1) {
    const [x, y, long] = [chance() * size, top + chance() * tall, size * (0.002 + 0.009 * chance())];
    pen.fillStyle = `rgb(40 22 11 / ${(0.1 + 0.22 * chance()).toFixed(3)})`;
    pen.fillRect(x, y, long, Math.max(0.7, size / 1400));
  }
}

/** The gap between two planks, with a little light on its far side. */
function seam(pen: Pen, size: number, y: number): void {
  pen.fillStyle = 'rgb(30 17 9 / 62%)';
  pen.fillRect(0, y, size, Math.max(1, size / 620));
  pen.fillStyle = 'rgb(220 172 126 / 16%)';
  pen.fillRect(0, y + size / 620, size, Math.max(1, size / 900));
}

/** The six faces of the dice of each seat, a row a seat: the first row is at the foot of the texture. */
export const FACE = 128;

export function diceFaces(colours: readonly string[]): HTMLCanvasElement {
  return painted(6 * FACE, colours.length * FACE, (pen) => {
    colours.forEach((colour, seat) => {
      const top = (colours.length - 1 - seat) * FACE;
      pen.fillStyle = colour;
      pen.fillRect(0, top, 6 * FACE, FACE);
      for (let value = 1; value <= 6; value += 1) {
        for (const [x, y] of PIPS[value] ?? []) pip(pen, seat, (value - 1) * FACE + FACE * (0.5 + x * 0.265), top + FACE * (0.5 + y * 0.265), value === 1 ? 1.25 : 1);
      }
    });
  });
}

/** A pip is a hollow filled with white: darker towards its upper rim, with rounded corners so that it counts as a pip. */
function pip(pen: Pen, seat: number, x: number, y: number, size: number): void {
  const shape = new Path2D(outline(shapeOf(seat), FACE * 0.093 * size));
  pen.save();
  pen.translate(x, y);
  pen.lineJoin = 'round';
  pen.strokeStyle = 'rgb(0 0 0 / 26%)';
  pen.lineWidth = FACE * 0.066;
  pen.stroke(shape);
  pen.strokeStyle = pen.fillStyle = '#fffdf6';
  pen.lineWidth = FACE * 0.044;
  pen.fill(shape);
  pen.stroke(shape);
  pen.restore();
}

/** What the discs are printed with: the paper, the lines, and how the lines are dashed. */
const PLAIN = { paper: '#f1e5cc', line: '#2c7549', dash: [] as number[] };
const KINDS = [
  { paper: '#8fc0b2', line: '#1d5a4c', dash: [] as number[] },
  { paper: '#e0a27e', line: '#7c3a16', dash: [26, 20] },
  { paper: '#dcc67f', line: '#6b5310', dash: [7, 17] },
];

export type Middle = 'hole' | 'centre' | 'star';

/** One print of a disc. */
export interface Print {
  kind: number | null;
  middle: Middle;
  label: string;
  golden: boolean;
}

/** All prints of a table lie in one texture, in cells of a grid. */
export const CELLS = { across: 4, down: 2, size: 512 };
/** The printed face takes so much of its cell; the rim is painted in the corner. */
export const PRINTED = 0.96;

export function discPrints(prints: readonly Print[]): HTMLCanvasElement {
  const { across, down, size } = CELLS;
  return painted(across * size, down * size, (pen) => {
    prints.forEach((print, cell) => {
      pen.save();
      pen.translate((cell % across) * size, (down - 1 - Math.floor(cell / across)) * size);
      pen.beginPath();
      pen.rect(0, 0, size, size);
      pen.clip();
      face(pen, size, print);
      pen.restore();
    });
  });
}

function face(pen: Pen, size: number, { kind, middle, label, golden }: Print): void {
  const { paper, line, dash } = (kind === null ? null : KINDS[kind]) ?? PLAIN;
  const chance = random(5 + (kind ?? 3));
  const metre = (size * PRINTED) / (2 * SIZES.disc_radius);
  const circle = (radius: number): void => {
    pen.beginPath();
    pen.arc(size / 2, size / 2, radius * metre, 0, 2 * Math.PI);
  };
  pen.fillStyle = '#c9a878';
  pen.fillRect(0, 0, size, size);
  circle(SIZES.disc_radius * 1.01);
  pen.fillStyle = golden ? '#7d1f2b' : paper;
  pen.fill();
  // Fibres of the paper, which one sees from near by.
  for (let fibre = 0; fibre < 900; fibre += 1) {
    pen.fillStyle = chance() > 0.5 ? 'rgb(255 255 255 / 7%)' : 'rgb(70 45 20 / 6%)';
    pen.fillRect(chance() * size, chance() * size, 1 + chance() * 5, 1);
  }
  pen.strokeStyle = golden ? '#d9a520' : line;
  pen.setLineDash(golden ? [] : dash);
  for (const [radius, width] of [[0.0466, 0.0022], [0.03, 0.005]] as const) {
    if (golden && radius === 0.03) continue;
    pen.lineWidth = width * metre;
    circle(radius);
    pen.stroke();
  }
  pen.setLineDash([]);
  pen.lineWidth = 0.0006 * metre;
  circle(0.0437);
  pen.stroke();
  pen.translate(size / 2, size / 2);
  if (middle === 'star') star(pen, metre, golden);
  pen.fillStyle = line;
  pen.font = `600 ${0.0105 * metre}px 'Source Sans 3 Variable', sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(label, 0, 0.038 * metre);
  pen.translate(-size / 2, -size / 2);
  if (middle === 'centre') {
    pen.fillStyle = '#201c1a';
    circle(SIZES.printed_radius);
    pen.fill();
  }
}

/** The star of Golden Targets shines: two lights in each ray, one on its left and a darker one on its right. */
function star(pen: Pen, metre: number, golden: boolean): void {
  const [far, close] = [(golden ? 0.04 : 0.024) * metre, (golden ? 0.0165 : 0.0105) * metre];
  for (let ray = 0; ray < 10; ray += 1) {
    const [one, other] = [(ray * Math.PI) / 5 - Math.PI / 2, ((ray + 1) * Math.PI) / 5 - Math.PI / 2];
    const [from, to] = ray % 2 ? [close, far] : [far, close];
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.lineTo(from * Math.cos(one), from * Math.sin(one));
    pen.lineTo(to * Math.cos(other), to * Math.sin(other));
    pen.closePath();
    pen.fillStyle = ray % 2 ? '#f3cd55' : '#c48f16';
    pen.fill();
  }
}

/** The floor of the room as one sees it past the table: boards and a round rug, out of focus, and the shadow of the table. */
export function floor(size: number, dark: boolean): HTMLCanvasElement {
  return painted(size, size, (pen) => {
    const chance = random(3);
    const half = size / 2;
    pen.fillStyle = dark ? '#2a1d17' : '#a98d6f';
    pen.fillRect(0, 0, size, size);
    const boards = 22;
    for (let board = 0; board < boards; board += 1) {
      const light = (chance() - 0.5) * (dark ? 9 : 18);
      pen.fillStyle = dark ? `rgb(${44 + light} ${31 + light} ${24 + light})` : `rgb(${172 + light} ${143 + light} ${112 + light})`;
      pen.fillRect(0, (board * size) / boards, size, size / boards - 1);
    }
    pen.filter = `blur(${size / 110}px)`;
    for (const [radius, light, gloom] of [[0.36, '#7c4a3f', '#3a2220'], [0.335, '#c9b08c', '#54402f'], [0.325, '#5d6f63', '#2a3330'], [0.25, '#6d8074', '#303a36']] as const) {
      pen.fillStyle = dark ? gloom : light;
      pen.beginPath();
      pen.arc(half, half, radius * size, 0, 2 * Math.PI);
      pen.fill();
    }
    // Light from a window lies across the boards, by day; chairs stand where players sit.
    if (!dark) {
      pen.fillStyle = 'rgb(255 240 205 / 34%)';
      for (const shift of [0, 0.15]) {
        pen.beginPath();
        pen.moveTo(size * (0.04 + shift), size * 0.08);
        pen.lineTo(size * (0.15 + shift), size * 0.08);
        pen.lineTo(size * (0.3 + shift), size * 0.46);
        pen.lineTo(size * (0.19 + shift), size * 0.46);
        pen.fill();
      }
    }
    const shade = pen.createRadialGradient(half, half, 0, half, half, half * 0.62);
    shade.addColorStop(0, 'rgb(12 7 4 / 85%)');
    shade.addColorStop(0.45, 'rgb(12 7 4 / 62%)');
    shade.addColorStop(1, 'rgb(12 7 4 / 0%)');
    pen.filter = 'none';
    pen.fillStyle = shade;
    pen.fillRect(0, 0, size, size);
    const wall = pen.createRadialGradient(half, half, half * 0.55, half, half, half);
    wall.addColorStop(0, dark ? 'rgb(21 15 12 / 0%)' : 'rgb(217 203 178 / 0%)');
    wall.addColorStop(1, dark ? 'rgb(21 15 12 / 100%)' : 'rgb(217 203 178 / 100%)');
    pen.fillStyle = wall;
    pen.fillRect(0, 0, size, size);
  });
}

/** The colour of the room where nothing stands. */
export const WALL = { light: '#d9cbb2', dark: '#150f0c' };

/** The pieces of the table in three dimensions, drawn by us: shapes, materials and what is printed on them. */
import {
  CanvasTexture, CircleGeometry, CylinderGeometry, Group, LatheGeometry, Mesh, MeshLambertMaterial, MeshStandardMaterial, RingGeometry, SRGBColorSpace, Vector2,
  type BufferGeometry, type Material, type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { outline, shapeOf } from '../../lib/seats';
import { PIPS, SIZES } from './geometry';

type Draw = (pen: CanvasRenderingContext2D, size: number) => void;

/** What the discs are printed with: the paper, the lines, and how the lines are dashed. */
const PLAIN = { paper: '#efe2c8', line: '#2f7d4f', dash: [] as number[] };
const KINDS = [
  { paper: '#8fc0b2', line: '#1d5a4c', dash: [] as number[] },
  { paper: '#e0a27e', line: '#7c3a16', dash: [26, 20] },
  { paper: '#dcc67f', line: '#6b5310', dash: [7, 17] },
];
/** The sides of a rounded box, in its own order: +x, -x, +y, -y, +z, -z. */
const SIDES = [2, 5, 3, 4, 1, 6];
const LIP = 0.0006;

/** Makes pieces and remembers all that the graphics card has to give back. */
export class Workshop {
  readonly #made = new Set<{ dispose(): void }>();
  readonly #dice = new Map<number, Material[]>();
  readonly #discs = new Map<string, Material>();
  readonly #bases = new Map<number, MeshStandardMaterial>();
  readonly #die = this.#keep(new RoundedBoxGeometry(SIZES.die_edge, SIZES.die_edge, SIZES.die_edge, 4, SIZES.die_radius));
  readonly #ring = this.#keep(lathe(SIZES.hole_radius));
  readonly #disc = this.#keep(lathe(0));
  readonly #ringTop = this.#keep(new RingGeometry(SIZES.hole_radius + LIP, SIZES.disc_radius - LIP, 64));
  readonly #discTop = this.#keep(new CircleGeometry(SIZES.disc_radius - LIP, 64));
  readonly #foot = this.#keep(new CylinderGeometry(SIZES.base_radius, SIZES.base_radius, SIZES.base_height, SIZES.base_sides));
  readonly #wood = this.#keep(new MeshLambertMaterial({ color: '#d9c39a' }));

  constructor(readonly colours: readonly string[], readonly sharpness: number) {}

  /** The round top of the table. */
  table(): Mesh {
    const top = this.#keep(new MeshLambertMaterial({ map: this.#print(1024, grain) }));
    const side = this.#keep(new MeshLambertMaterial({ color: '#5b3a29' }));
    const shape = this.#keep(new CylinderGeometry(SIZES.table_radius, SIZES.table_radius * 0.985, SIZES.table_height, 128));
    const mesh = new Mesh(shape, [side, top, side]);
    mesh.rotation.x = Math.PI / 2;
    mesh.position.z = -SIZES.table_height / 2;
    mesh.receiveShadow = true;
    return mesh;
  }

  /** A die of a seat: its colour, and pips of its shape. */
  die(seat: number): Mesh {
    let faces = this.#dice.get(seat);
    if (!faces) {
      faces = SIDES.map((value) => this.#keep(new MeshStandardMaterial({ map: this.#print(128, pips(value, seat, this.colours[seat] ?? '#888')), roughness: 0.38 })));
      this.#dice.set(seat, faces);
    }
    return solid(new Mesh(this.#die, faces));
  }

  /** A disc: with a hole, with a printed centre, or with a star; `label` is its number. */
  disc(kind: number | null, middle: 'hole' | 'centre' | 'star', label: string): Group {
    const key = `${kind} ${middle} ${label}`;
    let print = this.#discs.get(key);
    if (!print) {
      print = this.#keep(new MeshLambertMaterial({ map: this.#print(512, rings(kind, middle, label)) }));
      this.#discs.set(key, print);
    }
    const body = solid(new Mesh(middle === 'hole' ? this.#ring : this.#disc, this.#wood));
    body.rotation.x = Math.PI / 2;
    const top = new Mesh(middle === 'hole' ? this.#ringTop : this.#discTop, print);
    top.position.z = SIZES.disc_height + 0.00005;
    top.receiveShadow = true;
    return new Group().add(body, top);
  }

  /** The base of a seat. */
  base(seat: number): Mesh {
    let paint = this.#bases.get(seat);
    if (!paint) {
      paint = this.#keep(new MeshStandardMaterial({ color: this.colours[seat] ?? '#888', roughness: 0.55 }));
      paint.color.multiplyScalar(0.55);
      this.#bases.set(seat, paint);
    }
    const mesh = solid(new Mesh(this.#foot, paint));
    mesh.rotation.x = Math.PI / 2;
    return mesh;
  }

  /** Give everything back. */
  dispose(): void {
    for (const thing of this.#made) thing.dispose();
    this.#made.clear();
  }

  #keep<Thing extends BufferGeometry | Material | Texture>(thing: Thing): Thing {
    this.#made.add(thing);
    return thing;
  }

  #print(size: number, draw: Draw): Texture {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    draw(canvas.getContext('2d')!, size);
    const texture = this.#keep(new CanvasTexture(canvas));
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = this.sharpness;
    return texture;
  }
}

function solid(mesh: Mesh): Mesh {
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** A disc with softened rims, and a hole of a radius. */
function lathe(hole: number): LatheGeometry {
  const [r, h] = [SIZES.disc_radius, SIZES.disc_height];
  const outer = [[r - LIP, 0], [r, LIP], [r, h - LIP], [r - LIP, h]];
  const inner = hole ? [[hole + LIP, h], [hole, h - LIP], [hole, 0]] : [[0, h]];
  return new LatheGeometry([...outer, ...inner].map(([x, y]) => new Vector2(x, y)), 64);
}

function pips(value: number, seat: number, colour: string): Draw {
  return (pen, size) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, size, size);
    pen.fillStyle = '#fffaf0';
    for (const [x, y] of PIPS[value] ?? []) {
      pen.save();
      pen.translate(size * (0.5 + x * 0.25), size * (0.5 + y * 0.25));
      pen.fill(new Path2D(outline(shapeOf(seat), size * 0.105)));
      pen.restore();
    }
  };
}

function rings(kind: number | null, middle: 'hole' | 'centre' | 'star', label: string): Draw {
  const { paper, line, dash } = (kind === null ? null : KINDS[kind]) ?? PLAIN;
  return (pen, size) => {
    const metre = size / (2 * (SIZES.disc_radius - LIP));
    const circle = (radius: number): void => {
      pen.beginPath();
      pen.arc(size / 2, size / 2, radius * metre, 0, 2 * Math.PI);
    };
    pen.fillStyle = paper;
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = line;
    pen.setLineDash(dash);
    for (const [radius, width] of [[0.0455, 0.0025], [0.03, 0.005]] as const) {
      pen.lineWidth = width * metre;
      circle(radius);
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.translate(size / 2, size / 2);
    if (middle === 'star') {
      pen.fillStyle = '#c99a18';
      pen.fill(new Path2D(outline('star', 0.024 * metre)));
    }
    pen.fillStyle = line;
    pen.font = `600 ${0.0105 * metre}px 'Source Sans 3 Variable', sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(label, 0, 0.0385 * metre);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    if (middle === 'centre') {
      pen.fillStyle = '#201c1a';
      circle(SIZES.printed_radius);
      pen.fill();
    }
  };
}

/** Planks with a quiet grain; the same on every visit. */
function grain(pen: CanvasRenderingContext2D, size: number): void {
  const chance = random(7);
  const planks = 7;
  const tall = size / planks;
  for (let plank = 0; plank < planks; plank += 1) {
    const shade = Math.round((chance() - 0.5) * 14);
    pen.fillStyle = `rgb(${176 + shade} ${134 + shade} ${97 + shade})`;
    pen.fillRect(0, plank * tall, size, tall + 1);
    for (let line = 0; line < 70; line += 1) {
      const y = plank * tall + chance() * tall;
      const bend = (chance() - 0.5) * 16;
      pen.strokeStyle = chance() > 0.5 ? `rgb(92 58 33 / ${0.05 + 0.1 * chance()})` : `rgb(226 186 140 / ${0.04 + 0.08 * chance()})`;
      pen.lineWidth = 0.6 + chance() * 1.8;
      pen.beginPath();
      pen.moveTo(0, y);
      pen.bezierCurveTo(size * 0.3, y + bend, size * 0.7, y - bend, size, y + bend / 2);
      pen.stroke();
    }
    pen.fillStyle = 'rgb(60 36 20 / 45%)';
    pen.fillRect(0, plank * tall, size, 1.6);
  }
}

/** Numbers that look random and are always the same. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

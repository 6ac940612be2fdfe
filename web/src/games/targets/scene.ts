/** The table in three dimensions. It shows a picture whenever it is told to, and does nothing in between. */
import {
  Matrix4, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Quaternion, Scene, Vector3, WebGLRenderer, Color, type BufferAttribute, type InstancedMesh, type Mesh,
} from 'three';
import { colour } from './dice';
import { NO_EFFECTS, type Effects } from './effects';
import { ANGLE, standpoint, type Shot } from './framing';
import { SIZES, type Spot } from './geometry';
import { place, Workshop } from './pieces';
import { CELLS, type Print } from './prints';
import { firstStep, QUALITIES, stepDown, Watch, type Quality } from './quality';
import { Room } from './room';
import type { Picture } from './view';

export interface Dress {
  dark: boolean;
  colours: readonly string[];
}

/** The finger behind a die: where its tip is, which way it points, in radians, and how steeply upward. */
export interface FingerSeen {
  at: readonly [number, number, number];
  heading: number;
  rise: number;
}

const RIBBON = 14;
const FLAT = new Quaternion();
const UP = new Vector3(0, 0, 1);
/** How dark a contact shadow is under a die, a disc and a base, and how much larger than the piece. */
const CONTACT = { die: [0.62, 2.1], disc: [0.5, 2.34], base: [0.55, 3.2] } as const;
const LIES = 0.012;
/** The finger comes from the right and a little from above, so that it does not hide the tower. */
const ASIDE = 0.62;
const ABOVE = 0.3;

export class TableScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(ANGLE, 1, 0.06, 16);
  readonly #watch = new Watch();
  #step: number;
  #workshop!: Workshop;
  #room!: Room;
  #dice!: InstancedMesh;
  #discs!: { ring: InstancedMesh; plate: InstancedMesh };
  #bases!: InstancedMesh;
  #contacts!: InstancedMesh;
  #dust!: InstancedMesh;
  #finger!: Mesh;
  #ribbon!: Mesh;
  #laid = '';
  #fixed: { matrix: Matrix4; fade: number }[] = [];
  #facing = 0;

  constructor(readonly canvas: HTMLCanvasElement, readonly dress: Dress, step?: number) {
    const context = canvas.getContext('webgl2', { antialias: true, powerPreference: 'high-performance', preserveDrawingBuffer: true, alpha: false })!;
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#camera.up.set(0, 0, 1);
    this.#step = step ?? firstStep(context);
    this.#furnish();
  }

  /** How well it is drawn. */
  get quality(): Quality {
    return QUALITIES[this.#step]!;
  }

  #furnish(): void {
    const { quality } = this;
    this.#renderer.shadowMap.enabled = quality.shadow > 0;
    const workshop = (this.#workshop = new Workshop(this.dress.colours, this.#renderer.capabilities.getMaxAnisotropy(), quality));
    this.#room = new Room(this.#renderer, this.#scene, quality);
    this.#room.light(this.dress.dark);
    this.#dice = workshop.dice();
    this.#discs = { ring: workshop.discs(true), plate: workshop.discs(false) };
    this.#bases = workshop.bases();
    this.#contacts = workshop.smudges('#120a05', 'smudges');
    this.#contacts.renderOrder = 1;
    this.#dust = workshop.smudges('#e4d3b8', 'puffs');
    this.#dust.renderOrder = 3;
    this.#ribbon = workshop.ribbon(RIBBON);
    this.#ribbon.renderOrder = 2;
    this.#finger = workshop.finger();
    this.#laid = '';
    this.#scene.add(
      this.#room.lights, workshop.table(), workshop.floor(this.dress.dark), this.#dice, this.#discs.ring, this.#discs.plate, this.#bases, this.#contacts, this.#dust, this.#ribbon, this.#finger,
    );
  }

  #clear(): void {
    this.#scene.clear();
    this.#workshop.dispose();
    this.#room.dispose();
  }

  /** Daylight, or a lamp in the evening. */
  light(dark: boolean): void {
    if (dark === this.dress.dark) return;
    this.dress.dark = dark;
    this.#clear();
    this.#furnish();
  }

  /** The size of the board, in pixels. */
  resize(width: number, height: number): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, this.quality.pixels));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
  }

  /** Look as a shot says; `facing` is the side of the table at which one sits. */
  look(shot: Shot, facing: number, shake: Spot = [0, 0]): void {
    const [x, y, z] = standpoint(shot);
    this.#camera.position.set(x, y, z);
    this.#camera.lookAt(...shot.target);
    if (shake[0] || shake[1]) this.#camera.translateX(shake[0] * shot.distance).translateY(shake[1] * shot.distance);
    this.#facing = facing;
    this.#room.turn(facing, shot.target);
  }

  /** Draw a picture, once. */
  draw(picture: Picture, effects: Effects = NO_EFFECTS, finger: FingerSeen | null = null): void {
    this.#layOut(picture);
    const dice = picture.dice.filter(({ pose }) => pose[2] > -0.3);
    const matrices = dice.map(({ pose }) => new Matrix4().compose(new Vector3(pose[0], pose[1], pose[2]), new Quaternion(pose[4], pose[5], pose[6], pose[3]), new Vector3(1, 1, 1)));
    place(this.#dice, matrices, dice.map(({ die }) => colour(die)));
    this.#lay(picture);
    this.#raise(effects);
    this.#point(finger);
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** A frame of something that moves was shown at a time; where the machine does not keep up, it is drawn more plainly. */
  shown(now: number): boolean {
    if (!this.#watch.frame(now) || this.#step === QUALITIES.length - 1) return false;
    this.#step = stepDown(this.#step);
    this.#clear();
    this.#furnish();
    return true;
  }

  /** Nothing moves for now. */
  rest(): void {
    this.#watch.rest();
  }

  /** Give back all that the graphics card holds. */
  dispose(): void {
    this.#clear();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  /** What lies on something is darkest where it touches it. */
  #lay(picture: Picture): void {
    const lying = picture.dice.flatMap(({ pose: [x, y, z], where }) => {
      const onDisc = picture.discs.some(({ spot }) => Math.hypot(spot[0] - x, spot[1] - y) < SIZES.disc_radius);
      const ground = onDisc ? SIZES.disc_height : 0;
      const above = z - ground - SIZES.die_edge / 2;
      const overHole = picture.edition === 'zoch' && picture.discs.some(({ spot }) => Math.hypot(spot[0] - x, spot[1] - y) < SIZES.hole_radius + SIZES.die_edge * 0.6);
      if (where === 'tower' || z < 0 || above > LIES * 3 || overHole) return [];
      const fade = Math.max(0, 1 - Math.max(0, above) / (LIES * 3));
      return [{ matrix: smudge([x, y, ground + 0.0003], SIZES.die_edge * (CONTACT.die[1] + (1 - fade))), fade: CONTACT.die[0] * fade * fade }];
    });
    const all = [...this.#fixed, ...lying];
    place(this.#contacts, all.map(({ matrix }) => matrix), all.map(({ fade }) => fade));
  }

  #raise({ trail, die, puffs }: Effects): void {
    const turn = this.#camera.quaternion;
    const clouds = puffs.map(({ spot, age, size }) => new Matrix4().compose(new Vector3(spot[0], spot[1], spot[2] + 0.004 + 0.01 * age), turn, new Vector3().setScalar((0.012 + 0.05 * Math.sqrt(age)) * (0.6 + 0.5 * size))));
    place(this.#dust, clouds, puffs.map(({ age, size }) => 0.3 * size * (1 - age) ** 2));
    this.#ribbon.visible = trail.length > 2;
    if (!this.#ribbon.visible) return;
    const [at, paint] = [this.#ribbon.geometry.getAttribute('position') as BufferAttribute, this.#ribbon.geometry.getAttribute('color') as BufferAttribute];
    const hue = new Color(this.dress.colours[colour(die ?? 0)] ?? '#fff').lerp(new Color('#fff4e0'), 0.35);
    for (let point = 0; point < RIBBON; point += 1) {
      const spot = trail[Math.min(point, trail.length - 1)]!;
      const next = trail[Math.min(point + 1, trail.length - 1)]!;
      const before = trail[Math.min(Math.max(0, point - 1), trail.length - 1)]!;
      const [dx, dy] = [before[0] - next[0], before[1] - next[1]];
      const long = Math.hypot(dx, dy) || 1;
      const part = 1 - point / (RIBBON - 1);
      const wide = SIZES.die_edge * 0.42 * part;
      at.setXYZ(point, spot[0] - (dy / long) * wide, spot[1] + (dx / long) * wide, spot[2]);
      at.setXYZ(point + RIBBON, spot[0] + (dy / long) * wide, spot[1] - (dx / long) * wide, spot[2]);
      for (const side of [0, RIBBON]) paint.setXYZW(point + side, hue.r, hue.g, hue.b, 0.5 * part * part);
    }
    at.needsUpdate = paint.needsUpdate = true;
  }

  #point(finger: FingerSeen | null): void {
    this.#finger.visible = finger !== null;
    if (!finger) return;
    this.#finger.position.set(...finger.at);
    this.#finger.quaternion.setFromAxisAngle(UP, finger.heading + ASIDE).multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), ABOVE - finger.rise));
  }

  /** Discs and bases change rarely: they are laid out anew only then. */
  #layOut({ edition, golden, discs, bases }: Picture): void {
    const laid = JSON.stringify([edition, golden, discs, bases.map(({ foot, kinds }) => [foot, kinds]), this.#facing]);
    if (laid === this.#laid) return;
    this.#laid = laid;
    const middle = edition === 'zoch' ? 'hole' : golden ? 'star' : 'centre';
    const prints: Print[] = [];
    const cell = (print: Print): number => {
      const known = prints.findIndex((one) => one.kind === print.kind && one.middle === print.middle && one.label === print.label && one.golden === print.golden);
      return known >= 0 ? known : Math.min(CELLS.across * CELLS.down, prints.push(print)) - 1;
    };
    // What is printed on a disc is upright for whoever looks.
    const turn = new Quaternion().setFromAxisAngle(UP, this.#facing + Math.PI / 2);
    const put = ([x, y]: Spot, z: number): Matrix4 => new Matrix4().compose(new Vector3(x, y, z), turn, new Vector3(1, 1, 1));
    const central = discs.map(({ place: at, spot, kind }) => ({ matrix: put(spot, 0), cell: cell({ kind, middle, label: golden ? '' : String(at + 1), golden }) }));
    const piled = bases.flatMap(({ spot, kinds }) => kinds.map((kind, level) => ({ matrix: put(spot, level * SIZES.disc_height), cell: cell({ kind, middle: 'star', label: '', golden: false }) })));
    const [ring, plate] = middle === 'hole' ? [central, piled] : [[], [...central, ...piled]];
    place(this.#discs.ring, ring.map((one) => one.matrix), ring.map((one) => one.cell));
    place(this.#discs.plate, plate.map((one) => one.matrix), plate.map((one) => one.cell));
    this.#workshop.print([this.#discs.ring, this.#discs.plate], prints);
    place(this.#bases, bases.map(({ spot, foot }) => new Matrix4().makeTranslation(spot[0], spot[1], foot)));
    bases.forEach(({ seat }, index) => this.#bases.setColorAt(index, new Color(this.dress.colours[seat] ?? '#888').multiplyScalar(0.62)));
    if (this.#bases.instanceColor) this.#bases.instanceColor.needsUpdate = true;
    this.#fixed = [
      ...discs.map(({ spot }) => ({ matrix: smudge([...spot, 0.0002], SIZES.disc_radius * CONTACT.disc[1]), fade: CONTACT.disc[0] })),
      ...bases.map(({ spot, kinds }) => ({
        matrix: smudge([spot[0], spot[1], 0.0002], kinds.length ? SIZES.disc_radius * CONTACT.disc[1] : SIZES.base_radius * CONTACT.base[1]), fade: kinds.length ? CONTACT.disc[0] : CONTACT.base[0],
      })),
    ];
  }
}

function smudge([x, y, z]: readonly [number, number, number], size: number): Matrix4 {
  return new Matrix4().compose(new Vector3(x, y, z), FLAT, new Vector3(size, size, 1));
}

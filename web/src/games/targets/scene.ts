/** The table in three dimensions. It shows a picture whenever it is told to, and does nothing in between. */
import {
  Color, DirectionalLight, HemisphereLight, Group, NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Plane, Raycaster, Scene, Vector2,
  Vector3, WebGLRenderer, type Mesh,
} from 'three';
import { colour } from './dice';
import { SIZES, type Spot, type Vector } from './geometry';
import { AT_REST, EDGES, sights, type Camera, type Eye, type Look } from './eye';
import { Workshop } from './pieces';
import type { Picture } from './view';

const FLOOR = { light: '#e9ddc8', dark: '#18110e' };
/** How steeply one looks down, in degrees. */
const STEEP: Record<Look, number> = { behind: 46, above: 89.9, close: 62 };
/** Where there is more room to the sides than upward, one sits lower and sees more of the dice. */
const LOW = { aspect: 1.25, steep: 35 };
/** One looks down at least and at most so steeply, in radians. */
const [FLATTEST, STEEPEST] = [0.2, 1.57];
const ANGLE = 30;
/** How far to the sides what has to be in sight may reach, half the board being 1. */
const SIDE = 0.95;
const GROUND = new Plane(new Vector3(0, 0, 1), 0);

export interface Dress {
  dark: boolean;
  colours: readonly string[];
}

export class TableScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(ANGLE, 1, 0.05, 8);
  readonly #workshop: Workshop;
  readonly #sun = new DirectionalLight('#fff3df', 2.6);
  readonly #sky = new HemisphereLight('#fff6e8', '#8a6a4c', 1.5);
  /** A little light from where one sits, so that the near sides of dice are not dark. */
  readonly #fill = new DirectionalLight('#ffffff', 1);
  readonly #dice = new Map<number, Mesh>();
  readonly #fixed = new Group();
  readonly #ray = new Raycaster();
  #laid = '';
  #size: [number, number] = [1, 1];
  #facing = 0;

  constructor(canvas: HTMLCanvasElement, dress: Dress) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'low-power', preserveDrawingBuffer: true });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#workshop = new Workshop(dress.colours, this.#renderer.capabilities.getMaxAnisotropy());
    this.#camera.up.set(0, 0, 1);
    const { shadow } = this.#sun;
    this.#sun.castShadow = true;
    shadow.mapSize.set(2048, 2048);
    Object.assign(shadow.camera, { left: -0.6, right: 0.6, top: 0.6, bottom: -0.6, near: 0.2, far: 3 });
    shadow.bias = -0.0002;
    shadow.normalBias = 0.0006;
    shadow.radius = 4;
    this.#scene.add(this.#sun, this.#sun.target, this.#sky, this.#fill, this.#workshop.table(), this.#fixed);
    this.light(dress.dark);
  }

  /** Daylight, or a lamp in the evening. */
  light(dark: boolean): void {
    this.#scene.background = new Color(dark ? FLOOR.dark : FLOOR.light);
    this.#sun.intensity = dark ? 1.6 : 2.4;
    this.#sky.intensity = dark ? 0.9 : 1.7;
    this.#fill.intensity = dark ? 0.7 : 1;
  }

  /** The size of the board, in pixels. */
  resize(width: number, height: number): void {
    this.#size = [width, height];
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
  }

  /** Look from the seat at an angle, so that all of a picture that matters is in sight; a camera may have gone from there. */
  look(picture: Picture, look: Look, seat: number, camera: Camera = AT_REST): void {
    const angle = seat + camera.yaw;
    this.#facing = angle;
    const low = look === 'behind' && this.#camera.aspect > LOW.aspect;
    const steep = Math.min(STEEPEST, Math.max(FLATTEST, ((low ? LOW.steep : STEEP[look]) * Math.PI) / 180 + camera.tilt));
    const back = new Vector3(Math.cos(angle) * Math.cos(steep), Math.sin(angle) * Math.cos(steep), Math.sin(steep));
    const points = sights(picture, look).map((point) => new Vector3(...point));
    const target = new Vector3();
    const [top, foot] = [1 - (2 * EDGES.top) / this.#size[1], (2 * EDGES.low) / this.#size[1] - 1];
    let distance = 1.5;
    for (let round = 0; round < 14; round += 1) {
      this.#camera.position.copy(target).addScaledVector(back, distance);
      this.#camera.lookAt(target);
      this.#camera.updateMatrixWorld();
      this.#camera.updateProjectionMatrix();
      const seen = points.map((point) => point.clone().project(this.#camera));
      const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
      const [low, high] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
      const tall = distance * Math.tan((ANGLE * Math.PI) / 360);
      const across = new Vector3().setFromMatrixColumn(this.#camera.matrixWorld, 0);
      const up = new Vector3().setFromMatrixColumn(this.#camera.matrixWorld, 1);
      target.addScaledVector(across, ((left + right) / 2) * tall * this.#camera.aspect).addScaledVector(up, ((low + high - top - foot) / 2) * tall);
      distance *= Math.max((right - left) / (2 * SIDE), (high - low) / (top - foot)) ** 0.9;
    }
    if (camera !== AT_REST) {
      target.lerp(new Vector3(...camera.at, 0), camera.pull);
      this.#camera.position.copy(target).addScaledVector(back, distance / camera.zoom);
      this.#camera.lookAt(target);
      this.#camera.updateMatrixWorld();
    }
    const turned = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).applyAxisAngle(new Vector3(0, 0, 1), angle + Math.PI / 2);
    this.#sun.position.copy(turned(-0.55, 0.3, 1.1));
    this.#fill.position.copy(turned(0.25, -1, 0.35));
  }

  /** Where things appear from here. */
  eye(): Eye {
    const camera = this.#camera.clone();
    const [width, height] = this.#size;
    const spot = (point: Vector): Spot => {
      const { x, y } = new Vector3(...point).project(camera);
      return [((x + 1) * width) / 2, ((1 - y) * height) / 2];
    };
    return {
      spot,
      ground: ([x, y]) => {
        this.#ray.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
        const hit = this.#ray.ray.intersectPlane(GROUND, new Vector3());
        return hit ? [hit.x, hit.y] : [0, 0];
      },
      scale: ([x, y]) => {
        const [one, other] = [spot([x, y, 0]), spot([x - Math.sin(this.#facing) * 0.01, y + Math.cos(this.#facing) * 0.01, 0])];
        return Math.hypot(one[0] - other[0], one[1] - other[1]) * 100;
      },
    };
  }

  /** Draw a picture, once. */
  draw(picture: Picture): void {
    this.#layOut(picture);
    const present = new Set(picture.dice.map(({ die }) => die));
    for (const [die, mesh] of this.#dice) mesh.visible = present.has(die);
    for (const { die, pose } of picture.dice) {
      const mesh = this.#mesh(die);
      mesh.position.set(pose[0], pose[1], pose[2]);
      mesh.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
    }
    this.#renderer.render(this.#scene, this.#camera);
  }

  /** Give back all that the graphics card holds. */
  dispose(): void {
    this.#workshop.dispose();
    this.#sun.shadow.map?.dispose();
    this.#sun.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #mesh(die: number): Mesh {
    let mesh = this.#dice.get(die);
    if (!mesh) {
      mesh = this.#workshop.die(colour(die));
      this.#dice.set(die, mesh);
      this.#scene.add(mesh);
    }
    return mesh;
  }

  /** Discs and bases change rarely: they are laid out anew only then. */
  #layOut({ edition, golden, discs, bases }: Picture): void {
    const laid = JSON.stringify([edition, golden, discs, bases.map(({ foot, kinds }) => [foot, kinds]), this.#facing]);
    if (laid === this.#laid) return;
    this.#laid = laid;
    this.#fixed.clear();
    const middle = edition === 'zoch' ? 'hole' : golden ? 'star' : 'centre';
    for (const { place, spot, kind } of discs) {
      this.#put(this.#workshop.disc(kind, middle, golden ? '' : String(place + 1)), spot, 0);
    }
    for (const { seat, spot, foot, kinds } of bases) {
      kinds.forEach((kind, level) => this.#put(this.#workshop.disc(kind, 'star', ''), spot, level * SIZES.disc_height));
      const base = this.#workshop.base(seat);
      base.position.set(spot[0], spot[1], foot + SIZES.base_height / 2);
      this.#fixed.add(base);
    }
  }

  /** What is printed on a disc is upright for whoever looks. */
  #put(disc: Group, [x, y]: Spot, z: number): void {
    disc.position.set(x, y, z);
    disc.rotation.z = this.#facing + Math.PI / 2;
    this.#fixed.add(disc);
  }
}

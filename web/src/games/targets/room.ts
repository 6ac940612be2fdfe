/** The room around the table: its light, what surfaces mirror of it, and its walls. */
import {
  BackSide, BoxGeometry, Color, DirectionalLight, Group, HemisphereLight, Mesh, MeshBasicMaterial, PlaneGeometry, PMREMGenerator, Scene, Vector3, type Texture, type WebGLRenderer,
} from 'three';
import { WALL } from './prints';
import type { Quality } from './quality';

/** Half of what the shadow covers, in metres. */
const SHADED = 0.46;
const UP = new Vector3(0, 0, 1);

/** Where light comes from by day and in the evening. */
const DAY = { sun: '#fff0da', sunny: 1.9, sky: 0.55, plain: { sun: 3.1, sky: 2.5, fill: 1.5 }, mirrored: 0.85, window: 16, lamp: 7, wall: '#8d7a63' };
const EVENING = { sun: '#ffe6c4', sunny: 1.25, sky: 0.22, plain: { sun: 2.3, sky: 1.5, fill: 1 }, mirrored: 0.5, window: 1.1, lamp: 12, wall: '#33261e' };

export class Room {
  readonly lights = new Group();
  readonly #sun = new DirectionalLight('#fff0da', 2);
  readonly #sky = new HemisphereLight('#fff3e2', '#7a5840', 0.4);
  /** A little light from where one sits, so that the near sides of dice are not dark. */
  readonly #fill = new DirectionalLight('#ffffff', 0.5);
  #mirrored: Texture | null = null;

  constructor(readonly renderer: WebGLRenderer, readonly scene: Scene, readonly quality: Quality) {
    this.lights.add(this.#sun, this.#sun.target, this.#sky, this.#fill);
    const { shadow } = this.#sun;
    this.#sun.castShadow = quality.shadow > 0;
    shadow.mapSize.set(quality.shadow || 1, quality.shadow || 1);
    Object.assign(shadow.camera, { left: -SHADED, right: SHADED, top: SHADED, bottom: -SHADED, near: 0.2, far: 3 });
    shadow.bias = -0.00025;
    shadow.normalBias = 0.0005;
    shadow.radius = 5;
  }

  /** Daylight through a window, or a lamp in the evening. */
  light(dark: boolean): void {
    const light = dark ? EVENING : DAY;
    const plain = this.quality.light === 'plain';
    this.scene.background = new Color(dark ? WALL.dark : WALL.light);
    this.#sun.color.set(light.sun);
    this.#sun.intensity = plain ? light.plain.sun : light.sunny;
    this.#sky.intensity = plain ? light.plain.sky : light.sky;
    this.#fill.intensity = plain ? light.plain.fill : 0.9;
    this.#mirrored?.dispose();
    this.#mirrored = plain ? null : mirrored(this.renderer, light);
    this.scene.environment = this.#mirrored;
    this.scene.environmentIntensity = light.mirrored;
  }

  /** The light comes over the left shoulder of whoever looks from an angle, wherever they look. */
  turn(angle: number, [x, y]: readonly number[]): void {
    const turned = (a: number, b: number, c: number): Vector3 => new Vector3(a, b, c).applyAxisAngle(UP, angle + Math.PI / 2).add(new Vector3(x, y, 0));
    this.#sun.target.position.set(x!, y!, 0);
    this.#sun.position.copy(turned(-0.5, 0.34, 1.05));
    this.#fill.position.copy(turned(0.25, -1, 0.35));
    this.#fill.target.position.set(x!, y!, 0);
    this.#fill.target.updateMatrixWorld();
  }

  dispose(): void {
    this.#mirrored?.dispose();
    this.#sun.shadow.map?.dispose();
    this.#sun.dispose();
  }
}

/** The room as polished things mirror it: walls, a window to the left, a lamp over the table. */
function mirrored(renderer: WebGLRenderer, light: typeof DAY): Texture {
  const scene = new Scene();
  const made: { dispose(): void }[] = [];
  const panel = (colour: string, strength: number, width: number, height: number, at: [number, number, number]): void => {
    const [shape, paint] = [new PlaneGeometry(width, height), new MeshBasicMaterial({ color: new Color(colour).multiplyScalar(strength), side: 2 })];
    const mesh = new Mesh(shape, paint);
    mesh.position.set(...at);
    mesh.lookAt(0, 0, 0);
    scene.add(mesh);
    made.push(shape, paint);
  };
  const [box, walls] = [new BoxGeometry(8, 8, 5), new MeshBasicMaterial({ color: light.wall, side: BackSide })];
  scene.add(new Mesh(box, walls));
  made.push(box, walls);
  for (const shift of [-0.85, 0.85]) panel('#e9f2ff', light.window, 1.3, 2, [-3.6, 1.4 + shift, 1.2]);
  panel('#ffe2b4', light.lamp, 1.5, 1.5, [0.5, 0.4, 2.3]);
  panel('#5b4331', 0.8, 6, 6, [0, 0, -2.2]);
  panel('#ffd9a8', light.lamp * 0.25, 1, 2.2, [3.4, -2, 0.6]);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(scene, 0.035);
  generator.dispose();
  for (const thing of made) thing.dispose();
  return texture;
}

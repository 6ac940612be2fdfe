/** The pieces of the table in three dimensions, drawn by us: each kind of piece is drawn in one go, however many there are. */
import {
  BufferAttribute, CanvasTexture, CapsuleGeometry, CircleGeometry, Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, LatheGeometry, Matrix4,
  Mesh, MeshBasicMaterial, MeshLambertMaterial, MeshPhysicalMaterial, MeshStandardMaterial, PlaneGeometry, RepeatWrapping, ShaderMaterial, SRGBColorSpace, Vector2,
  type BufferGeometry, type Material, type Texture,
} from 'three';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { CELLS, diceFaces, discPrints, floor, PRINTED, TILE, wood, type Print } from './prints';
import { SIZES } from './geometry';
import type { Quality } from './quality';

/** The sides of a rounded box, in its own order: +x, -x, +y, -y, +z, -z. */
const SIDES = [2, 5, 3, 4, 1, 6];
const LIP = 0.0006;
/** As many dice, discs and bases as there can be. */
const MOST = { dice: 18, discs: 24, bases: 6, smudges: 48, puffs: 40 };
const FLOOR = { depth: 0.74, radius: 3.4 };

/** Makes pieces and remembers all that the graphics card has to give back. */
export class Workshop {
  readonly #made = new Set<{ dispose(): void }>();

  constructor(readonly colours: readonly string[], readonly sharpness: number, readonly quality: Quality) {}

  /** The round top of the table: lighter in the middle, where the lamp hangs, and with a rim of darker wood. */
  table(): Mesh {
    const [r, h] = [SIZES.table_radius, SIZES.table_height];
    // From the underside outward and back over the top: so its faces look outward.
    const outline = ([
      [0.0001, 0, 1.12], [r * 0.3, 0, 1.06], [r * 0.55, 0, 0.98], [r * 0.8, 0, 0.86], [r * 0.925, 0, 0.8], [r * 0.926, 0, 0.42], [r * 0.935, 0, 0.42], [r * 0.936, 0, 0.74],
      [r - 0.006, 0, 0.68], [r - 0.002, -0.0015, 0.72], [r, -0.006, 0.6], [r - 0.002, -0.022, 0.42], [r - 0.02, -h, 0.25], [r * 0.8, -h, 0.1],
    ] as [number, number, number][]).reverse();
    const shape = this.#keep(new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)), 96));
    const [at, uv] = [shape.getAttribute('position'), shape.getAttribute('uv') as BufferAttribute];
    const tint = new Float32Array(at.count * 3);
    for (let point = 0; point < at.count; point += 1) {
      uv.setXY(point, at.getX(point) / TILE + 0.31, at.getZ(point) / TILE + 0.27 + at.getY(point) / TILE);
      tint.fill(outline[point % outline.length]![2], point * 3, point * 3 + 3);
    }
    shape.setAttribute('color', new BufferAttribute(tint, 3));
    const map = this.#texture(wood(this.quality.texture));
    map.wrapS = map.wrapT = RepeatWrapping;
    const mesh = new Mesh(shape, this.#surface({ map, vertexColors: true, roughness: 0.5, clearcoat: 0.22, clearcoatRoughness: 0.42 }));
    mesh.rotation.x = Math.PI / 2;
    mesh.receiveShadow = true;
    return mesh;
  }

  /** The floor of the room. */
  floor(dark: boolean): Mesh {
    const map = this.#texture(floor(this.quality.texture / 2, dark));
    const mesh = new Mesh(this.#keep(new CircleGeometry(FLOOR.radius, 48)), this.#keep(new MeshBasicMaterial({ map, toneMapped: false })));
    mesh.position.z = -FLOOR.depth;
    return mesh;
  }

  /** All dice: the row of a seat's faces is an attribute of each. */
  dice(): InstancedMesh {
    const edge = SIZES.die_edge;
    const shape = this.#keep(new RoundedBoxGeometry(edge, edge, edge, this.quality.round, SIZES.die_radius));
    const uv = shape.getAttribute('uv') as BufferAttribute;
    const each = uv.count / 6;
    for (let point = 0; point < uv.count; point += 1) {
      const column = SIDES[Math.floor(point / each)]! - 1;
      const inside = (part: number): number => 0.01 + 0.98 * Math.min(1, Math.max(0, part));
      uv.setXY(point, (column + inside(uv.getX(point))) / 6, inside(uv.getY(point)) / this.colours.length);
    }
    const map = this.#texture(diceFaces(this.colours));
    const paint = this.#surface({ map, roughness: 0.42, clearcoat: 1, clearcoatRoughness: 0.14 });
    return this.#many(shape, this.#celled(paint, 1, this.colours.length), MOST.dice, true);
  }

  /** Discs of one shape: with a hole or without; the cell of its print is an attribute of each. */
  discs(hole: boolean): InstancedMesh {
    const shape = this.#keep(disc(hole ? SIZES.hole_radius : 0, this.quality.round * 16));
    return this.#many(shape, this.#celled(this.#surface({ roughness: 0.62 }), CELLS.across, CELLS.down), MOST.discs, true);
  }

  /** Print discs: what they are printed with lies in one texture. */
  print(discs: readonly InstancedMesh[], prints: readonly Print[]): void {
    const map = this.#texture(discPrints(prints));
    for (const mesh of discs) {
      const paint = mesh.material as MeshStandardMaterial;
      const old = paint.map;
      paint.map = map;
      paint.needsUpdate = true;
      if (old && this.#made.delete(old)) old.dispose();
    }
  }

  /** All bases: turned wood, stained in the colour of their seat. */
  bases(): InstancedMesh {
    const [r, h] = [SIZES.base_radius, SIZES.base_height];
    const outline = [[0, 0], [r * 0.9, 0], [r, h * 0.1], [r, h * 0.34], [r * 0.93, h * 0.46], [r * 0.93, h * 0.62], [r, h * 0.74], [r, h * 0.92], [r * 0.96, h], [0, h]];
    const shape = this.#keep(new LatheGeometry(outline.map(([x, y]) => new Vector2(x, y)), 32));
    shape.rotateX(Math.PI / 2);
    return this.#many(shape, this.#surface({ roughness: 0.45, clearcoat: 0.6, clearcoatRoughness: 0.3 }), MOST.bases, true);
  }

  /** Soft round marks that lie on something or hang in the air: contact shadows, dust. */
  smudges(colour: string, most: 'smudges' | 'puffs'): InstancedMesh {
    const paint = this.#keep(new ShaderMaterial({
      transparent: true, depthWrite: false, uniforms: { colour: { value: new Color(colour) } },
      vertexShader: `attribute float cell; varying vec2 vAt; varying float vFade;
        void main() { vAt = position.xy * 2.0; vFade = cell; gl_Position = projectionMatrix * modelViewMatrix * instanceMatrix * vec4(position, 1.0); }`,
      fragmentShader: `uniform vec3 colour; varying vec2 vAt; varying float vFade;
        void main() { float away = 1.0 - clamp(length(vAt), 0.0, 1.0); gl_FragColor = vec4(colour, vFade * away * away * (3.0 - 2.0 * away)); }`,
    }));
    return this.#many(this.#keep(new PlaneGeometry(1, 1)), paint, MOST[most], false);
  }

  /** The finger that flicks: a rounded rod of pale wood, its tip at the origin, pointing along x. */
  finger(): Mesh {
    const shape = this.#keep(new CapsuleGeometry(0.0046, 0.03, 6, 18));
    shape.rotateZ(Math.PI / 2);
    shape.translate(-0.015 - 0.0046, 0, 0);
    const mesh = new Mesh(shape, this.#surface({ color: '#caa06e', roughness: 0.5, clearcoat: 0.4, clearcoatRoughness: 0.3 }));
    mesh.castShadow = true;
    mesh.visible = false;
    return mesh;
  }

  /** The trail of a die: a ribbon whose points are set anew in every frame. */
  ribbon(points: number): Mesh {
    const shape = this.#keep(new PlaneGeometry(1, 1, points - 1, 1));
    shape.setAttribute('color', new BufferAttribute(new Float32Array(points * 2 * 4), 4));
    for (const name of ['position', 'color']) (shape.getAttribute(name) as BufferAttribute).setUsage(DynamicDrawUsage);
    const mesh = new Mesh(shape, this.#keep(new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: 2, toneMapped: false })));
    mesh.frustumCulled = false;
    mesh.visible = false;
    return mesh;
  }

  /** Give everything back. */
  dispose(): void {
    for (const thing of this.#made) thing.dispose();
    this.#made.clear();
  }

  #keep<Thing extends BufferGeometry | Material | Texture | InstancedMesh>(thing: Thing): Thing {
    this.#made.add(thing);
    return thing;
  }

  #texture(canvas: HTMLCanvasElement): Texture {
    const texture = this.#keep(new CanvasTexture(canvas));
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = this.sharpness;
    return texture;
  }

  /** A surface as good as the machine can draw it. */
  #surface({ clearcoat = 0, clearcoatRoughness = 0, roughness = 0.6, ...more }: { map?: Texture; vertexColors?: boolean; color?: string; roughness?: number; clearcoat?: number; clearcoatRoughness?: number }): Material {
    if (this.quality.light === 'plain') return this.#keep(new MeshLambertMaterial(more));
    if (this.quality.light === 'full' && clearcoat) return this.#keep(new MeshPhysicalMaterial({ ...more, roughness, clearcoat, clearcoatRoughness }));
    return this.#keep(new MeshStandardMaterial({ ...more, roughness: clearcoat > 0.5 ? roughness * 0.75 : roughness }));
  }

  /** A surface whose texture is a grid: each piece has the cell that its attribute names. */
  #celled(paint: Material, across: number, down: number): Material {
    paint.onBeforeCompile = (shader) => {
      const grid = across === 1
        ? `vMapUv.y += cell / ${down.toFixed(1)};`
        : `vMapUv = (vMapUv + vec2(mod(cell, ${across.toFixed(1)}), floor(cell / ${across.toFixed(1)}))) / vec2(${across.toFixed(1)}, ${down.toFixed(1)});`;
      shader.vertexShader = `attribute float cell;\n${shader.vertexShader}`.replace('#include <uv_vertex>', `#include <uv_vertex>\n#ifdef USE_MAP\n${grid}\n#endif`);
    };
    paint.customProgramCacheKey = () => `${across} ${down}`;
    return paint;
  }

  #many(shape: BufferGeometry, paint: Material, most: number, solid: boolean): InstancedMesh {
    shape.setAttribute('cell', new InstancedBufferAttribute(new Float32Array(most), 1));
    const mesh = this.#keep(new InstancedMesh(shape, paint, most));
    mesh.count = 0;
    mesh.frustumCulled = false;
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.castShadow = mesh.receiveShadow = solid;
    return mesh;
  }
}

/** Put so many pieces of a kind in their places; `cells` says what is special about each. */
export function place(mesh: InstancedMesh, matrices: readonly Matrix4[], cells: readonly number[] = []): void {
  mesh.count = Math.min(matrices.length, mesh.instanceMatrix.count);
  matrices.slice(0, mesh.count).forEach((matrix, index) => mesh.setMatrixAt(index, matrix));
  mesh.instanceMatrix.needsUpdate = true;
  const cell = mesh.geometry.getAttribute('cell') as InstancedBufferAttribute;
  cells.slice(0, mesh.count).forEach((value, index) => cell.setX(index, value));
  cell.needsUpdate = true;
}

/** A disc with softened rims, and a hole of a radius; its upper side lies in the middle of its cell, all else in the corner. */
function disc(hole: number, parts: number): LatheGeometry {
  const [r, h] = [SIZES.disc_radius, SIZES.disc_height];
  const rim: [number, number][] = [[r - LIP, 0], [r, LIP], [r, h - LIP]];
  const top: [number, number][] = [[r - LIP, h], [hole ? hole + LIP : 0.0001, h]];
  const inner: [number, number][] = hole ? [[hole, h - LIP], [hole, 0]] : [];
  // Twice the upper edge: one belongs to the rim and one to the print, which end sharply.
  const line = [...rim, [r - LIP, h] as [number, number], ...top, ...(hole ? [[hole + LIP, h] as [number, number]] : []), ...inner];
  const shape = new LatheGeometry(line.map(([x, y]) => new Vector2(x, y)), parts);
  const [at, uv] = [shape.getAttribute('position'), shape.getAttribute('uv') as BufferAttribute];
  for (let point = 0; point < at.count; point += 1) {
    const place = point % line.length;
    const printed = place === rim.length + 1 || place === rim.length + 2;
    if (printed) uv.setXY(point, 0.5 + (PRINTED * at.getX(point)) / (2 * r), 0.5 - (PRINTED * at.getZ(point)) / (2 * r));
    else uv.setXY(point, 0.02, 0.02);
  }
  shape.computeVertexNormals();
  const normal = shape.getAttribute('normal') as BufferAttribute;
  for (let point = 0; point < at.count; point += 1) {
    const place = point % line.length;
    if (place === rim.length + 1 || place === rim.length + 2) normal.setXYZ(point, 0, 1, 0);
  }
  shape.rotateX(Math.PI / 2);
  return shape;
}


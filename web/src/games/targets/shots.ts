/** The shots of the table: how each way to look frames it, and how a replay is seen. */
import { colour } from './dice';
import { around, lyingIn, sights, towerOf, type Look } from './eye';
import { dieSize, fit, shotEye, steepest, type Room, type Shot } from './framing';
import { discPlaces, SIZES, type Spot, type Vector } from './geometry';
import { shared, type Box } from './labels';
import type { Picture } from './view';

/** A die that is to be read is at least so many pixels wide: on a desk, and on a phone. */
export const READABLE = { desk: 36, phone: 24 };
/** A board narrower than this is held in a hand. */
export const NARROW = 560;
/** Dice that are chosen from are larger by this, and never so large that one sees nothing else. */
const CHOSEN = 1.35;
const LARGEST = 2.1;
/** How steeply one may look from the own seat, in degrees, the clearest first. */
const STEEPS = [52, 48, 44, 40, 36, 33, 30, 27];
const WHOLE = [60, 52, 44, 38];
const STEEP: Record<Exclude<Look, 'behind' | 'whole'>, number> = { above: 89.9, close: 56 };
/** Dice that lie so near to the middle are always in sight, in metres. */
const AMONG = 0.128;
/** What a disc needs around it. */
const RIM = 0.004;

/** From the own seat the picture goes up to the edges of the board, so many pixels from them: buttons stand in its corners. */
export const CLOSE = { top: 22, low: 8 };

/** The eyes of which a film can be seen again. */
export const EYES = ['seat', 'opposite', 'low', 'above'] as const;
export type ReplayEye = (typeof EYES)[number];

/** How wide a die has to be on a board to be read. */
export function readable(width: number): number {
  return width < NARROW ? READABLE.phone : READABLE.desk;
}

/** A tower of three dice on its base. */
const TALLEST = SIZES.base_height + 3.1 * SIZES.die_edge;

/** The usual shot: the discs and whoever acts fill the board, with the dice that lie around as far as all stay readable; no die lies under a button. */
export function framed(picture: Picture, look: Look, facing: number, actor: number | null, room: Room, aims = false, buttons: readonly Box[] = []): Shot {
  if (look !== 'behind' && look !== 'whole') return fit(sights(picture, look), facing, (STEEP[look] * Math.PI) / 180, room);
  return clear(picture, room, buttons, (one) => (look === 'whole' ? steepest(sights(picture, look), facing, WHOLE, one, [[0, 0]], Infinity) : fromSeat(picture, facing, actor, one, aims)));
}

/** The camera stands so many pixels further off, so many times, where a die lies under a button. */
const MARGIN = 14;
const MARGINS = 4;

/** A shot in which as few dice as can be lie under buttons. */
function clear(picture: Picture, room: Room, buttons: readonly Box[], within: (room: Room) => Shot): Shot {
  const hidden = (one: Shot): number => covered(picture, one, room, buttons);
  let best = within(room);
  for (let margin = MARGIN; margin <= MARGINS * MARGIN && hidden(best); margin += MARGIN) {
    const further = within({ ...room, top: room.top + margin, low: room.low + margin, side: room.side + margin });
    if (hidden(further) < hidden(best)) best = further;
  }
  return best;
}

/** How many dice buttons lie over. */
function covered(picture: Picture, shot: Shot, room: Room, buttons: readonly Box[]): number {
  const eye = shotEye(shot, room.width, room.height);
  return picture.dice.filter(({ where, pose }) => {
    const half = dieSize(shot, room.height, [pose[0], pose[1]]) * 0.6;
    const box = { spot: eye.spot([pose[0], pose[1], pose[2]]), wide: half, high: half };
    return where !== 'under' && buttons.some((button) => shared(box, button) > 0);
  }).length;
}

/** From the own seat; whoever aims has all of the own tower in sight, even where dice are then a little smaller. */
function fromSeat(picture: Picture, facing: number, actor: number | null, room: Room, aims: boolean): Shot {
  const wanted = readable(room.width) * 1.04;
  const places = discPlaces(picture.golden);
  const among = lyingIn(picture).filter(([x, y]) => Math.hypot(x, y) < AMONG);
  const rings = places.flatMap((spot) => around(spot, SIZES.disc_radius + RIM, 0));
  const discs = [...rings, ...among.flatMap((spot) => around(spot, SIZES.die_edge * 0.8, SIZES.die_edge / 2))];
  const smallest = (shot: Shot, more: readonly Spot[] = []): number => Math.min(...[...places, ...more].map((spot) => dieSize(shot, room.height, spot)));
  if (aims && actor !== null && picture.bases[actor]) return steepest([...discs, ...wholeTower(picture, actor)], facing, STEEPS, room, places, wanted);
  const shots = [...needs(picture, discs, actor), rings].map((points) => ({ points, shot: steepest(points, facing, STEEPS, room, places, wanted) }));
  const { points, shot } = shots.find((one) => smallest(one.shot) >= wanted) ?? shots.at(-1)!;
  let best = shot;
  const more: Vector[] = [];
  for (const spot of lyingIn(picture).slice(among.length)) {
    more.push(...around(spot, SIZES.die_edge, 0));
    const wider = fit([...points, ...more], facing, shot.steep, room);
    if (smallest(wider, [spot]) < wanted) break;
    best = wider;
  }
  return best;
}

/** What has to be in sight, the best first: the discs with the whole tower of whoever acts, or with ever less of it, or without it. */
function needs(picture: Picture, discs: readonly Vector[], actor: number | null): Vector[][] {
  const base = actor === null ? undefined : picture.bases[actor];
  if (!base || actor === null) return [[...discs]];
  const [x, y] = base.spot;
  const from = (above: number): Vector[] => [...discs, ...[base.foot + above, base.foot + TALLEST].flatMap((z) => [-1, 1].map((side) => [x + side * SIZES.die_edge, y, z] as const))];
  const parts = [0, SIZES.base_height, SIZES.base_height + SIZES.die_edge, SIZES.base_height + 2 * SIZES.die_edge].map(from);
  return [[...discs, ...towerOf(picture, actor)], ...parts, [...discs]];
}

/** A base with what lies under it, and its tower up to its top. */
function wholeTower(picture: Picture, seat: number): Vector[] {
  const base = picture.bases[seat]!;
  const dice = picture.dice.filter(({ die, where }) => where === 'tower' && colour(die) === seat);
  const top = Math.max(base.foot + SIZES.base_height, ...dice.map(({ pose }) => pose[2] + SIZES.die_edge / 2));
  return [...around(base.spot, base.discs ? SIZES.disc_radius : SIZES.base_radius, 0), ...around(base.spot, SIZES.base_radius, base.foot), ...around(base.spot, SIZES.die_edge * 0.7, top)];
}

/** While dice fly they are not read: the camera has the discs and the whole way in sight. */
export function flown(picture: Picture, facing: number, actor: number, room: Room, way: readonly Spot[] = []): Shot {
  const discs = discPlaces(picture.golden).flatMap((spot) => around(spot, SIZES.disc_radius + RIM, 0));
  return steepest([...discs, ...towerOf(picture, actor), ...way.flatMap((spot) => around(spot, SIZES.die_edge, SIZES.die_edge))], facing, STEEPS, room, discPlaces(picture.golden), readable(room.width));
}

/** A shot of dice that can be chosen from, near enough to read them and, if there is room, with the discs. */
export function chosenFrom(picture: Picture, spots: readonly Spot[], facing: number, room: Room, buttons: readonly Box[] = []): Shot {
  return clear(picture, room, buttons, (one) => near(picture, spots, facing, one));
}

function near(picture: Picture, spots: readonly Spot[], facing: number, room: Room): Shot {
  const wanted = readable(room.width) * CHOSEN;
  const discs = discPlaces(picture.golden).flatMap((spot) => around(spot, SIZES.disc_radius + RIM, 0));
  const dice = spots.flatMap((spot) => around(spot, SIZES.die_edge * 2, 0));
  const all = steepest([...discs, ...dice], facing, STEEPS, room, spots, wanted);
  if (Math.min(...spots.map((spot) => dieSize(all, room.height, spot))) >= wanted) return all;
  const only = steepest(dice, facing, [52], room, spots, wanted);
  const size = Math.max(...spots.map((spot) => dieSize(only, room.height, spot)));
  const most = readable(room.width) * LARGEST;
  return size > most ? { ...only, distance: (only.distance * size) / most } : only;
}

/** From where a film is seen again. */
export function replayed(usual: Shot, eye: ReplayEye): Shot {
  if (eye === 'opposite') return { ...usual, angle: usual.angle + Math.PI };
  if (eye === 'low') return { ...usual, angle: usual.angle + 0.85, steep: 0.26, distance: usual.distance * 0.8 };
  if (eye === 'above') return { ...usual, steep: 1.57 };
  return usual;
}

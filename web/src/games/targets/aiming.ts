/** Flicks that are proposed, and the risk that the own tower falls; the same arithmetic as `games/targets/bots/proposals.py`. */
import type { Move } from '../../lib/protocol';
import { flick, towards, type Aim, type Course } from './aim';
import { AIMS, type ProposedFlick, type ZochOptions } from './generated';
import { basePlace, discPlaces, type Spot } from './geometry';
import type { Position } from './view';

export type Tremor = ZochOptions['tremor'];

const TREMORS: Record<Tremor, number> = { off: 0, steady: 1, natural: 5 };
const GOLDEN_FORCE = 3;
const FAR_BELOW = -0.3;
const DICE = 3;
/** No die drifts further than so many degrees. */
const DRIFT = 12;
const UNDER_A_LAYER = 3;

/** How many dice high the top die of a seat stands, up to three; dice under the base raise it. */
export function raised({ layout }: Position, seat: number): number {
  const stand = layout.stands[seat];
  const high = (stand?.tower.length ?? 0) + Math.ceil((stand?.under.length ?? 0) / UNDER_A_LAYER);
  return Math.min(DICE, Math.max(1, high));
}

/** How strong, and where the finger meets the die, for a mark so far away: between the two that were found nearest to it. */
function between(dice: number, distance: number): Omit<ProposedFlick, 'dice' | 'distance'> {
  const rows = AIMS.aims.filter((row) => row.dice === dice);
  const found = rows.findIndex((row) => row.distance >= distance);
  const upper = found < 0 ? rows.length - 1 : found;
  const [low, high] = [rows[Math.max(0, upper - 1)]!, rows[Math.max(1, upper)]!];
  const part = Math.min(1, Math.max(FAR_BELOW, (distance - low.distance) / (high.distance - low.distance)));
  const mixed = (name: keyof ProposedFlick): number => low[name] + part * (high[name] - low[name]);
  return { turn: mixed('turn'), speed: mixed('speed'), height: mixed('height'), side: mixed('side'), elevation: mixed('elevation'), near: mixed('near') };
}

/** A flick at a spot, as strong as it takes, that leaves the own tower standing if any can. */
export function straightAt(at: Position, seat: number, mark: Spot): Aim {
  const seats = at.layout.stands.length;
  const { golden } = at.layout;
  const base = basePlace(seat, seats, golden);
  const { turn, speed, height, side, elevation } = between(raised(at, seat), Math.hypot(mark[0] - base[0], mark[1] - base[1]));
  return {
    azimuth: rounded(around(towards(base, mark, seat, seats) + turn), 10),
    speed: rounded(speed * (golden ? GOLDEN_FORCE : 1), 100),
    height: rounded(height, 100),
    side: rounded(side, 100),
    elevation: rounded(elevation, 100),
  };
}

/** How far a die goes that is flicked at a speed, and how far to the left a finger at its side makes it drift: read backwards from what was found. */
export function courseOf(at: Position, seat: number, { azimuth, speed, side }: Aim): Course {
  const rows = AIMS.aims.filter((row) => row.dice === raised(at, seat));
  const own = at.layout.golden ? speed / GOLDEN_FORCE : speed;
  const found = rows.findIndex((row) => row.speed >= own);
  const upper = Math.max(1, found < 0 ? rows.length - 1 : found);
  const [low, high] = [rows[upper - 1]!, rows[upper]!];
  const part = (own - low.speed) / (high.speed - low.speed);
  const reach = Math.max(0, low.distance + part * (high.distance - low.distance));
  const near = Math.min(1, Math.max(0, part));
  const drift = (low.turn / (low.side || 1)) * (1 - near) + (high.turn / (high.side || 1)) * near;
  return { azimuth: azimuth - Math.min(DRIFT, Math.max(-DRIFT, drift * side)), reach };
}

/** The flick that is proposed at first: straight at the nearest disc. */
export function firstAim(at: Position, seat: number): Aim {
  const base = basePlace(seat, at.layout.stands.length, at.layout.golden);
  return straightAt(at, seat, nearest(at, base) ?? [0, 0]);
}

function nearest({ layout }: Position, [x, y]: Spot): Spot | undefined {
  const places = discPlaces(layout.golden);
  const far = ([px, py]: Spot): number => Math.hypot(px - x, py - y);
  const there = layout.places.map((place) => places[place]!);
  return there.slice(1).reduce((best, next) => (far(next) < far(best!) - 1e-6 ? next : best), there[0]);
}

/** The chance that more than one die of a tower of so many falls. */
export function towerRisk(dice: number, tremor: Tremor, { speed, height, side, elevation }: Pick<Aim, 'speed' | 'height' | 'side' | 'elevation'>): number {
  const model = AIMS.risks.find((one) => one.dice === dice);
  if (!model) return 0;
  const rise = (elevation * Math.PI) / 180;
  const parts = [(speed - 1.45) / 1.05, speed * (height * Math.cos(rise) + Math.sin(rise)), speed * Math.sin(rise), height / 0.7, speed * Math.abs(side), TREMORS[tremor] / 5];
  const units = model.inner.map((weights) => Math.tanh(weighted(weights, parts)));
  return 1 / (1 + Math.exp(-weighted(model.outer, units)));
}

/** A sum of parts by their weights, the last of which stands alone. */
function weighted(weights: readonly number[], parts: readonly number[]): number {
  return parts.reduce((sum, part, index) => sum + part * weights[index]!, weights.at(-1)!);
}

/** The risk of an aim at the own tower now; null where nothing can fall: a single die, or all at once. */
export function riskOf(at: Position, seat: number, aim: Aim): number | null {
  const dice = at.layout.stands[seat]?.tower.length ?? 0;
  return at.layout.golden || dice < 2 ? null : towerRisk(dice, at.options?.tremor ?? 'steady', aim);
}

/** Where each risk begins that has a word of its own. */
export const RISKS = { some: 0.05, high: 0.25 } as const;
export type Danger = 'none' | 'some' | 'high';

export function danger(risk: number): Danger {
  if (risk >= RISKS.high) return 'high';
  return risk >= RISKS.some ? 'some' : 'none';
}

/** The risk over the strengths of a slider, from the least to the greatest. */
export function riskBand(at: Position, seat: number, aim: Aim, [low, high]: [number, number], parts = 24): number[] {
  return Array.from({ length: parts + 1 }, (_, part) => riskOf(at, seat, { ...aim, speed: low + ((high - low) * part) / parts }) ?? 0);
}

/** What can be aimed at with one tap: central discs, and what lies under the bases of others. */
export interface Mark {
  place?: number;
  seat?: number;
  spot: Spot;
}

export function marksOf(at: Position, seat: number): Mark[] {
  const { layout } = at;
  const places = discPlaces(layout.golden);
  const discs = layout.places.map((place): Mark => ({ place, spot: places[place] ?? [0, 0] }));
  if (layout.golden) return discs;
  const bases = layout.stands.flatMap((stand, other): Mark[] => (other !== seat && stand.discs ? [{ seat: other, spot: basePlace(other, layout.stands.length, false) }] : []));
  return [...discs, ...bases];
}

/** The aim at a mark as a move. */
export function moveAt(at: Position, seat: number, mark: Mark): Move {
  return flick(straightAt(at, seat, mark.spot));
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

function around(degrees: number): number {
  return degrees - 360 * Math.ceil((degrees - 180) / 360);
}

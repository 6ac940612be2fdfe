/** A position of either edition as it comes from the server, and what of it lies on the table. */
import type { GameEvent, Json } from '../../lib/protocol';
import { decode, poseAt } from './film';
import { DICE_EACH, SIZES, type BlackrockBoard, type Board, type Edition, type Pose, type Stand, type ZochBoard } from './generated';
import { baseFoot, basePlace, discPlaces, flat, seatAngle, underPlaces, upFace, type Spot } from './geometry';

/** What the editions have besides the common table is there in one of them only. */
export type Position = Board & Partial<Omit<ZochBoard, keyof Board>> & Partial<Omit<BlackrockBoard, keyof Board>>;

export type { Duty, Edition, Layout, Stand } from './generated';

export type Where = 'tower' | 'table' | 'under';

/** A die as it is seen. */
export interface DieSeen {
  die: number;
  pose: Pose;
  up: number;
  where: Where;
}

export interface DiscSeen {
  place: number;
  spot: Spot;
  /** Which of the three colours of Blackrock's discs; null for a Zoch target and the star of Golden Targets. */
  kind: number | null;
}

export interface BaseSeen {
  seat: number;
  spot: Spot;
  foot: number;
  discs: number;
  /** The colours of the discs under it, from below. */
  kinds: (number | null)[];
  /** What it has won: points, or discs for good. */
  won: number;
}

/** All that lies on the table at one moment. */
export interface Picture {
  edition: Edition;
  golden: boolean;
  discs: DiscSeen[];
  bases: BaseSeen[];
  dice: DieSeen[];
}

/** The position of a view. */
export function read(position: Json): Position {
  return position as unknown as Position;
}

/** What a die shows, lying or in a tower; 1 where it is out of sight. */
export function upOf({ rests, layout }: Position, die: number): number {
  const lying = rests.find((rest) => rest.die === die);
  return lying?.up ?? layout.stands.flatMap(({ tower }) => tower).find((one) => one.die === die)?.up ?? 1;
}

const KINDS = ['green', 'orange', 'yellow'];

/** How a central disc is called: by its colour where no other has it, else by its number; as the log tells it. */
export function discName({ layout, central }: Position, place: number): string {
  if (layout.golden) return 'star';
  const kinds = (central ?? []).map((disc) => (disc === null ? null : Math.floor(disc / KINDS.length)));
  const kind = kinds[place];
  return kind == null || kinds.filter((one) => one === kind).length > 1 ? String(place + 1) : KINDS[kind]!;
}

/** What lies where in a position. */
export function pictureOf(position: Position): Picture {
  const { layout } = position;
  const { golden, edition } = layout;
  const spots = discPlaces(golden);
  const kind = (disc: number | null | undefined): number | null => (disc == null || golden ? null : Math.floor(disc / DICE_EACH));
  const bases = layout.stands.map((stand, seat) => ({
    seat,
    spot: basePlace(seat, layout.stands.length, golden),
    foot: baseFoot(stand.discs, stand.under.length),
    discs: stand.discs,
    kinds: Array.from({ length: stand.discs }, (_, level) => kind(position.stored?.[seat]?.[level])),
    won: position.points?.[seat] ?? position.won?.[seat]?.length ?? 0,
  }));
  return {
    edition,
    golden,
    discs: layout.places.map((place) => ({ place, spot: spots[place] ?? [0, 0], kind: kind(position.central?.[place]) })),
    bases,
    dice: [
      ...layout.stands.flatMap((stand, seat) => stacked(stand, bases[seat]!, layout.stands.length)),
      ...layout.stands.flatMap((stand, seat) => hidden(stand, bases[seat]!, layout.stands.length)),
      ...layout.dice.map(({ die, pose }) => ({ die, pose, up: upFace(pose), where: 'table' as const })),
    ].sort((one, other) => one.die - other.die),
  };
}

/** The dice of a tower; one that was stacked since the last flick stands straight above the one below. */
function stacked({ tower }: Stand, base: BaseSeen, seats: number): DieSeen[] {
  const yaw = seatAngle(base.seat, seats);
  return tower.map(({ die, up, pose }, level) => {
    const z = base.foot + SIZES.base_height + SIZES.die_edge * (level + 0.5);
    return { die, up, where: 'tower', pose: pose ?? [...base.spot, z, ...flat(up, yaw)] };
  });
}

/** The dice under a base. */
function hidden({ under, discs }: Stand, base: BaseSeen, seats: number): DieSeen[] {
  const turn = seatAngle(base.seat, seats);
  const places = underPlaces(under.length);
  return under.map((die, index) => {
    const [along, across] = places[index] ?? [0, 0];
    const x = base.spot[0] + along * Math.cos(turn) - across * Math.sin(turn);
    const y = base.spot[1] + along * Math.sin(turn) + across * Math.cos(turn);
    const z = discs * SIZES.disc_height + SIZES.die_edge * (0.5 + Math.floor(index / DICE_EACH));
    return { die, up: 1, where: 'under', pose: [x, y, z, ...flat(1, turn)] };
  });
}

/** The position after an event, as the eye sees it: after a flick the dice lie where the film leaves them. */
export function step(position: Json, event: GameEvent): Json {
  if (!event.motion || position === null) return position;
  const at = read(position);
  const film = decode(event.motion);
  const moved = new Map(film.tracks.map((track) => [track.die, poseAt(track, film.frames)]));
  const stands = at.layout.stands.map((stand) => ({ ...stand, tower: stand.tower.filter(({ die }) => !moved.has(die)) }));
  const lying = at.layout.dice.filter(({ die }) => !moved.has(die));
  const landed = [...moved].map(([die, pose]) => ({ die, pose }));
  return { ...at, layout: { ...at.layout, stands, dice: [...lying, ...landed] } } as unknown as Json;
}

/** A position of either edition of Targets as the browser gets it, and the sizes of the pieces. Written by `make types` from `ludotheque.games.targets.browser`: change it there. */

export type Edition = 'blackrock' | 'zoch';

export type Pose = [number, number, number, number, number, number, number];

/** A die in a tower. Without a pose it is stacked when the table is next simulated. */
export interface TowerDie {
  die: number;
  up: number;
  pose: Pose | null;
}

/** A seat's base: the tower on it from bottom to top, the dice and discs under it. */
export interface Stand {
  tower: TowerDie[];
  under: number[];
  discs: number;
}

/** A die that lies where an earlier flick left it. */
export interface LooseDie {
  die: number;
  pose: Pose;
}

/** The whole table; `places` are the central discs that lie there (0 to 2; Golden Targets: only 0). */
export interface Layout {
  edition: Edition;
  stands: Stand[];
  dice: LooseDie[];
  places: number[];
  golden: boolean;
}

/** A choice that a seat has to make before the flick is scored. `keep`: which of the fallen own dice stays, and with `back` which goes on the base again; `lose`: which of the toppled dice is lost; `stack`: in which order dice of several colours are stacked again. */
export interface Duty {
  do: 'keep' | 'lose' | 'stack';
  seat: number;
  dice: number[];
  back: boolean;
}

/** The table, central discs by place, piles of discs and bases by seat. */
export interface Surfaces {
  table: boolean;
  targets: number[];
  piles: number[];
  bases: number[];
}

/** One die at rest. `touches` is what the die itself touches, `support` what carries it directly and through the dice it lies on (TARGETS-9); `carried_by` is the seat whose base alone carries it. `centres` are the central discs of which it touches the printed centre (BLACKROCK-3), `dead_centre` is the target through whose hole it touches the table (ZOCH-3). A die that is off the table has no surfaces, and its pose means nothing. */
export interface DieReading {
  die: number;
  pose: Pose;
  up: number;
  moved: boolean;
  struck: boolean;
  slid: boolean;
  off: boolean;
  fallen_from: number | null;
  carried_by: number | null;
  touches: Surfaces;
  dice: number[];
  lies_on: number[];
  support: Surfaces;
  centres: number[];
  dead_centre: number | null;
}

/** Flick the top die of the own tower (TARGETS-2), in Golden Targets all three dice (BLACKROCK-12). `azimuth` in degrees from the line to the middle of the table, counter-clockwise; `speed` in m/s; `height` and `side` where the finger meets the die, in half edges; `elevation` in degrees. */
export interface Flick {
  do: 'flick';
  azimuth: number;
  speed: number;
  height: number;
  side: number;
  elevation: number;
}

/** A position of either edition; its fields are immutable values, so that a copy is cheap. */
export interface Board {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks or flicked last. */
  turn: number;
  /** Flicks of this turn that moved nothing off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** The dice on the table at rest, after the last flick or settling. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited. */
  aim: Flick | null;
  /** In whose tower each die belongs, by the number of the die; only partners hold foreign ones. */
  holders: number[];
  /** The seats that have stacked their dice for this round. */
  stacked: number[];
}

/** The options of the Zoch edition, which has no variants. */
export interface ZochOptions {
  tremor: 'natural' | 'off' | 'steady';
  faces: 'chosen' | 'random';
}

/** The table and the points of each seat; score discs lie under the bases of the layout. */
export interface ZochBoard {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks or flicked last. */
  turn: number;
  /** Flicks of this turn that moved nothing off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** The dice on the table at rest, after the last flick or settling. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited. */
  aim: Flick | null;
  /** In whose tower each die belongs, by the number of the die; only partners hold foreign ones. */
  holders: number[];
  /** The seats that have stacked their dice for this round. */
  stacked: number[];
  options: ZochOptions;
  points: number[];
}

/** The options: how calls reach the table (BLACKROCK-17), and the variants (BLACKROCK-14 to BLACKROCK-16). */
export interface BlackrockOptions {
  tremor: 'natural' | 'off' | 'steady';
  faces: 'chosen' | 'random';
  calls: 'auto' | 'spoken';
  pas_vu_pas_pris: boolean;
  three_by_three: boolean;
  teams: boolean;
}

/** Golden Targets: the number of the flick, the contenders, and the secret aims (BLACKROCK-12). */
export interface Golden {
  flick: number;
  contenders: number[];
  aimed: number[];
  aims: (Flick | null)[];
}

/** The table, and the places of the nine discs (BLACKROCK-1, BLACKROCK-13). */
export interface BlackrockBoard {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks or flicked last. */
  turn: number;
  /** Flicks of this turn that moved nothing off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** The dice on the table at rest, after the last flick or settling. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited. */
  aim: Flick | null;
  /** In whose tower each die belongs, by the number of the die; only partners hold foreign ones. */
  holders: number[];
  /** The seats that have stacked their dice for this round. */
  stacked: number[];
  options: BlackrockOptions;
  central: (number | null)[];
  reserve: number[];
  stored: number[][];
  won: number[][];
  removed: number[];
  /** True if a central disc was won in this round, by call or award (BLACKROCK-8). */
  taken: boolean;
  money_time: boolean;
  /** Dice that may not call “Targets!” until they are moved (BLACKROCK-3, BLACKROCK-4). */
  spent: number[];
  /** Doubles that were missed (BLACKROCK-4). */
  spent_pairs: [number, number][];
  /** Thieves, who call no double in this window (BLACKROCK-5). */
  no_double: number[];
  /** The die that each player gives to the partner (BLACKROCK-16). */
  given: (number | null)[];
  golden: Golden | null;
  winners: number[];
}

/** The pieces as they lie on the table (TARGETS-1). */
export interface Sizes {
  die_edge: number;
  die_radius: number;
  die_mass: number;
  disc_radius: number;
  disc_height: number;
  disc_sides: number;
  ring_circle: number;
  hole_radius: number;
  printed_radius: number;
  wedges: number;
  wedge_skirt: number;
  wedge_drop: number;
  base_radius: number;
  base_height: number;
  base_sides: number;
  base_distance: number;
  table_radius: number;
  table_height: number;
}

export const SIZES: Sizes = {"die_edge": 0.016, "die_radius": 0.0016, "die_mass": 0.0045, "disc_radius": 0.05, "disc_height": 0.0025, "disc_sides": 48, "ring_circle": 0.067, "hole_radius": 0.0145, "printed_radius": 0.0125, "wedges": 12, "wedge_skirt": 0.1, "wedge_drop": 0.0001, "base_radius": 0.015, "base_height": 0.009, "base_sides": 12, "base_distance": 0.2, "table_radius": 0.55, "table_height": 0.04};

export const DICE_EACH = 3;

export const COLOURS = "ABCDEF";

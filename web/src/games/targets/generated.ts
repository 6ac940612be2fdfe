/** A position of either edition of Targets as the browser gets it, and the sizes of the pieces. Written by `make types` from `ludotheque.games.targets.browser`: change it there. */

export type Edition = 'blackrock' | 'zoch';

export type Pose = [number, number, number, number, number, number, number];

/** A die in a tower. Without a pose it is stacked afresh when the table is next simulated. */
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
  /** How the dice on the table lie, as the last flick or settling left them. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** Whether calls are possible now (TARGETS-11). */
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

/** The Zoch edition knows no variants. */
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
  /** How the dice on the table lie, as the last flick or settling left them. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** Whether calls are possible now (TARGETS-11). */
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

/** How calls reach the table (BLACKROCK-17), and the variants (BLACKROCK-14 to BLACKROCK-16). */
export interface BlackrockOptions {
  tremor: 'natural' | 'off' | 'steady';
  faces: 'chosen' | 'random';
  calls: 'auto' | 'spoken';
  pas_vu_pas_pris: boolean;
  three_by_three: boolean;
  teams: boolean;
}

/** Golden Targets: which of the three flicks it is, who flicks, and the secret aims (BLACKROCK-12). */
export interface Golden {
  flick: number;
  contenders: number[];
  aimed: number[];
  aims: (Flick | null)[];
}

/** The table, and where the nine discs are (BLACKROCK-1, BLACKROCK-13). */
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
  /** How the dice on the table lie, as the last flick or settling left them. */
  rests: DieReading[];
  /** Something under a die was taken away or pushed: it has to lie down first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled: no hit until they are moved (TARGETS-9). */
  inert: number[];
  /** Whether calls are possible now (TARGETS-11). */
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
  /** Whether a central disc was won in this round, by call or award (BLACKROCK-8). */
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

/** A flick from a tower of so many dice to a mark so far away; `turn` is to the left of the mark. */
export interface ProposedFlick {
  dice: number;
  distance: number;
  turn: number;
  speed: number;
  height: number;
  side: number;
  elevation: number;
  /** How often the die stayed on a disc there, with the tremor of a steady table. */
  near: number;
}

/** Coefficients of the chance that a tower of so many dice falls, at a table with this tremor. */
export interface FallModel {
  dice: number;
  tremor: 'natural' | 'off' | 'steady';
  weights: number[];
}

/** All that is known about aiming. */
export interface Aims {
  aims: ProposedFlick[];
  risks: FallModel[];
}

export const SIZES: Sizes = {"die_edge": 0.016, "die_radius": 0.0016, "die_mass": 0.0045, "disc_radius": 0.05, "disc_height": 0.0025, "disc_sides": 48, "ring_circle": 0.067, "hole_radius": 0.0145, "printed_radius": 0.0125, "wedges": 12, "wedge_skirt": 0.1, "wedge_drop": 0.0001, "base_radius": 0.015, "base_height": 0.009, "base_sides": 12, "base_distance": 0.2, "table_radius": 0.55, "table_height": 0.04};

export const DICE_EACH = 3;

export const COLOURS = "ABCDEF";

export const AIMS: Aims = {"aims": [{"dice": 3, "distance": 0.265, "turn": -6.582, "speed": 1.192, "height": 0.101, "side": 0.38, "elevation": -10.367, "near": 0.67}, {"dice": 3, "distance": 0.365, "turn": -6.214, "speed": 1.431, "height": 0.081, "side": 0.373, "elevation": -10.192, "near": 0.55}, {"dice": 3, "distance": 0.584, "turn": -5.853, "speed": 2.067, "height": 0.144, "side": 0.472, "elevation": -9.105, "near": 0.23}, {"dice": 2, "distance": 0.265, "turn": -4.978, "speed": 1.275, "height": 0.026, "side": 0.386, "elevation": -10.595, "near": 0.66}, {"dice": 2, "distance": 0.365, "turn": -1.269, "speed": 1.579, "height": 0.002, "side": 0.425, "elevation": -9.083, "near": 0.55}, {"dice": 2, "distance": 0.584, "turn": 0.903, "speed": 2.463, "height": 0.116, "side": 0.039, "elevation": -17.484, "near": 0.09}, {"dice": 1, "distance": 0.265, "turn": 0.454, "speed": 1.459, "height": -0.146, "side": 0.378, "elevation": -13.566, "near": 0.68}, {"dice": 1, "distance": 0.365, "turn": 1.304, "speed": 1.821, "height": 0.16, "side": 0.068, "elevation": -18.703, "near": 0.53}, {"dice": 1, "distance": 0.584, "turn": 0.288, "speed": 2.231, "height": -0.185, "side": 0.21, "elevation": -10.855, "near": 0.19}], "risks": [{"dice": 2, "tremor": "off", "weights": [-10.8694, -2.5076, 1.2467, -1.1966, -0.396, 2.989, -2.6491, 0.1793, -1.2883, 3.0307, 1.187, 1.3912, -6.4531, -0.1677, 5.1141, 0.9136, -1.1813, 0.0197, -0.1267, 1.5382, -1.2771, 0.709, 2.3798, -0.2668, -2.4554, -2.013, 0.0471, -0.2075, 1.2258, 0.3324, -0.2037, 0.86, 0.0228, -0.048, 0.345, -1.4107, 1.7105, -2.5069, -0.951, 1.5269, 0.8692, 0.7488, 0.3124, 0.8366, 0.6949]}, {"dice": 2, "tremor": "steady", "weights": [-8.9622, -1.4492, 0.5044, -1.0784, 0.0979, 0.5843, -1.5212, 0.7193, -2.3401, 2.8186, 0.3203, 0.9264, -3.7887, -0.8211, 4.1018, 1.2783, -1.2661, 0.9908, -0.8788, 1.1816, -0.6271, -0.0107, 1.5867, -0.7581, 0.2553, -1.7313, 0.8932, 0.3239, 0.7358, -0.1295, -0.8349, 0.8832, 0.0086, -1.2293, -0.3586, -1.1188, 1.0579, -2.0444, -1.598, 1.6389, -0.3739, 1.5308, 0.1228, 0.1668, -0.0984]}, {"dice": 2, "tremor": "natural", "weights": [-5.377, -1.1674, 0.4155, 0.6737, 0.5035, -2.3295, -3.0528, 0.641, 0.4935, 3.3219, -2.2299, 0.046, -1.0645, -0.4687, -1.3558, 1.06, -1.0278, -0.2761, 0.3889, 1.9771, -0.685, -0.4769, 0.2298, 0.0934, -0.9934, 0.9468, 0.1457, -1.1684, 0.0607, 0.1212, 0.3542, 1.4643, 0.3814, 0.232, -1.9769, -0.2217, 0.2106, -0.0505, -0.7336, 0.7198, 0.2978, 0.1978, -0.4809, -0.0944, -0.7764]}, {"dice": 3, "tremor": "off", "weights": [-6.375, -4.0489, -1.5461, -1.3458, -0.1158, 6.4656, -1.2017, -2.6414, 1.7417, 4.5266, -0.8913, 0.8677, -7.8772, -7.4544, 1.5875, 1.4092, -0.8222, 1.7506, -2.1664, 2.4158, 0.7767, -4.4777, 1.3467, -1.7172, -1.2292, -1.4386, -0.6789, -0.0799, -1.3881, 1.296, -0.352, 1.3904, 1.2403, -0.2026, -1.1571, -1.2823, -0.1634, 1.9247, -1.8614, 2.5226, 0.7741, 0.9354, -0.7269, 0.498, -0.742]}, {"dice": 3, "tremor": "steady", "weights": [-5.99, -2.4776, 0.1357, -1.3513, -0.4398, 4.0459, -1.886, -0.7846, 1.4474, 5.6975, -1.5965, 0.215, -4.9769, -4.2382, 0.6572, 0.9681, -2.156, 2.5841, -0.298, 1.624, 0.5512, -2.705, 0.3134, -0.3952, -0.5772, -1.739, 0.0666, 0.139, -1.9371, 1.9746, 0.5117, 1.9526, 0.3112, 0.8062, -0.9151, -0.7085, 0.78, 1.925, -1.4232, 1.2609, -1.1405, 0.6395, 0.5666, 0.2106, -0.1469]}, {"dice": 3, "tremor": "natural", "weights": [-3.8583, -1.9004, -0.4503, -0.1356, 0.9966, 0.6705, -3.0366, -0.6546, 1.1842, 5.9605, -0.7513, -0.6858, -1.4795, -0.0906, -2.727, 1.2992, -0.849, -0.0251, -1.3224, 0.6762, 0.6294, -0.9851, 0.2332, 1.0855, 0.3492, -0.5518, -0.0222, 1.4862, -1.8722, 0.3815, -0.447, 1.042, 0.5862, 1.4376, -1.1763, -0.2061, 0.3074, 1.0646, -0.147, -0.0964, -0.0428, -0.2516, -0.2439, 0.1592, -0.4492]}]};

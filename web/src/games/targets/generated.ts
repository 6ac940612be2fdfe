/** Positions of both editions of Targets as sent to the browser, and the sizes of the pieces. Written by `make types` from `ludotheque.games.targets.browser`: change it there. */

export type Edition = 'blackrock' | 'zoch';

export type Pose = [number, number, number, number, number, number, number];

/** A die in a tower; without a pose it is stacked at the start of the next simulation. */
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

/** A die on the table, with its pose. */
export interface LooseDie {
  die: number;
  pose: Pose;
}

/** The whole table; `places` are those with a central disc (0 to 2; in Golden Targets only 0). */
export interface Layout {
  edition: Edition;
  stands: Stand[];
  dice: LooseDie[];
  places: number[];
  golden: boolean;
}

/** A choice that a seat has to make before the flick is scored. `keep`: the fallen own die that stays, and with `back` another that goes back on the base; `lose`: the toppled die that is lost; `stack`: the order in which dice of several colours are stacked again. */
export interface Duty {
  do: 'keep' | 'lose' | 'stack';
  seat: number;
  dice: number[];
  back: boolean;
}

/** Surfaces: the table, central discs by place, piles of discs and bases by seat. */
export interface Surfaces {
  table: boolean;
  targets: number[];
  piles: number[];
  bases: number[];
}

/** One die at rest. `touches` are the surfaces that the die itself touches; `support` those that carry it, also through the dice it lies on (TARGETS-9); `carried_by` is the seat whose base alone carries it. `centres` are the central discs whose printed centre it touches (BLACKROCK-3), `dead_centre` is the target through whose hole it touches the table (ZOCH-3). A die that is off the table has no surfaces, and its pose is meaningless. */
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

/** Flick the top die of the own tower (TARGETS-2), or in Golden Targets all three dice (BLACKROCK-12). `azimuth` is in degrees counter-clockwise from the line to the middle of the table; `speed` in m/s; `height` and `side` are the point where the finger meets the die, in half edges from its middle; `elevation` in degrees. */
export interface Flick {
  do: 'flick';
  azimuth: number;
  speed: number;
  height: number;
  side: number;
  elevation: number;
}

/** The state of either edition; its fields are immutable values, so that a copy is cheap. */
export interface Board {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks, or flicked last. */
  turn: number;
  /** Number of flicks of this turn that moved no die off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** Readings of the dice on the table, after the last flick or settling. */
  rests: DieReading[];
  /** True if something below a die was removed or pushed: dice have to settle first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled; no hits until a flick moves them (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited; None otherwise. */
  aim: Flick | null;
  /** For each die the seat in whose tower it belongs; only partners hold dice of others. */
  holders: number[];
  /** Seats that have stacked their dice for this round. */
  stacked: number[];
}

/** The options of the Zoch edition, which has no variants. */
export interface ZochOptions {
  tremor: 'natural' | 'off' | 'steady';
  faces: 'chosen' | 'random';
}

/** The position of the Zoch edition: the table, with score discs under the bases, and the points. */
export interface ZochBoard {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks, or flicked last. */
  turn: number;
  /** Number of flicks of this turn that moved no die off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** Readings of the dice on the table, after the last flick or settling. */
  rests: DieReading[];
  /** True if something below a die was removed or pushed: dice have to settle first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled; no hits until a flick moves them (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited; None otherwise. */
  aim: Flick | null;
  /** For each die the seat in whose tower it belongs; only partners hold dice of others. */
  holders: number[];
  /** Seats that have stacked their dice for this round. */
  stacked: number[];
  options: ZochOptions;
  points: number[];
}

/** Options: how calls are made (BLACKROCK-17), and the variants (BLACKROCK-14 to BLACKROCK-16). */
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

/** The position of the Blackrock edition: the table and all nine discs (BLACKROCK-1, BLACKROCK-13). */
export interface BlackrockBoard {
  seats: number;
  phase: 'choose' | 'exchange' | 'faces' | 'golden' | 'over' | 'play' | 'remove' | 'stack' | 'starter';
  round: number;
  starter: number;
  /** The seat that flicks, or flicked last. */
  turn: number;
  /** Number of flicks of this turn that moved no die off the tower (TARGETS-7). */
  misses: number;
  layout: Layout;
  /** Readings of the dice on the table, after the last flick or settling. */
  rests: DieReading[];
  /** True if something below a die was removed or pushed: dice have to settle first (TARGETS-9). */
  unsettled: boolean;
  /** Dice that lie on a disc only because they settled; no hits until a flick moves them (TARGETS-9). */
  inert: number[];
  /** True if calls are possible now (TARGETS-11). */
  window: boolean;
  passed: number[];
  duties: Duty[];
  /** The flick whose outcome is awaited; None otherwise. */
  aim: Flick | null;
  /** For each die the seat in whose tower it belongs; only partners hold dice of others. */
  holders: number[];
  /** Seats that have stacked their dice for this round. */
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
  /** Dice for which “Targets!” may not be called until they are moved (BLACKROCK-3, BLACKROCK-4). */
  spent: number[];
  /** Pairs whose double was not called in time (BLACKROCK-4). */
  spent_pairs: [number, number][];
  /** Seats that stole with this flick; they may call no double in this window (BLACKROCK-5). */
  no_double: number[];
  /** The die that each player gives to the partner (BLACKROCK-16). */
  given: (number | null)[];
  golden: Golden | null;
  winners: number[];
}

/** Sizes of the pieces and the table in metres, and the mass of a die in kilograms (TARGETS-1). */
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

/** A flick from a tower of `dice` dice to a mark; `turn` is its angle to the left of it in degrees. */
export interface ProposedFlick {
  dice: number;
  distance: number;
  turn: number;
  speed: number;
  height: number;
  side: number;
  elevation: number;
  /** Share of tries in which the die stayed on a disc there, with the tremor of a steady table. */
  near: number;
}

/** A neural network for the risk that a tower of `dice` dice falls: one hidden layer of tanh units. */
export interface FallModel {
  dice: number;
  /** For each hidden unit the weights of the features, then its bias. */
  inner: number[][];
  /** Weights of the hidden units, then the bias. */
  outer: number[];
}

/** The data of aiming: proposed flicks and risk models. */
export interface Aims {
  aims: ProposedFlick[];
  risks: FallModel[];
}

export const SIZES: Sizes = {"die_edge": 0.016, "die_radius": 0.0016, "die_mass": 0.0045, "disc_radius": 0.05, "disc_height": 0.0025, "disc_sides": 48, "ring_circle": 0.067, "hole_radius": 0.0145, "printed_radius": 0.0125, "wedges": 12, "wedge_skirt": 0.1, "wedge_drop": 0.0001, "base_radius": 0.015, "base_height": 0.009, "base_sides": 12, "base_distance": 0.2, "table_radius": 0.55, "table_height": 0.04};

export const DICE_EACH = 3;

export const COLOURS = "ABCDEF";

export const AIMS: Aims = {"aims": [{"dice": 3, "distance": 0.265, "turn": -6.582, "speed": 1.192, "height": 0.101, "side": 0.38, "elevation": -10.367, "near": 0.67}, {"dice": 3, "distance": 0.365, "turn": -6.214, "speed": 1.431, "height": 0.081, "side": 0.373, "elevation": -10.192, "near": 0.55}, {"dice": 3, "distance": 0.584, "turn": -5.853, "speed": 2.067, "height": 0.144, "side": 0.472, "elevation": -9.105, "near": 0.23}, {"dice": 2, "distance": 0.265, "turn": -3.838, "speed": 1.275, "height": -0.02, "side": 0.391, "elevation": -8.672, "near": 0.79}, {"dice": 2, "distance": 0.365, "turn": -1.269, "speed": 1.579, "height": 0.002, "side": 0.425, "elevation": -9.083, "near": 0.55}, {"dice": 2, "distance": 0.584, "turn": -3.582, "speed": 2.22, "height": 0.156, "side": 0.453, "elevation": -8.279, "near": 0.12}, {"dice": 1, "distance": 0.265, "turn": 2.023, "speed": 1.452, "height": -0.176, "side": 0.357, "elevation": -12.787, "near": 0.77}, {"dice": 1, "distance": 0.365, "turn": -1.233, "speed": 1.684, "height": -0.047, "side": 0.258, "elevation": -12.349, "near": 0.65}, {"dice": 1, "distance": 0.584, "turn": 0.288, "speed": 2.231, "height": -0.185, "side": 0.21, "elevation": -10.855, "near": 0.19}], "risks": [{"dice": 2, "inner": [[-0.439, -0.5937, 1.5762, -1.5153, 0.4479, -0.507, 1.3704], [0.0052, 0.0117, 0.0136, -0.0045, -0.0003, 0.0021, 3.0187], [-0.5699, -1.3201, 1.0685, -1.9862, 0.2355, -2.246, 1.9185], [0.0001, -0.0001, 0.0001, -0.0001, -0.0007, -0.0004, 0.0006], [1.4353, -0.1653, -1.228, 0.285, -0.3469, 0.2128, 0.3528], [-0.2271, 0.9572, 0.8913, 0.4008, 1.4534, 1.4269, 0.7273], [1.8139, 0.3346, 0.4624, -0.4997, -0.5314, 0.9604, 1.1455], [0.3695, 0.4098, 2.1397, -1.4159, 1.6674, 1.1505, 1.1724], [-0.3926, -0.9568, -1.6237, 0.9365, -0.0221, -2.1485, -0.6064], [-1.0113, -1.2226, 1.5852, -3.2707, -0.1945, -1.434, -4.0417], [-0.6486, -1.0276, 1.3375, -1.8633, -0.1292, 1.198, -2.6061], [-0.2783, -0.9107, 1.0944, -2.2537, 0.2044, 2.084, -2.9163], [0.2623, -2.3151, -0.7373, -0.7331, -0.6168, -0.8818, -0.1597], [-0.6917, 0.3265, 1.2242, 0.1809, -0.9538, 1.1723, -2.1619], [-1.9603, -0.2999, -0.5037, 0.5531, 0.6825, -0.9699, -1.2453], [-0.1474, 0.7647, 1.7312, -0.3615, -0.0309, -1.5334, 1.2178], [-1.0444, -0.2191, -0.0588, 0.3264, 0.4177, -0.4808, -1.218], [-0.0413, -0.0443, -0.0403, 0.0375, -0.0329, -0.041, -2.1029]], "outer": [-2.1471, 0.7268, -2.1806, 0.0001, 0.9355, 1.4421, 1.6989, -2.407, 1.7956, 5.3908, 2.7521, 3.5938, -1.392, -1.3045, -1.7333, -0.9799, -1.2928, -0.787, -1.0178]}, {"dice": 3, "inner": [[1.9739, -1.0956, 1.2369, -0.9729, -0.707, -0.5407, -0.2161], [1.0661, -1.6012, -0.2243, -1.5255, -1.8379, -0.5084, 2.9584], [0.7248, 1.264, -0.7082, 1.2288, -0.129, -2.0048, 1.9117], [-0.6941, -0.0039, 2.1636, -1.2047, -0.1864, 0.17, -0.2028], [-0.1183, -0.0411, -0.026, -0.0441, -0.0145, 0.0307, -3.0268], [0.9679, 0.411, 0.3138, 0.5034, 0.578, 0.8935, 1.6011], [3.4372, 0.0418, 0.2541, -0.639, -0.7251, 0.8765, 2.4311], [0.2354, 1.695, 1.5018, -1.635, -0.0716, 1.5479, 1.057], [-0.5761, 1.5682, -0.1449, 1.8503, 0.4055, -0.6509, -1.2743], [-1.0656, -1.3678, 2.0596, -4.2454, 0.0188, -1.3232, -5.4955], [-0.6939, -2.0316, 0.8435, -1.8232, 0.9681, -1.6302, 1.2664], [0.0, 0.0009, 0.0016, -0.0003, -0.001, 0.001, 0.0001], [-0.3574, 0.9243, 0.1509, 2.6819, -1.0295, -0.5249, 1.6563], [0.3391, 0.3292, -1.635, 2.5122, 0.3671, -1.1866, 2.8358], [0.254, 0.249, 2.1192, -1.74, -0.079, 1.2603, 0.9082], [-0.3343, -0.2985, -0.2662, -0.3597, 0.1973, 0.298, -2.2521], [-0.5676, -0.5379, 0.7054, 1.0423, -0.431, -0.9077, 0.4776], [-1.0261, -0.4631, 0.8046, 0.6509, 0.7402, -1.1597, -1.0901]], "outer": [-0.7125, 1.7793, -1.8815, -2.1571, -1.5622, 1.7841, 2.4663, -2.4041, 2.4331, 5.3215, -3.5927, 0.0003, -2.6245, -2.2889, -2.2153, -1.401, -1.3182, -1.9397, -0.138]}]};

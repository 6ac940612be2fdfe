/** The joy of Targets: the winners' dice jump where they are, one after the other, and lie again as they lay. */
import { colour } from './dice';
import type { Picture } from './view';

/** All jumps take so long, in milliseconds. */
export const CHEERS = 2600;
/** One jump, and how much later the next die jumps. */
const JUMP = 520;
const LATER = 110;
/** Each die jumps so often, each time lower; the first time so high, in metres. */
const TIMES = 3;
const HIGH = 0.055;

/** How high a die is above its place after a time, and by how much of a turn it is turned. */
export function jump(order: number, time: number): { high: number; turn: number } {
  const since = time - order * LATER;
  const number = Math.floor(since / JUMP);
  if (since < 0 || number >= TIMES) return { high: 0, turn: 0 };
  const part = since / JUMP - number;
  return { high: (4 * part * (1 - part) * HIGH) / (number + 1), turn: number === 0 ? part : 0 };
}

/** The table some time after the end: whoever has won has lively dice. */
export function cheering(picture: Picture, winners: readonly number[], time: number): Picture {
  const order = picture.dice.filter(({ die }) => winners.includes(colour(die))).toSorted((one, other) => other.pose[2] - one.pose[2]).map(({ die }) => die);
  const dice = picture.dice.map((seen) => {
    const place = order.indexOf(seen.die);
    if (place < 0) return seen;
    const { high, turn } = jump(place, time);
    const [x, y, z, ...way] = seen.pose;
    return { ...seen, pose: [x, y, z + high, ...turned(way, turn)] as typeof seen.pose };
  });
  return { ...picture, dice };
}

/** A quaternion (w first) turned about the upright by a part of a full turn. */
function turned([w = 1, x = 0, y = 0, z = 0]: number[], turn: number): number[] {
  const [c, s] = [Math.cos(Math.PI * turn), Math.sin(Math.PI * turn)];
  return [c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w];
}

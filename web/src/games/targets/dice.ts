/** The dice by their numbers: three of each colour, written as the letter of the colour and a number, A1 to F3. */
import { COLOURS, DICE_EACH } from './generated';

export { DICE_EACH } from './generated';

/** The seat whose colour a die has. */
export function colour(die: number): number {
  return Math.floor(die / DICE_EACH);
}

/** How a die is called. */
export function dieName(die: number): string {
  return `${COLOURS[colour(die)]}${(die % DICE_EACH) + 1}`;
}

/** The die of a name. */
export function dieNumber(name: string): number {
  return COLOURS.indexOf(name.charAt(0)) * DICE_EACH + Number(name.charAt(1)) - 1;
}

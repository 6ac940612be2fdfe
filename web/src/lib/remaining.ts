/** How long something that is told step by step still takes. */

/** Before so many steps and milliseconds were seen, nothing is foretold. */
const FEW = 3;
const SOON = 2000;

export class Remaining {
  #first: { step: number; at: number } | null = null;

  /** The seconds that are left at a step of so many, as it went so far; null while that can't be told. */
  seconds(step: number, steps: number, now: number): number | null {
    this.#first ??= { step, at: now };
    const [done, took] = [step - this.#first.step, now - this.#first.at];
    if (!steps || done < FEW || took < SOON) return null;
    return Math.max(1, Math.round((took / done) * (steps - step) / 1000));
  }
}

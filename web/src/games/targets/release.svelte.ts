/** The instant at which a finger is let go, wherever that was done: the table shows and sounds it at once. */
import type { Aim } from './aim';

/** A flick that was let go at a time of the page's clock. */
export interface Release {
  aim: Aim;
  seat: number;
  at: number;
}

let last = $state.raw<Release | null>(null);

/** Let a finger go. */
export function release(aim: Aim, seat: number): void {
  last = { aim, seat, at: performance.now() };
}

/** The last flick that was let go, as long as it is shown. */
export function released(): Release | null {
  return last;
}

/** The flick is on its way, or came to nothing. */
export function forgetRelease(): void {
  last = null;
}

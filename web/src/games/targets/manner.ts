/** A flick in words: how strong it is, and where it goes as whoever flicks sees it; as `games/targets/events.py` tells it in the log. */
import { say } from '../../lib/words.svelte';

const GOLDEN_FORCE = 3;
/** Up to each of these speeds, in m/s, a flick is called so. */
const FORCES = [
  [0.8, 'targets_force_faintly'],
  [1.25, 'targets_force_gently'],
  [1.6, 'targets_force_firmly'],
  [2.05, 'targets_force_hard'],
] as const;
const STRAIGHT = 2;
/** Up to each of these angles, in degrees; what goes further goes back. */
const WAYS = [
  [8, 'targets_way_little_left', 'targets_way_little_right'],
  [25, 'targets_way_some_left', 'targets_way_some_right'],
  [70, 'targets_way_far_left', 'targets_way_far_right'],
  [120, 'targets_way_aside_left', 'targets_way_aside_right'],
] as const;

export function forceOf(speed: number, golden = false): string {
  const own = golden ? speed / GOLDEN_FORCE : speed;
  return say(FORCES.find(([limit]) => own <= limit)?.[1] ?? 'targets_force_full');
}

export function wayOf(azimuth: number): string {
  if (Math.abs(azimuth) <= STRAIGHT) return say('targets_way_straight');
  const found = WAYS.find(([limit]) => Math.abs(azimuth) <= limit);
  return say(found ? found[azimuth > 0 ? 1 : 2] : 'targets_way_back');
}

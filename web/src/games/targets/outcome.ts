/** What a flick came to, in so few words that they stand beside the die. */
import type { GameEvent } from '../../lib/protocol';
import { say } from '../../lib/words.svelte';
import { dieNumber } from './dice';

export interface Outcome {
  die: number;
  text: string;
}

const TEXTS: Record<string, Parameters<typeof say>[0]> = {
  'targets.rests': 'web_targets_outcome',
  'targets.rests_fallen': 'web_targets_outcome',
  'targets.rests_pushed': 'web_targets_outcome',
  'targets.rests_golden': 'web_targets_outcome',
  'targets.off': 'web_targets_outcome_off',
  'targets.slid': 'web_targets_outcome_slid',
};

/** The die of an event and what became of it; null where the event tells of no die that came to rest. */
export function outcomeOf({ name, params }: GameEvent): Outcome | null {
  const key = TEXTS[name];
  if (!key || params['die'] === undefined) return null;
  return { die: dieNumber(String(params['die'])), text: say(key, params) };
}

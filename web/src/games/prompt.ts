/** The one sentence that says what to do. */
import type { Json, Offer } from '../lib/protocol';
import { list, say } from '../lib/words.svelte';
import type { Prompt } from './face';

/** What a game asks of whoever acts; all others read for whom they wait. */
export function prompting(asked: (position: Json, offers: Offer[]) => string): (at: Prompt) => string {
  return ({ position, seat, actors, names, offers }) => {
    if (!actors.length) return '';
    if (seat !== null && actors.includes(seat)) return asked(position, offers);
    return say('web_waiting_for', { who: list(actors.map((actor) => names[actor] ?? '')) });
  };
}

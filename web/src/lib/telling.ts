/** Sound and speech of what a stage shows. */
import type { Face } from '../games/face';
import { announce } from './announce.svelte';
import type { GameEvent } from './protocol';
import { play } from './sound';
import type { Listener } from './stage.svelte';
import { eventText } from './words.svelte';

/** Let events be heard as they begin and read aloud once they are told; those that are not `audible` are not read. */
export function telling(face: Face, names: () => string[], audible: () => boolean = () => true): Listener {
  return {
    begins(event: GameEvent): void {
      const heard = face.sound(event);
      if (heard) play(heard);
    },
    told(event: GameEvent): void {
      if (audible()) announce(eventText(event, names()));
    },
  };
}

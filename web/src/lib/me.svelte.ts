/** Who the reader is. Nobody has to say it before the first move: a guest is made on the way. */
import { api } from './api';
import type { Me } from './protocol';
import { say } from './words.svelte';

let known = $state.raw<Me | null>(null);

/** Who the reader is, once it is known. */
export function me(): Me | null {
  return known;
}

export async function loadMe(): Promise<Me> {
  known = await api.me();
  return known;
}

export function setMe(person: Me | null): void {
  known = person;
}

/** Be somebody: a guest with a plain name, if nobody yet. */
export async function beSomebody(name?: string): Promise<Me> {
  const person = known ?? (await loadMe());
  if (person.id !== null && (!name || name === person.name)) return person;
  known = await api.rename(name || person.name || say('web_guest'));
  return known;
}

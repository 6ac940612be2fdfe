/** What happened since a seat's last turn, and how a log falls into rounds. */
import type { GameEvent } from './protocol';
import { eventText } from './words.svelte';

/**
 * Whose doing each event is. All events of one version follow from one move, and the first of them names who made it; but a
 * turn that then begins by itself is the doing of whoever begins it.
 */
function doers(log: readonly GameEvent[]): (number | null)[] {
  const moved = movers(log);
  return log.map((event, index) => {
    const mover = moved[index] ?? null;
    return mover !== null && !names(event, mover) ? event.seat : mover;
  });
}

/** Whose move each event follows from; nobody's, what the table itself says. */
function movers(log: readonly GameEvent[]): (number | null)[] {
  const found = new Map<number, number>();
  for (const { number, seat, name } of log) {
    if (seat !== null && !found.has(number) && !name.startsWith('server.')) found.set(number, seat);
  }
  return log.map(({ number, name }) => (name.startsWith('server.') ? null : (found.get(number) ?? null)));
}

function names({ seat, params }: GameEvent, who: number): boolean {
  return seat === who || Object.values(params).includes(`@seat:${who}`);
}

/** What others did since the turn of a seat that ended with a version, with what followed from it by itself. */
export function doneByOthers(log: readonly GameEvent[], since: number, seat: number): GameEvent[] {
  const [whose, moved] = [doers(log), movers(log)];
  return log.filter(({ number }, index) => {
    const doer = whose[index] ?? moved[index] ?? null;
    return number >= since && doer !== null && doer !== seat;
  });
}

export interface Deeds {
  seat: number;
  /** What the seat did, in a few words. */
  text: string;
  /** Whether the words begin with a sentence that names the seat itself, as “Bo’s dice held”. */
  named: boolean;
  /** Whether the words go on after the name, as “places 54”; a whole sentence stands by itself. */
  verb: boolean;
  /** The rule behind the last of it. */
  clause: string | null;
}

/** What each of the others did, one line a seat, in the order of their turns; of one turn what weighs most comes first. */
export function deeds(done: readonly GameEvent[], called: string[], shown: (event: GameEvent) => boolean, weight: (event: GameEvent) => number = () => 0): Deeds[] {
  const whose = doers(done);
  const told = new Map<number, GameEvent[]>();
  done.forEach((event, index) => {
    const seat = whose[index];
    if (seat != null && shown(event)) told.set(seat, [...(told.get(seat) ?? []), event]);
  });
  return [...told].map(([seat, events]) => {
    const sentences = events.toSorted((one, other) => weight(other) - weight(one)).map((event) => eventText(event, called));
    const texts = sentences.map((sentence) => withoutName(sentence, called[seat] ?? ''));
    return {
      seat,
      text: texts.join(' · '),
      named: texts[0]?.includes(called[seat] ?? '') ?? false,
      verb: sentences[0]?.startsWith(`${called[seat]} `) ?? false,
      clause: events.toSorted((one, other) => weight(one) - weight(other)).at(-1)?.clause ?? null,
    };
  });
}

function withoutName(sentence: string, name: string): string {
  const rest = sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
  return rest.replace(/\.$/, '');
}

/** The rounds that begin with events of a log, by their index: whenever it is the turn of whoever began. */
export function rounds(log: readonly GameEvent[], counts: (event: GameEvent) => boolean, begins?: (event: GameEvent) => number | null): Map<number, number> {
  const found = new Map<number, number>();
  const whose = doers(log);
  let first: number | null = null;
  let before: number | null = null;
  log.forEach((event, index) => {
    const doer = whose[index] ?? null;
    const begun = begins ? begins(event) : doer !== null && doer !== before && counts(event) && doer === (first ??= doer) ? found.size + 1 : null;
    if (begun !== null) found.set(index, begun);
    if (doer !== null && counts(event)) before = doer;
  });
  return found;
}

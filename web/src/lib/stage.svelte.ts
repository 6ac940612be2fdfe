/** What the board shows: events are told one after the other, at the pace of the pieces. */
import type { GameEvent, Json } from './protocol';
import { motion } from './settings.svelte';

export interface Play {
  /** The position after an event, for the eye; the server's own position ends the series. */
  step(position: Json, event: GameEvent): Json;
  /** How long an event takes to be seen, in milliseconds. */
  pace(event: GameEvent): number;
  /** How much of that passes before its outcome shows, such as dice that still roll. */
  suspense(event: GameEvent): number;
}

export interface Listener {
  /** An event begins to be shown. */
  begins(event: GameEvent): void;
  /** Its outcome is there and can be told. */
  told(event: GameEvent): void;
  /** All there was to show was shown. */
  shown?(): void;
}

export interface Scene {
  position: Json;
  events: GameEvent[];
}

export class Stage {
  position = $state.raw<Json>(null);
  event = $state.raw<GameEvent | null>(null);
  busy = $state(false);
  /** How many events wait to be told. */
  untold = $state(0);
  readonly #play: Play;
  readonly #listener: Listener;
  readonly #tempo: () => number;
  #scenes: Scene[] = [];
  #wake: (() => void) | null = null;
  #hurry = false;
  /** Counts what was begun, so that a performance broken off knows it. */
  #run = 0;

  /** `tempo` says how much longer than usual everything takes; 0 where nothing shall move. */
  constructor(play: Play, listener: Listener, tempo: () => number = motion) {
    this.#play = play;
    this.#listener = listener;
    this.#tempo = tempo;
  }

  /** Show a position at once, whatever was being shown: the reader has just come. */
  set(position: Json): void {
    this.#run += 1;
    this.#scenes = [];
    this.#wake?.();
    this.#rest();
    this.untold = 0;
    this.position = position;
  }

  /** Show what happened next, after all that is still being shown. */
  async show(scene: Scene): Promise<void> {
    this.#scenes.push(scene);
    this.untold += scene.events.length;
    if (this.busy) return;
    this.busy = true;
    const run = this.#run;
    for (let next = this.#scenes.shift(); next; next = this.#scenes.shift()) {
      for (const event of next.events) {
        this.position = this.#play.step(this.position, event);
        this.event = event;
        this.#listener.begins(event);
        const suspense = this.#play.suspense(event);
        await this.#pause(suspense);
        if (run !== this.#run) return;
        this.untold -= 1;
        this.#listener.told(event);
        await this.#pause(this.#play.pace(event) - suspense);
        if (run !== this.#run) return;
      }
      this.position = next.position;
    }
    this.#rest();
    this.#listener.shown?.();
  }

  /** Show the end of all that is happening now. */
  skip(): void {
    if (!this.busy) return;
    this.#hurry = true;
    this.#wake?.();
  }

  #rest(): void {
    this.event = null;
    this.busy = false;
    this.#hurry = false;
  }

  async #pause(milliseconds: number): Promise<void> {
    const wait = milliseconds * this.#tempo();
    if (this.#hurry || wait <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}

/** A lesson being taken: what is asked, what was said to the last try, and what is shown of it. */
import type { Face } from '../games/face';
import { api } from './api';
import { continueLog } from './live.svelte';
import type { GameEvent, LessonState, LessonTaken, LessonTried, Move, Said, Turn } from './protocol';
import { Stage } from './stage.svelte';
import { me } from './me.svelte';
import { telling } from './telling';
import { say } from './words.svelte';

/** What is to be seen before the next step begins. */
export type Pause = 'next' | 'again' | null;

export class LessonPlay {
  readonly stage: Stage;
  title = $state.raw<Said | null>(null);
  state = $state.raw<LessonState | null>(null);
  /** What came of the last try; null once there was none or it is no longer of interest. */
  tried = $state.raw<LessonTried | null>(null);
  pause = $state<Pause>(null);
  pending = $state(false);
  /** Tries that were wrong at this step. */
  wrong = $state(0);
  log = $state.raw<GameEvent[]>([]);
  next = $state.raw<string | null>(null);
  #turns: Turn[] = [];
  /** The step that waits until the last one was looked at. */
  #waiting: LessonState | null = null;

  constructor(readonly game: string, readonly name: string, face: Face) {
    this.stage = new Stage(face, telling(face, () => this.names));
  }

  readonly names = $derived.by(() => [me()?.name || say('web_guest'), ...(this.state?.names ?? [])]);
  readonly idle = $derived.by(() => !this.stage.busy && !this.pending);
  /** Whether a move is asked for now. */
  readonly acts = $derived.by(() => this.idle && this.state !== null && this.state.ask !== null && !this.state.reads && this.pause === null);
  readonly offers = $derived(this.acts ? (this.state?.view.moves ?? []) : []);
  readonly ranges = $derived(this.acts ? (this.state?.view.ranges ?? []) : []);

  /** Begin with the first step. */
  async begin(): Promise<void> {
    const taken = await api.lesson(this.game, this.name, {});
    this.title = taken.title;
    this.next = taken.next;
    this.#arrive(taken.state);
  }

  get over(): boolean {
    return this.state !== null && this.state.ask === null;
  }

  /** Try a move, or read on with null. */
  async try(move: Move | null): Promise<void> {
    if (this.pending || this.over) return;
    this.pending = true;
    try {
      this.#hear(await api.lesson(this.game, this.name, { turns: this.#turns, tries: { move } }));
    } finally {
      this.pending = false;
    }
  }

  /** What was to be seen was seen: go on, or back to where the step began. */
  resume(): void {
    if (this.pause === 'again' && this.state) this.stage.set(this.state.view.position);
    if (this.pause === 'next' && this.#waiting) this.#arrive(this.#waiting);
    this.pause = null;
  }

  #hear({ tried, state }: LessonTaken): void {
    if (!tried) return;
    this.tried = tried;
    if (tried.events.length) {
      void this.stage.show({ position: tried.position, events: tried.events });
      if (tried.right) this.log = continueLog(this.log, tried.events);
    }
    if (!tried.right) {
      this.wrong += 1;
      if (tried.events.length) this.pause = 'again';
      return;
    }
    if (tried.turn) this.#turns.push(tried.turn);
    const rests = tried.events.length > 0 && (state.anew || state.ask === null);
    if (rests) {
      this.#waiting = state;
      this.pause = 'next';
    } else {
      this.#arrive(state, tried.events.length === 0);
    }
  }

  /** Begin a step; what leads there by events is shown by them. */
  #arrive(state: LessonState, set = true): void {
    this.#waiting = null;
    this.wrong = 0;
    this.state = state;
    if (state.anew) {
      this.tried = null;
      this.log = [];
    }
    if (set || state.anew) this.stage.set(state.view.position);
  }
}

/** A table for one to practise at: the position, the last try and its advice; the server keeps nothing, this browser the records. */
import type { Face } from '../games/face';
import { api, Refused } from './api';
import { me } from './me.svelte';
import { after, remember, remembered, type Start } from './practice';
import type { GameEvent, Hint, Json, Move, Practise, Practised, Refusal } from './protocol';
import { Stage } from './stage.svelte';
import { telling } from './telling';
import { say } from './words.svelte';

/** Names for all seats of a position that is tried from. */
const SEATS = 6;

export class PracticePlay {
  readonly game: string;
  readonly start: Start | null;
  readonly stage: Stage;
  readonly seat: number;
  #face: Face;
  at = $state.raw<Practised | null>(null);
  log = $state.raw<GameEvent[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  hint = $state.raw<Hint | null>(null);
  pending = $state(false);
  goal = $state<string | null>(null);
  known = $state.raw(remembered(''));
  /** The move before, and the position in which it was made. */
  before = $state.raw<{ position: Json; move: Move } | null>(null);

  /** Practise from the usual table, or from a position of a match. */
  constructor(game: string, face: Face, start: Start | null) {
    [this.game, this.#face, this.start, this.seat] = [game, face, start, start?.seat ?? 0];
    this.known = remembered(game);
    this.stage = new Stage(face, telling(face, () => this.names));
  }

  readonly names = $derived.by(() => {
    const mine = me()?.name || say('web_guest');
    return this.start ? Array.from({ length: SEATS }, (_, number) => (number === this.seat ? mine : say('core_seat', { number: number + 1 }))) : [mine, '–'];
  });
  readonly idle = $derived.by(() => Boolean(this.at && !this.stage.busy && !this.pending));
  readonly offers = $derived(this.idle ? (this.at?.view.moves ?? []) : []);
  readonly ranges = $derived(this.idle ? (this.at?.view.ranges ?? []) : []);
  readonly hinted = $derived.by(() => (this.idle ? (this.hint?.opinions[0]?.move ?? (this.before ? null : (this.start?.move ?? null))) : null));
  readonly record = $derived(this.goal === null ? null : this.known.goals[this.goal]);

  /** Begin at the table as it is set; what the server refuses is thrown. */
  async begin(): Promise<void> {
    this.#set(await api.practise(this.game, this.#anew()));
  }

  /** Set the table anew. */
  async anew(): Promise<void> {
    await this.#ask(async () => this.#set(await api.practise(this.game, this.#anew())));
  }

  async aimFor(goal: string | null): Promise<void> {
    this.goal = goal;
    await this.anew();
  }

  /** Make a move; what is still being shown is skipped first. */
  async play(move: Move): Promise<void> {
    if (!this.at) return;
    if (this.stage.busy) return this.stage.skip();
    await this.#make(this.at.view.position, move);
  }

  /** Make the same move from the same position once more: only the luck is new. */
  async again(): Promise<void> {
    const same = this.before;
    if (!same || this.stage.busy) return;
    this.stage.set(same.position);
    await this.#make(same.position, same.move);
  }

  async advise(): Promise<void> {
    const now = this.at;
    if (!now || now.over || !this.idle) return;
    await this.#ask(async () => {
      const given = await api.practiceHint(this.game, { position: now.view.position, seat: this.seat });
      if (this.at === now) this.hint = given;
    });
  }

  /** What sets the table anew: the position that is tried from, a goal, or the usual table. */
  #anew(): Practise {
    if (this.start) return { position: this.start.position, seat: this.seat };
    return this.goal === null ? {} : { goal: this.goal };
  }

  #set(first: Practised): void {
    this.hint = null;
    this.log = [];
    this.at = first;
    this.stage.set(first.view.position);
  }

  async #make(position: Json, move: Move): Promise<void> {
    await this.#ask(async () => {
      const done = await api.practise(this.game, { position, move, seat: this.seat, ...(this.goal === null ? {} : { goal: this.goal }) });
      const end = this.#face.ended?.(done.events) ?? null;
      if (end) this.before = { position, move };
      this.hint = null;
      this.at = done;
      this.log = done.events;
      this.known = after(this.known, this.goal, done.met, end);
      remember(this.game, this.known);
      void this.stage.show({ position: done.view.position, events: done.events });
    });
  }

  /** Ask the server, one thing at a time; what it refuses is shown where the prompt is. */
  async #ask(question: () => Promise<void>): Promise<void> {
    if (this.pending) return;
    this.pending = true;
    this.refusal = null;
    try {
      await question();
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      this.refusal = failure.refusal;
    } finally {
      this.pending = false;
    }
  }
}

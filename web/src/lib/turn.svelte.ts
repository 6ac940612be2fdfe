/** The reader's own turn: the move that is pointed at, advice, and the move that is made. */
import { api, Refused } from './api';
import { forgetTap, tapped } from './finger.svelte';
import { newId } from './live.svelte';
import type { Match } from './match.svelte';
import { sameMove } from './moves';
import { leave } from './practice';
import type { Hint, Move } from './protocol';

export class Turn {
  readonly match: Match;
  /** The move that is pointed at: its effect is shown before it is made. */
  aim = $state.raw<Move | null>(null);
  #hint = $state.raw<Hint | null>(null);
  /** Whether the last move was one with continuous parts: its effect is seen on the board. */
  thrown = $state(false);

  constructor(match: Match) {
    this.match = match;
  }

  /** The move that a first tap has chosen and a second plays. */
  readonly chosen = $derived.by(() => this.match.offers.find(({ move }) => sameMove(move, tapped()) && sameMove(move, this.aim))?.move ?? null);
  /** The screen is mine, and so is the turn: advice tells what only I may know. */
  readonly canAsk = $derived.by(() => this.match.myTurn && !this.match.cover);
  /** The advice about the position that is shown. */
  readonly advice = $derived.by(() => (this.canAsk && this.#hint?.seat === this.match.seat && this.#hint.version === this.match.info.version ? this.#hint : null));
  readonly hinted = $derived(this.advice?.opinions[0]?.move ?? null);

  /** Make a move for the seat that is shown; what is still being shown is skipped first. */
  play(move: Move): void {
    const { stage, seat, table, ranges } = this.match;
    if (stage.busy) return stage.skip();
    if (seat === null || table.pending) return;
    this.thrown = ranges.some((range) => range.do === move.do);
    this.aim = null;
    forgetTap();
    table.send({ do: 'play', id: newId(), seat, version: table.version, move });
  }

  /** Make the only move there is without a question, unless it was just taken back. */
  playForced(): void {
    const { offers, ranges, myTurn, cover, log, face, stage } = this.match;
    const [only, ...others] = offers;
    if (!myTurn || cover || !only || others.length || ranges.length || log.at(-1)?.name === 'server.undo') return;
    if (face.forced?.(stage.position)) this.play(only.move);
  }

  undo(): void {
    if (this.match.seat !== null) this.match.table.undo(this.match.seat);
  }

  async advise(): Promise<void> {
    const asking = this.match.seat;
    if (asking === null || !this.canAsk) return;
    this.match.table.refusal = null;
    await this.ask(async () => (this.#hint = await api.hint(this.match.info.id, asking)));
  }

  /** Leave my position and the advised move for the practice table. */
  tryOut(): void {
    const { seat, stage } = this.match;
    if (seat !== null) leave({ position: stage.position, seat, move: this.hinted });
  }

  /** Ask the server for something; what it refuses is shown where refusals of moves are. */
  async ask(question: () => Promise<unknown>): Promise<void> {
    try {
      await question();
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      this.match.table.refusal = failure.refusal;
    }
  }
}

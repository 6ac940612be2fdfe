/** The room of a board: on a phone a board may fill the screen under what one does, and keeps its size when the match ends. */
import { MediaQuery } from 'svelte/reactivity';
import type { Match } from './match.svelte';
import type { Turn } from './turn.svelte';

/** From this width on, log, chat and ending have their place beside the board. */
export const WIDE = '(min-width: 900px)';

export class Room {
  readonly match: Match;
  readonly turn: Turn;
  readonly #landscape = new MediaQuery('orientation: landscape');
  readonly #portrait = new MediaQuery('(max-width: 899px) and (orientation: portrait)');
  /** How many pixels of the board are laid over, from below. */
  laid = $state(0);
  /** The height of the hand while there was something to do. */
  kept = $state(0);

  constructor(match: Match, turn: Turn) {
    [this.match, this.turn] = [match, turn];
  }

  /** Whether the board may be wider than high. */
  readonly wide = $derived.by(() => this.#landscape.current);
  /** On a phone a board that fills it has what one does laid over it. */
  readonly fills = $derived.by(() => Boolean(this.match.face.fills) && this.#portrait.current && !this.match.over);
  /** What is laid over the board fades while something is shown on it. */
  readonly fades = $derived.by(() => {
    const { stage, table, face } = this.match;
    return this.fills && ((this.turn.thrown && table.pending > 0) || (stage.busy && Boolean(stage.event && (stage.event.motion || face.onBoard?.(stage.event)))));
  });

  /** Measure how much of the board lies under the prompt and the hand, for as long as the effect lasts. */
  measure(todo: Element | null | undefined, hand: Element | undefined): (() => void) | void {
    if (!this.fills || !todo || !hand) return void (this.laid = 0);
    const measure = (): void => void (this.laid = Math.round(hand.getBoundingClientRect().bottom - todo.getBoundingClientRect().top));
    const watch = new ResizeObserver(measure);
    for (const element of [todo, hand]) watch.observe(element);
    return () => watch.disconnect();
  }

  /** Remember the height of the hand, which it keeps when the match is over. */
  keep(height: number): void {
    if (!this.match.over && !this.match.stage.busy) this.kept = height;
  }
}

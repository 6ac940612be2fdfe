/** What a finger may miss: where cells are small, a first tap chooses and a second plays. */
import { sameMove } from './moves';
import type { Move } from './protocol';
import { settings } from './settings.svelte';

/** A finger meets what is at least so many pixels wide and high. */
const SURE = 44;

let chosen = $state.raw<Move | null>(null);
let last = 'mouse';

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', ({ pointerType }) => (last = pointerType), { capture: true, passive: true });
}

/** What a click was made with: a mouse, a finger or a pen. Older browsers do not say it of the click itself. */
export function pointerOf(event: MouseEvent): string {
  return event instanceof PointerEvent ? event.pointerType : last;
}

/** The move that a first tap has chosen. */
export function tapped(): Move | null {
  return chosen;
}

/** Whether a tap plays at once; where it only chooses the move, the next tap on it plays. */
export function plays(event: MouseEvent, move: Move): boolean {
  const sure = !settings.taps || pointerOf(event) !== 'touch' || isLarge(event.currentTarget as Element) || sameMove(chosen, move);
  chosen = sure ? null : move;
  return sure;
}

/** Nothing is chosen any more. */
export function forgetTap(): void {
  chosen = null;
}

function isLarge(cell: Element): boolean {
  const { width, height } = cell.getBoundingClientRect();
  return Math.min(width, height) >= SURE;
}

/** What a screen reader is told, in the order it happened. */

let spoken = $state.raw<{ text: string; number: number }[]>([]);
let count = 0;

/** The last things said. */
export function announcements(): { text: string; number: number }[] {
  return spoken;
}

/** Say something to those who listen; what was said last is not said again. */
export function announce(text: string): void {
  if (text && text !== spoken.at(-1)?.text) spoken = [...spoken.slice(-7), { text, number: count++ }];
}

/** What a screen reader is told, in the order it happened. */

let spoken = $state.raw<{ text: string; number: number }[]>([]);
let count = 0;

/** The last things said. */
export function announcements(): { text: string; number: number }[] {
  return spoken;
}

/** Say something to those who listen. */
export function announce(text: string): void {
  if (text) spoken = [...spoken.slice(-7), { text, number: count++ }];
}

/** A rule that is read beside whatever the reader is doing. */

export interface Rule {
  game: string;
  clause: string;
}

let shown = $state.raw<Rule | null>(null);

/** The rule that is being read. */
export function shownRule(): Rule | null {
  return shown;
}

export function openRule(rule: Rule): void {
  shown = rule;
}

export function closeRule(): void {
  shown = null;
}

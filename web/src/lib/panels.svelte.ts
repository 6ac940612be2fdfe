/** The panels beside a board: the one that is open, the clause of the rules, the chat that was read. */

export type Opened = 'log' | 'chat' | 'text' | 'more' | 'rules' | 'why' | 'end';

export class Panels {
  open = $state<Opened | null>(null);
  /** The clause that the rules beside the table are opened at. */
  clause = $state('');
  #read = $state(0);

  /** Open a panel, or close it if it is open. */
  toggle(wanted: Opened): void {
    this.open = this.open === wanted ? null : wanted;
  }

  close(): void {
    this.open = null;
  }

  showRules(clause = ''): void {
    this.clause = clause;
    this.open = 'rules';
  }

  /** The lines of chat up to here were seen. */
  read(lines: number): void {
    this.#read = lines;
  }

  unread(lines: number): number {
    return Math.max(0, lines - this.#read);
  }
}

/** The clause that a click on a link to the rules of a game asks for; null for any other click. */
export function clauseOf(click: MouseEvent, game: string): string | null {
  const link = (click.target as Element).closest?.('a');
  if (!link || click.defaultPrevented || click.button || click.metaKey || click.ctrlKey || click.shiftKey || link.pathname !== `/rules/${game}`) return null;
  return decodeURIComponent(link.hash.slice(1));
}

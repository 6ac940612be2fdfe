/** What is on the page that is shown, and its keys, for what opens behind `?`. */

let explained = $state.raw<string[]>([]);
let extra = $state.raw<[string, string][]>([]);

export function pageKeys(): [string, string][] {
  return extra;
}

/** List keys as long as a page is shown. */
export function setPageKeys(keys: [string, string][]): void {
  extra = keys;
}

export function pageHelp(): string[] {
  return explained;
}

/** Explain what is on the screen as long as a page is shown. */
export function setPageHelp(sentences: string[]): void {
  explained = sentences;
}

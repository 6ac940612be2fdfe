/** The keys of the page that is shown, for the list behind `?`. */

let extra = $state.raw<[string, string][]>([]);

export function pageKeys(): [string, string][] {
  return extra;
}

/** List keys as long as a page is shown. */
export function setPageKeys(keys: [string, string][]): void {
  extra = keys;
}

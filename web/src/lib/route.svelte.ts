/** A small router: the address says which page is shown. */

export type Page = 'home' | 'game' | 'table' | 'seat' | 'replay' | 'tables' | 'learn' | 'lesson' | 'practice' | 'rules' | 'rulebook' | 'profile' | 'licences' | 'lost';
export interface Route {
  page: Page;
  params: string[];
}

const PATHS: [RegExp, Page][] = [
  [/^\/$/, 'home'],
  [/^\/games\/([\w-]+)$/, 'game'],
  [/^\/t\/([\w-]+)$/, 'table'],
  [/^\/t\/([\w-]+)\/seat\/(\d+)\/([\w-]+)$/, 'seat'],
  [/^\/t\/([\w-]+)\/replay$/, 'replay'],
  [/^\/tables$/, 'tables'],
  [/^\/tables\/([\w-]+)$/, 'tables'],
  [/^\/learn\/([\w-]+)$/, 'learn'],
  [/^\/learn\/([\w-]+)\/([\w-]+)$/, 'lesson'],
  [/^\/practice\/([\w-]+)$/, 'practice'],
  [/^\/rules$/, 'rules'],
  [/^\/rules\/([\w-]+)$/, 'rulebook'],
  [/^\/profile$/, 'profile'],
  [/^\/licences$/, 'licences'],
];

/** The page of an address. */
export function match(path: string): Route {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path;
  for (const [pattern, page] of PATHS) {
    const found = pattern.exec(clean);
    if (found) return { page, params: found.slice(1) };
  }
  return { page: 'lost', params: [] };
}

let current = $state.raw<{ path: string; hash: string }>({ path: '/', hash: '' });

/** Where the reader is. */
export function here(): { path: string; hash: string } {
  return current;
}

/** Go to an address of this site. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  arrive();
}

function arrive(): void {
  const moved = current.path !== location.pathname;
  current = { path: location.pathname, hash: location.hash };
  if (moved && !location.hash) scrollTo(0, 0);
}

/** Follow links of this site without loading the page again. */
export function startRouting(): void {
  arrive();
  addEventListener('popstate', arrive);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** Errors of this page since it was opened, for a report of a problem. */

const KEPT = 10;
const LENGTH = 1500;

const faults: { at: string; error: string }[] = [];

/** The last errors, the oldest first. */
export function lastFaults(): readonly { at: string; error: string }[] {
  return faults;
}

export function noteFault(error: unknown): void {
  const text = error instanceof Error ? (error.stack?.includes(error.message) ? error.stack : `${error}\n${error.stack}`) : String(error);
  faults.push({ at: new Date().toISOString(), error: text.slice(0, LENGTH) });
  if (faults.length > KEPT) faults.shift();
}

/** Note what nobody caught; the console still shows it. */
export function startNotingFaults(): void {
  addEventListener('error', (event) => noteFault(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => noteFault(event.reason));
}

/** Whether the reader is writing a report of a problem, over whatever page they are on. */

let asked = $state(false);

export function reporting(): boolean {
  return asked;
}

export function openReport(): void {
  asked = true;
}

export function closeReport(): void {
  asked = false;
}

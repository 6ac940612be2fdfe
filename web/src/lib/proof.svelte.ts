/** Actions that a stolen cookie must not do: the reader is asked once more who they are, then they go on. */
import { api, Refused } from './api';

const WANTED = 'server.prove_first';

let waiting = $state.raw<((proved: boolean) => void) | null>(null);

/** Whether the reader is asked now. */
export function asksForProof(): boolean {
  return waiting !== null;
}

/** The reader has shown who they are, or would rather not. */
export function answerProof(proved: boolean): void {
  waiting?.(proved);
  waiting = null;
}

/** Do something, after a proof where the server wants one; whether it was done. */
export async function proven(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.refusal.code !== WANTED) throw failure;
    answerProof(false);
    if (!(await new Promise<boolean>((resolve) => (waiting = resolve)))) return false;
    await action();
  }
  return true;
}

/** Refuse as the server would, where it can't be asked for an answer that is to be read. */
export async function needProof(): Promise<void> {
  if ((await api.accountDetails()).proved) return;
  throw new Refused({ kind: 'not_proved', code: WANTED, clause: null, params: {}, version: null }, 403);
}

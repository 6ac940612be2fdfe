/** Which reasons are told, and in which order. */
import type { Decision, Opinion, Reason } from './protocol';

/** More is not read. */
const MOST = 3;
const THAN = /_than$/;

/** Why a move is the best: first what it has ahead of the next one, then its own reasons; nothing is said twice. */
export function reasonsFor({ reasons }: Opinion, instead: Reason | null): Reason[] {
  if (!instead) return reasons.slice(0, MOST);
  const same = instead.code.replace(THAN, '');
  return [instead, ...reasons.filter(({ code }) => code !== same)].slice(0, MOST);
}

/** Why the better move was better: the difference that matters most; what both moves share explains nothing. */
export function why({ instead }: Decision): Reason[] {
  return instead ? [instead] : [];
}

/** The end of a match as its reader sees it: won, shared or lost, and the sentence that says so. */
import type { Face } from '../games/face';
import type { GameInfo, Json, LessonInfo, TableInfo } from './protocol';
import { nextLevel } from './start';
import { list, reasonText, say } from './words.svelte';

/** `watched` where the reader took no side, as with a match of several at one screen. */
export type Ended = 'won' | 'shared' | 'lost' | 'watched' | 'none';

/** A match without a winner: nobody has lost it. */
const BROKEN_OFF = ['server.ended', 'server.broken_off'];

export interface Ending {
  ended: Ended;
  /** The seats of the reader's side; none where they took no side. */
  mine: number[];
  headline: string;
  /** What decided; for a loser a fair word. */
  line: string;
}

/** How a match ended for its reader. */
export function endingOf(info: TableInfo, names: string[], face: Face, position: Json): Ending {
  const result = info.result!;
  const mine = sideOf(info);
  const winners = winnersOf(info);
  const others = list(winners.filter((seat) => !info.seats[seat]?.yours).map((seat) => names[seat] ?? ''));
  const headline = headlineOf(info, names);
  const line = decided(info, names);
  if (BROKEN_OFF.includes(result.reason)) return { ended: 'none', mine, headline, line };
  if (!mine.length) return { ended: 'watched', mine, headline, line };
  if (!winners.some((seat) => mine.includes(seat))) return { ended: 'lost', mine, headline, line: fairWord(info, mine, face, position) };
  if (winners.length === info.seats.length) return { ended: 'shared', mine, headline, line };
  if (winners.some((seat) => !mine.includes(seat))) return { ended: 'shared', mine, headline: say('web_you_share', { who: others }), line };
  return { ended: 'won', mine, headline: others ? say('web_you_win_with', { who: others }) : say('web_you_win'), line };
}

/** Who has won, for anybody. */
export function headlineOf(info: TableInfo, names: string[]): string {
  if (BROKEN_OFF.includes(info.result!.reason)) return say('web_no_winner');
  const winners = winnersOf(info);
  if (winners.length === info.seats.length) return say('web_draw');
  return say('web_winner', { who: list(winners.map((seat) => names[seat] ?? '')), count: winners.length });
}

/** The seats that have won. */
export function winnersOf({ seats, result }: TableInfo): number[] {
  return seats.map(({ seat }) => seat).filter((seat) => result?.ranks[seat] === 1);
}

/** The reader's seats and those of their partners; none where they have seats on several sides, or none. */
function sideOf({ seats }: TableInfo): number[] {
  const sides = new Set(seats.filter(({ yours }) => yours).map(({ team, seat }) => team ?? `seat ${seat}`));
  return sides.size === 1 ? seats.filter(({ team, seat }) => sides.has(team ?? `seat ${seat}`)).map(({ seat }) => seat) : [];
}

/** The reason of the end; of a match that was given up, by whom. */
export function decided({ result }: TableInfo, names: string[]): string {
  const gone = result?.reason === 'server.resigned' ? result.resigned : [];
  if (!gone.length) return reasonText(result!);
  return say('web_gave_up', { who: list(gone.map((seat) => names[seat] ?? '')), count: gone.length });
}

/** For a loser: how near it was, and that it begins anew. */
function fairWord({ result }: TableInfo, mine: number[], face: Face, position: Json): string {
  if (result!.resigned.some((seat) => mine.includes(seat))) return `${say('web_end_gave_up')} ${say('web_end_fair')}`;
  const behind = result!.reason === 'server.resigned' ? null : face.behind?.(position, mine[0]!);
  if (!behind) return say('web_end_fair');
  return behind.close ? `${say('web_end_close')} ${behind.text}` : `${behind.text} ${say('web_end_fair')}`;
}

/** After a win against bots: the next stronger one; else none. */
export function challengeOf(info: TableInfo, game: GameInfo, ended: Ended): string | null {
  return ended === 'won' ? nextLevel(info, game) : null;
}

/** The seats of a rematch, in their new order: everybody moves one seat on. */
export function rematchSeats({ seats }: TableInfo, names: string[]): string {
  const order = seats.map((_, seat) => (seat + seats.length - 1) % seats.length);
  return order.map((before, seat) => `${seat + 1}\u00a0${seats[before]?.yours && alone(seats) ? say('web_you') : (names[before] ?? '')}`).join(' · ');
}

function alone(seats: TableInfo['seats']): boolean {
  return seats.filter(({ yours }) => yours).length === 1;
}

/** The lesson that fits after a loss: one that teaches the rule behind the key moment, else the next that was not taken. */
export function fittingLesson(lessons: readonly LessonInfo[], clause: string | null): LessonInfo | null {
  const open = lessons.filter(({ taken }) => !taken);
  const about = clause === null ? [] : lessons.filter(({ clauses }) => clauses.includes(clause));
  return about.find(({ taken }) => !taken) ?? about.at(-1) ?? open[0] ?? lessons.at(-1) ?? null;
}

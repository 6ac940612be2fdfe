/** What a report of a problem holds: enough to look into it, and no name, no chat and no secret link. */
import type { GameEvent, Json, TableInfo, ServerVersion, View, Whole } from './protocol';

export interface Surroundings {
  page: string;
  browser: string;
  languages: readonly string[];
  language: string;
  /** Width and height of the page and how fine its screen is. */
  size: [number, number, number];
  touch: boolean;
  settings: Record<string, unknown>;
  errors: readonly { at: string; error: string }[];
}

export interface Report extends Surroundings {
  report: 1;
  made: string;
  said: string;
  server: ServerVersion | null;
  table: Record<string, unknown> | null;
}

const SEAT_KEY = /(\/t\/[\w-]+\/seat\/\d+\/)[^\s:"')]+/g;
const CODE = /(#code=)[\w-]+/g;

/** A text in which addresses have lost the key of a seat or a code to come back with. */
export function withoutSecrets(text: string): string {
  return text.replace(SEAT_KEY, '$1…').replace(CODE, '$1…');
}

/** A table as its viewer may know it, as the server has just told it. */
export function reportedTable({ info, version, views }: Whole): Record<string, unknown> {
  const { id, game, state, options, practice, hints, clock, actors, result } = info;
  return { id, game, state, version, options, practice, hints, clock, actors, result, seats: info.seats.map(reportedSeat), views: views.map(reportedView) };
}

function reportedSeat({ seat, kind, level, yours, away, online }: TableInfo['seats'][number]): Record<string, unknown> {
  return { seat, kind, level, yours, away, online };
}

function reportedView({ seat, position, moves, undo, events }: View): Record<string, unknown> {
  return { seat, position, moves: moves.map((one) => one.notation), undo, events: events.map(reportedEvent) };
}

/** An event without the key frames of a flick, which are long and can be read from the record. */
function reportedEvent({ number, name, seat, params, at }: GameEvent): Record<string, Json> {
  return { number, name, seat, params, at };
}

export function reportOf(said: string, around: Surroundings, server: ServerVersion | null, table: Whole | null, now = new Date()): Report {
  const errors = around.errors.map(({ at, error }) => ({ at, error: withoutSecrets(error) }));
  return { report: 1, made: now.toISOString(), said: said.trim(), server, ...around, page: withoutSecrets(around.page), errors, table: table && reportedTable(table) };
}

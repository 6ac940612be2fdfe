/** What the server says and hears (docs/protocol.md), as types. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Param = number | string | string[];
export type Params = Record<string, Param>;

export interface Refusal {
  kind: string;
  code: string;
  clause: string | null;
  params: Params;
  version?: number | null;
}

export interface GameInfo {
  name: string;
  title: string;
  seat_counts: number[];
  minutes: [number, number];
  hidden: boolean;
  levels: string[];
  clauses: string[];
  options: OptionSchema;
}

export interface OptionSchema {
  properties?: Record<string, OptionField>;
}

export interface OptionField {
  type?: string;
  default?: Json;
  enum?: Json[];
  minimum?: number;
  maximum?: number;
}

export interface Me {
  id: string | null;
  name: string;
  account: { login: string | null; password: boolean; passkeys: number } | null;
}

export type SeatKind = 'person' | 'bot' | 'free';

export interface SeatInfo {
  seat: number;
  name: string;
  kind: SeatKind;
  free: 'friend' | 'open' | null;
  level: string | null;
  away: boolean;
  yours: boolean;
  online: boolean;
  resigned: boolean;
  team: number | null;
  invite: string | null;
}

export interface Clock {
  seconds: number;
  deadlines?: Record<string, string>;
}

/** A seat has made a move and has to call in time: the move with its call, and until when. */
export interface CallClock {
  seat: number;
  move: Move;
  /** Null without a limit. */
  seconds: number | null;
  until: string | null;
}

export interface Result {
  ranks: number[];
  scores: number[];
  reason: string;
  clause: string | null;
  resigned?: number[];
}

export interface Proposal {
  number: number;
  what: 'undo';
  by: number;
  agreed: number[];
  /** Seats that have not answered yet. */
  needed: number[];
}

export type TableState = 'waiting' | 'running' | 'finished';

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  state: TableState;
  version: number;
  seats: SeatInfo[];
  options: Record<string, Json>;
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
  study: boolean;
  yours: boolean;
  your_turn: boolean;
  actors: number[];
  watching: number;
  created: string;
  changed: string;
  clock: Clock | null;
  call: CallClock | null;
  proposal: Proposal | null;
  result: Result | null;
  link: string;
  rematch: string | null;
  rematch_of: string | null;
}

export interface TableList {
  tables: TableInfo[];
  more: string | null;
}

export type SeatPlan =
  | { who: 'me' }
  | { who: 'here'; name: string }
  | { who: 'friend'; name?: string }
  | { who: 'open' }
  | { who: 'bot'; level: string };

export interface NewTable {
  game: string;
  options?: Record<string, Json>;
  title?: string;
  public?: boolean;
  spectators?: boolean;
  chat?: boolean;
  hints?: boolean;
  clock?: { seconds: number } | null;
  seats: SeatPlan[];
}

export type Move = { do: string } & Record<string, Json>;

/** What a move would do at once, told like an event. */
export interface Foreseen {
  name: string;
  seat: number | null;
  clause: string | null;
  params: Params;
}

export interface GameEvent extends Foreseen {
  number: number;
  at: string;
  /** How it looked, as the game packs it; only while it happens, and in a replay. */
  motion?: string;
}

export interface Offer {
  move: Move;
  notation: string;
  preview?: Foreseen[];
}

export interface Ranges {
  do: string;
  ranges: Record<string, [number, number]>;
}

export interface View {
  seat: number | null;
  position: Json;
  moves: Offer[];
  ranges: Ranges[];
  undo: 'now' | 'ask' | null;
  events: GameEvent[];
}

export interface ChatLine {
  number: number;
  name: string;
  seat: number | null;
  text: string;
  at: string;
  yours: boolean;
}

export interface Whole {
  type: 'table';
  version: number;
  since: number;
  now: string;
  info: TableInfo;
  views: View[];
  chat: ChatLine[];
}

export interface Update {
  type: 'update';
  since: number;
  version: number;
  now: string;
  state: TableState;
  actors: number[];
  views: View[];
  clock: Clock | null;
  call: CallClock | null;
  proposal: Proposal | null;
  result: Result | null;
}

export type Message =
  | Whole
  | Update
  | { type: 'lobby'; info: TableInfo; now: string }
  | { type: 'chat'; line: ChatLine }
  | { type: 'done'; id: string; version: number; again: boolean }
  | { type: 'refused'; id: string | null; version: number; refusal: Refusal }
  | { type: 'pong'; now: string }
  | { type: 'bye' };

export type Command =
  | { do: 'play'; id: string; seat: number; version: number; move: Move | string }
  | { do: 'undo' | 'reset'; id: string; seat: number; version: number }
  | { do: 'agree' | 'decline'; id: string; seat: number; proposal: number }
  | { do: 'resign' | 'return'; id: string; seat: number }
  | { do: 'leave'; id: string; seat: number; level: string | null }
  | { do: 'chat'; id: string; text: string };

export interface Step {
  step: number;
  seat: number | null;
  move: Move | null;
  notation: string | null;
  chance: Json;
  actors: number[];
  position: Json;
  events: GameEvent[];
  at: string;
}

export interface Steps {
  count: number;
  first: number;
  seat: number | null;
  steps: Step[];
}

export interface Opinion {
  move: Move;
  notation: string;
  value: number;
  visits: number;
}

export interface Hint {
  seat: number;
  version: number;
  exact: boolean;
  opinions: Opinion[];
}

export interface Decision {
  step: number;
  seat: number;
  played: Opinion;
  best: Opinion;
  loss: number;
  rating: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
}

export interface Analysis {
  exact: boolean;
  chances: { step: number; win: number[] }[];
  decisions: Decision[];
  mistakes: number[];
  accuracy: (number | null)[];
}

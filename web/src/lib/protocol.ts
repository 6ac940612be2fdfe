/** What the server says to the browser and hears from it (docs/protocol.md), as types. Written by `make types` from `ludotheque.server.web.browser`: change it there. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Move = { do: string } & Record<string, Json>;

export type OptionField = { type?: string; default?: Json; enum?: Json[]; minimum?: number; maximum?: number };

export type OptionSchema = { properties?: Record<string, OptionField> };

export type Param = number | string | string[];

export type Params = Record<string, Param>;

/** Why something was not accepted; the sentence is `{domain}_refusal_{name}` of the language files. */
export interface Refusal {
  kind: string;
  code: string;
  clause: string | null;
  params: Params;
  /** The table's version now, where a move was based on an older one. */
  version: number | null;
}

/** The features of a portrait: tones of skin, hair and coat, the hair style and what is worn. */
export interface Look {
  skin: number;
  hair: 'bald' | 'braids' | 'bun' | 'cap' | 'curls' | 'long' | 'short' | 'turban';
  tone: number;
  wears: 'beard' | 'earrings' | 'glasses' | 'monocle' | 'moustache' | 'nothing' | 'scarf';
  coat: number;
}

/** A level as shown to people; `wins` of 10 games `against` another character, if measured. */
export interface Character {
  level: string;
  name: string;
  look: Look | null;
  against: string | null;
  wins: number | null;
}

/** A game: its facts, the form of its options and its bots, the weakest first. */
export interface GameInfo {
  name: string;
  title: string;
  seat_counts: number[];
  minutes: [number, number];
  hidden: boolean;
  levels: string[];
  /** The bots as people meet them, the weakest first; levels for programs alone are not among them. */
  characters: Character[];
  /** JSON schema of the options; each property has its default. */
  options: OptionSchema;
  /** What its clauses begin with. */
  clauses: string[];
  /** How many lessons teach it. */
  lessons: number;
  /** Whether there is a table for one to try one's hand. */
  practice: boolean;
  /** What can be practised there. */
  goals: string[];
  /** The version of its sentences and rules, where the pages do not hold them: a game of another package. */
  words: string | null;
}

/** A sentence in several forms, chosen by the plural of its numbers and by its parameters themselves. */
export interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}

export type Sentence = string | Variants[];

/** The rules of a game in one language. */
export interface RulebookText {
  /** Markdown; a list item a numbered clause. */
  text: string;
}

/** How somebody can log in again. */
export interface Account {
  login: string | null;
  password: boolean;
  passkeys: number;
  /** Changes to how somebody logs in that another browser made and nobody has confirmed. */
  news: number;
}

/** Who the server takes you for; `id` is None for somebody who has not said a name yet. */
export interface Me {
  id: string | null;
  name: string;
  account: Account | null;
}

/** A passkey: the browser that made it, as it calls itself, and when it was used. */
export interface PasskeyInfo {
  id: string;
  agent: string;
  created: string;
  used: string | null;
}

/** A browser in which somebody is signed in, `here` the one that asks. */
export interface SignIn {
  id: string;
  how: 'guest' | 'passkey' | 'password' | 'recovery';
  agent: string;
  created: string;
  seen: string;
  here: boolean;
}

/** A change to how somebody logs in, and the browser that made it. */
export interface SignInChange {
  what: 'passkey_added' | 'passkey_removed' | 'password_changed' | 'password_set' | 'recovered' | 'recovery_made' | 'reset';
  agent: string;
  at: string;
  /** Whether this browser made it. */
  here: boolean;
  /** Whether it was confirmed. */
  seen: boolean;
}

/** All ways to log in, everywhere somebody is signed in, and what has changed lately. */
export interface AccountDetails {
  login: string | null;
  password: boolean;
  passkeys: PasskeyInfo[];
  /** When the recovery code was made, if there is one. */
  recovery: string | null;
  sign_ins: SignIn[];
  /** The newest first. */
  changes: SignInChange[];
  /** Whether what asks for a proof can be done now. */
  proved: boolean;
}

/** A new recovery code; it is never shown again. */
export interface RecoveryCode {
  code: string;
}

export type TableState = 'finished' | 'running' | 'waiting';

/** A seat as everybody may see it; `invite` only for whoever set the table up. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'bot' | 'free' | 'person';
  free: 'friend' | 'open' | null;
  /** Of the bot that plays the seat, be it its own or one that stands in. */
  level: string | null;
  /** Its holder has left; a bot stands in. */
  away: boolean;
  yours: boolean;
  online: boolean;
  resigned: boolean;
  team: number | null;
  /** Path of the secret link, while the seat is free. */
  invite: string | null;
  /** Whether the holder is ready to begin. */
  ready: boolean;
}

/** How the match ended; who resigned stands behind all who didn't. */
export interface Result {
  ranks: number[];
  scores: number[];
  reason: string;
  clause: string | null;
  resigned: number[];
}

/** Seconds a move, and until when each seat that may act has time. */
export interface Clock {
  seconds: number;
  deadlines: Record<string, string>;
}

/** A seat has made a move and has to call in time: the move with its call, and the time for it. */
export interface CallClock {
  seat: number;
  move: Move;
  /** None where the call is waited for without a limit. */
  seconds: number | null;
  until: string | null;
}

/** Something that needs everybody's yes. */
export interface Proposal {
  number: number;
  what: 'end' | 'stand_in' | 'undo';
  by: number;
  /** For whom a bot would stand in. */
  seat: number | null;
  agreed: number[];
  /** Seats that have not answered yet. */
  needed: number[];
}

/** A table from outside: who sits where and how far it is; never what lies on it. */
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
  /** The table's own link opens the seats kept for friends. */
  by_link: boolean;
  /** Set up from a record: coach and analysis are open. */
  study: boolean;
  /** Moves may be taken back behind chance. */
  practice: boolean;
  /** The name of whoever set it up, if they sit there. */
  host: string;
  /** You set it up. */
  yours: boolean;
  your_turn: boolean;
  actors: number[];
  watching: number;
  created: string;
  changed: string;
  clock: Clock | null;
  call: CallClock | null;
  proposal: Proposal | null;
  /** Until when a seat that may act is waited for: if its holder is away then, the others may decide. */
  patience: Record<string, string>;
  result: Result | null;
  /** So many think at once that its bots think shorter than their level does. */
  hurried: boolean;
  /** Its bot failed again and again, and is not asked any more. */
  stopped: boolean;
  link: string;
  /** The table that followed, or waits for the yes of those who have not said it. */
  rematch: string | null;
  rematch_of: string | null;
}

/** Tables, the newest change first; `more` continues the list. */
export interface TableList {
  tables: TableInfo[];
  more: string | null;
}

/** Under which address others reach this server. */
export interface Address {
  /** What links to hand out begin with, such as `https://play.example.org`. */
  base: string;
  /** Whether it leads here from this machine alone, from the local network, or from anywhere. */
  reach: 'here' | 'network' | 'world';
}

/** What a move would do at once, before any chance; told like an event. */
export interface Foreseen {
  name: string;
  seat: number | null;
  clause: string | null;
  params: Params;
}

/** What happened, as the viewer may know it; the sentence is `{domain}_event_{name}`. */
export interface GameEvent {
  /** The version of the table that it led to. */
  number: number;
  name: string;
  seat: number | null;
  clause: string | null;
  params: Params;
  /** How it looked, as the game packs it (the key frames of a flick); left out for who has seen it. */
  motion?: string;
  at: string;
}

/** A move with continuous parts: its verb and the range of each part. */
export interface Ranges {
  do: string;
  ranges: Record<string, [number, number]>;
}

/** A move that is allowed now, and its one-line notation. */
export interface Offer {
  move: Move;
  notation: string;
  /** Shown before the move is made; left empty where seats know different things. */
  preview: Foreseen[];
}

/** What one seat may know and do (seat None: a spectator). */
export interface View {
  seat: number | null;
  position: Json;
  moves: Offer[];
  /** Continuous moves. */
  ranges: Ranges[];
  /** Whether the last move can be taken back at once, if all agree, or not. */
  undo: 'ask' | 'now' | null;
  /** The version after the seat's last turn, one that goes on not counted: what came behind it is news. */
  since: number;
  events: GameEvent[];
}

/** A line of chat. */
export interface ChatLine {
  number: number;
  name: string;
  /** Seat of the player; None for a spectator. */
  seat: number | null;
  text: string;
  at: string;
  yours: boolean;
}

/** Everything a viewer may know, on joining and after a gap; events only since the version asked for. */
export interface Whole {
  type: 'table';
  info: TableInfo;
  version: number;
  since: number;
  now: string;
  views: View[];
  chat: ChatLine[];
}

/** A command is in the log: it will not be lost. It comes with the update that it led to, and alone where there is none. */
export interface Done {
  type: 'done';
  id: string;
  version: number;
  /** It had been there before. */
  again: boolean;
}

/** The table went from version `since` to `version`. */
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
  patience: Record<string, string>;
  result: Result | null;
  /** Your own commands that are in the log since; left out where there are none. */
  done?: Done[];
}

/** Seats, names, presence, a rematch: the table from outside has changed. */
export interface Lobby {
  type: 'lobby';
  info: TableInfo;
  now: string;
}

/** A line of chat. */
export interface Chatted {
  type: 'chat';
  line: ChatLine;
}

/** A command, or a message that can't be read (id None), was refused. */
export interface NotDone {
  type: 'refused';
  id: string | null;
  version: number;
  refusal: Refusal;
}

/** Yes. */
export interface Pong {
  type: 'pong';
  now: string;
}

/** The server stops; come back in a moment. */
export interface Bye {
  type: 'bye';
}

/** My tables, on `/api/me/live`: at once, and whenever one of them changes. */
export interface Mine {
  type: 'mine';
  tables: TableInfo[];
}

/** Public tables, on `/api/open/live`: at once, and whenever one of them changes. */
export interface OpenTables {
  type: 'open';
  /** Where anybody may sit down, the newest change first. */
  joinable: TableInfo[];
  /** To be watched. */
  running: TableInfo[];
}

export type Message = Whole | Update | Lobby | Chatted | Done | NotDone | Pong | Bye | Mine | OpenTables;

/** A part, and under which licence it is used. */
export interface Licence {
  name: string;
  version: string;
  identifier: string;
  /** The whole licence where the part is shipped with us; what is installed beside brings its own. */
  text: string;
}

/** Every part of the pages, and of the program that serves them. */
export interface Licences {
  pages: Licence[];
  program: Licence[];
}

/** What serves, as it is named in a report of a problem. */
export interface ServerVersion {
  version: string;
  /** Whether the rules run compiled. */
  compiled: boolean;
}

/** One step of a match: what was done, what happened, and how it lay afterwards for the viewer. Step 0 is the beginning. `move`, `notation` and `chance` are left out where the viewer may not know them. */
export interface Step {
  step: number;
  seat: number | null;
  move: Move | null;
  notation: string | null;
  chance: Json;
  actors: number[];
  position: Json;
  events: GameEvent[];
  at: string | null;
}

/** Steps `first` to `first + len(steps) - 1` of a match that has `count` steps now, step 0 included. */
export interface Steps {
  count: number;
  first: number;
  seat: number | null;
  steps: Step[];
}

/** A reason: `code` names the sentence, `params` are its numbers, `clause` the rule behind it, if any. */
export interface Reason {
  code: string;
  params: Params;
  clause: string | null;
  /** Half the width of the 95 % interval of its numbers; 0 where they follow from the rules. */
  error: number;
  /** Selects the form of the sentence that fits the numbers. */
  form: string;
}

/** The coach's rating of a move: the chance to win with it and the amount of search behind that number. */
export interface Opinion {
  move: Move;
  notation: string;
  value: number;
  visits: number;
  /** Reasons for the rating, most important first, where they were requested. */
  reasons: Reason[];
}

/** The coach's opinion on the moves of a seat, the best first. */
export interface Hint {
  seat: number;
  version: number;
  /** From the solution of the game, not from a search. */
  exact: boolean;
  opinions: Opinion[];
  /** The difference between the best move and the next that matters most. */
  instead: Reason | null;
}

/** The win chances after a step, for the seats where they are known. */
export interface Chances {
  step: number;
  win: (number | null)[];
}

export type Rating = 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake';

/** A move where there was a choice, and the best alternative. */
export interface Decision {
  step: number;
  seat: number;
  played: Opinion;
  best: Opinion;
  loss: number;
  rating: Rating;
  /** The main difference between the two moves, where the loss gets a comment. */
  instead: Reason | null;
  /** The error margin of the loss; a loss within it is no mistake. */
  error: number;
  /** The luck of a move with continuous parts: its actual value minus its average value. */
  luck: number | null;
}

/** A match move by move; `mistakes` has the indexes of the worst decisions, the worst first. */
export interface Analysis {
  exact: boolean;
  chances: Chances[];
  decisions: Decision[];
  mistakes: number[];
  /** The share of the possible win chance that each seat kept, averaged over its decisions. */
  accuracy: (number | null)[];
}

/** How far the analysis of a match is; ask again until it is there, else it is given up. */
export interface AnalysisState {
  /** The step it has come to, of `steps`; both 0 before it has begun. */
  step: number;
  steps: number;
  /** How many thoughts of others come before its next one. */
  place: number;
  analysis: Analysis | null;
}

/** The coach's ratings so far: of the best moves of a position, and of the one that was played. */
export interface Studied {
  /** The seat that decides; None if there is no decision, or none the coach can rate. */
  seat: number | null;
  exact: boolean;
  opinions: Opinion[];
  /** The number of simulations so far. */
  thought: number;
  /** True if another call would improve the ratings. */
  more: boolean;
}

/** A sentence in every language. */
export interface Said {
  en: string;
  fr: string;
  de: string;
}

/** A completed step: the move that was made, if any, and the real outcomes of chance. */
export interface Turn {
  move: Json;
  chance: Json[];
}

/** A lesson from outside. */
export interface LessonInfo {
  name: string;
  title: Said;
  /** About how long it takes. */
  seconds: number;
  /** Whether the reader has taken it to its end. */
  taken: boolean;
}

/** What is asked now; nothing when the lesson is over. */
export interface LessonState {
  number: number;
  steps: number;
  /** Who sits at the other seats. */
  names: string[];
  ask: Said | null;
  /** Whether there is only something to read. */
  reads: boolean;
  /** Whether it begins with another position than the one that was reached. */
  anew: boolean;
  clauses: string[];
  view: View;
  actors: number[];
  /** The move whose place on the board glows. */
  point: Move | null;
  /** A move that passes, to be shown to whoever asks for it. */
  answer: Move | null;
}

/** What came of a try. */
export interface LessonTried {
  right: boolean;
  said: Said | null;
  refusal: Refusal | null;
  events: GameEvent[];
  /** The position to which the events led; the next step may begin with another. */
  position: Json;
  /** If it was right: what is to be sent with the turns from now on. */
  turn: Turn | null;
}

/** A lesson as it stands. */
export interface LessonTaken {
  title: Said;
  tried: LessonTried | null;
  state: LessonState;
  /** The lesson that follows in the course. */
  next: string | null;
}

/** The table after it. */
export interface Practised {
  view: View;
  events: GameEvent[];
  /** True if there is nothing left to try at this position. */
  over: boolean;
  /** Whether the move met the goal, where one was set. */
  met: boolean | null;
}

/** The end of one try: the spot in metres, on what, and whether the own tower fell. */
export interface End {
  x: number;
  y: number;
  on: 'centre' | 'disc' | 'lost' | 'pile' | 'stays' | 'table';
  falls: boolean;
}

/** The ends of many tries of one move. */
export interface Tries {
  ends: End[];
}

/** I sit here. */
export interface SeatMe {
  who: 'me';
}

/** Somebody at my screen sits here; I hold the seat for them. */
export interface SeatHere {
  who: 'here';
  name: string;
}

/** Kept for whoever gets the secret link. */
export interface SeatFriend {
  who: 'friend';
  name?: string;
}

/** Whoever comes may sit here. */
export interface SeatOpen {
  who: 'open';
}

/** A bot of a level sits here. */
export interface SeatBot {
  who: 'bot';
  level: string;
}

export type SeatPlan = SeatMe | SeatHere | SeatFriend | SeatOpen | SeatBot;

/** Seconds for each move; when they are over, a bot makes the move. */
export interface ClockPlan {
  seconds: number;
}

/** A table to set up; it starts by itself when no seat is free. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, Json>;
  title?: string;
  /** Stands in the public list. */
  public?: boolean;
  /** Whoever has the link may watch. */
  spectators?: boolean;
  chat?: boolean;
  /** None: on, unless a seat is free for somebody else. */
  hints?: boolean | null;
  /** The table's own link, `/t/{id}`, opens the seats kept for friends; not at a public table. */
  by_link?: boolean;
  /** Moves may be taken back behind dice, cards and answers; only for one person against bots. */
  practice?: boolean;
  clock?: ClockPlan | null;
}

/** A move, based on a version of the table. */
export interface Play {
  do: 'play';
  id: string;
  seat: number;
  version: number;
  move: Move | string;
}

/** Take the last move back; where everybody has to agree, this asks them. */
export interface Undo {
  do: 'undo';
  id: string;
  seat: number;
  version: number;
}

/** Take back all of this turn that can be taken back. */
export interface Reset {
  do: 'reset';
  id: string;
  seat: number;
  version: number;
}

/** Say yes to what was proposed. */
export interface Agree {
  do: 'agree';
  id: string;
  seat: number;
  proposal: number;
}

/** Say no to what was proposed, or withdraw it. */
export interface Decline {
  do: 'decline';
  id: string;
  seat: number;
  proposal: number;
}

/** Give up; the game ends, or a bot plays the seat on where others still contend. */
export interface Resign {
  do: 'resign';
  id: string;
  seat: number;
}

/** Let a bot stand in. */
export interface Leave {
  do: 'leave';
  id: string;
  seat: number;
  level?: string | null;
}

/** Come back and play on. */
export interface Return {
  do: 'return';
  id: string;
  seat: number;
}

/** Let a bot stand in for somebody who is waited for and stays away; who else is there has to agree. */
export interface StandIn {
  do: 'stand_in';
  id: string;
  seat: number;
  absent: number;
}

/** End the game with no winner; everybody has to agree but those who are waited for and stay away. */
export interface EndGame {
  do: 'end';
  id: string;
  seat: number;
}

/** Say something to those of your kind: players to players, spectators to spectators. */
export interface Say {
  do: 'chat';
  id: string;
  text: string;
}

export type Command = Play | Undo | Reset | Agree | Decline | Resign | Leave | Return | StandIn | EndGame | Say;

/** A move; None to read on, where there is only something to read. */
export interface Try {
  move?: Move | null;
}

/** How far somebody has come, and what they try now; nothing if they only want to look. The server remembers nothing in between: `turns` are those that its answers gave. */
export interface TakeLesson {
  turns?: Turn[];
  tries?: Try | null;
}

/** A move at a position, as in the last answer; without a position at the start. */
export interface Practise {
  position?: Json;
  move?: Move | null;
  /** Who practises: another seat than the first only where the position comes from a match. */
  seat?: number;
  /** What is practised, one of the goals of the game. */
  goal?: string | null;
}

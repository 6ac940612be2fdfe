/** Types of the messages between the server and the browser (docs/protocol.md). Written by `make types` from `ludotheque.server.web.browser`: change it there. */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type Move = { do: string } & Record<string, Json>;

export type OptionField = { type?: string; default?: Json; enum?: Json[]; minimum?: number; maximum?: number };

export type OptionSchema = { properties?: Record<string, OptionField> };

export type Param = number | string | string[];

export type Params = Record<string, Param>;

/** A refusal: its kind, code, rule clause and parameters. Its sentence is `{domain}_refusal_{name}` of the language files, for a code `domain.name`. */
export interface Refusal {
  kind: string;
  code: string;
  clause: string | null;
  params: Params;
  /** Current version of the table, if a move was refused because it was based on an older one. */
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

/** A game: its facts, the schema of its options, and its bots from weakest to strongest. */
export interface GameInfo {
  name: string;
  title: string;
  seat_counts: number[];
  minutes: [number, number];
  hidden: boolean;
  levels: string[];
  /** The bots offered to people, from weakest to strongest; levels meant only for programs are left out. */
  characters: Character[];
  /** JSON schema of the options; each property has its default. */
  options: OptionSchema;
  /** Prefixes of its rule clauses, such as `EXXTRA`. */
  clauses: string[];
  /** Number of its lessons. */
  lessons: number;
  /** True if the game has a practice table for one person. */
  practice: boolean;
  /** Names of the goals that can be practised at that table. */
  goals: string[];
  /** Version of its sentences and rulebook; only for a game of another package, absent from the pages. */
  words: string | null;
}

/** A sentence in several forms, chosen by the plural of its numbers and by its parameters themselves. */
export interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}

export type Sentence = string | Variants[];

/** The rulebook of a game in one language. */
export interface RulebookText {
  /** Markdown; each list item is a numbered clause. */
  text: string;
}

/** Ways to sign in to the account of the signed-in person. */
export interface Account {
  login: string | null;
  password: boolean;
  passkeys: number;
  /** Number of unconfirmed changes to the ways to sign in, made in other browsers. */
  news: number;
}

/** Signed-in person; `id` is None if there is none. */
export interface Me {
  id: string | null;
  name: string;
  account: Account | null;
}

/** Passkey with the user agent of the browser that created it and the time of its last use. */
export interface PasskeyInfo {
  id: string;
  agent: string;
  created: string;
  used: string | null;
}

/** Browser in which the person is signed in; `here` is true for the one that sent the request. */
export interface SignIn {
  id: string;
  how: 'guest' | 'passkey' | 'password' | 'recovery';
  agent: string;
  created: string;
  seen: string;
  here: boolean;
}

/** Change to the ways to sign in, with the user agent of the browser that made it. */
export interface SignInChange {
  what: 'passkey_added' | 'passkey_removed' | 'password_changed' | 'password_set' | 'recovered' | 'recovery_made' | 'reset';
  agent: string;
  at: string;
  /** True if the browser of the request made the change. */
  here: boolean;
  /** True if the person has confirmed the change. */
  seen: boolean;
}

/** All ways to sign in, all current sign-ins and the recent changes. */
export interface AccountDetails {
  login: string | null;
  password: boolean;
  passkeys: PasskeyInfo[];
  /** Time when the person made their recovery code; None if there is none. */
  recovery: string | null;
  sign_ins: SignIn[];
  /** Recent changes, newest first. */
  changes: SignInChange[];
  /** True if a proof of identity is recent enough for protected actions. */
  proved: boolean;
}

/** New recovery code; only its hash is stored, so it can't be shown again. */
export interface RecoveryCode {
  code: string;
}

export type TableState = 'finished' | 'running' | 'waiting';

/** Public description of a seat; only the table's owner gets `invite`. */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: 'bot' | 'free' | 'person';
  free: 'friend' | 'open' | null;
  /** Level of the bot that plays the seat: its own bot, or one that stands in for a person. */
  level: string | null;
  /** True while the person who holds the seat has left and a bot stands in. */
  away: boolean;
  yours: boolean;
  online: boolean;
  resigned: boolean;
  team: number | null;
  /** Path of the secret link, while the seat is free. */
  invite: string | null;
  /** False if the holder asks the others to wait before the match begins. */
  ready: boolean;
}

/** The result of a match by seat; those who resigned rank behind all others. */
export interface Result {
  ranks: number[];
  scores: number[];
  reason: string;
  clause: string | null;
  resigned: number[];
}

/** The clock of a table: seconds for each move, and by seat number the deadline of each that may act. */
export interface Clock {
  seconds: number;
  deadlines: Record<string, string>;
}

/** A move whose call (a word such as “Targets!”) is still awaited, and the time limit for it. */
export interface CallClock {
  seat: number;
  move: Move;
  /** Seconds to call; None if there is no limit. */
  seconds: number | null;
  until: string | null;
}

/** A proposal that other players have to agree to: an undo, a bot as stand-in, or the end of the match. */
export interface Proposal {
  number: number;
  what: 'end' | 'stand_in' | 'undo';
  by: number;
  /** The seat for which a bot would stand in. */
  seat: number | null;
  agreed: number[];
  /** Seats that have not answered yet. */
  needed: number[];
}

/** Public description of a table: its seats, settings and progress, without the position on the board. */
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
  /** True if the table's own link opens the seats reserved for friends. */
  by_link: boolean;
  /** True for an imported match, where coach and analysis are available at any time. */
  study: boolean;
  /** True if moves may be undone even after dice, cards or replies. */
  practice: boolean;
  /** Name of the person who set it up, if seated here; else empty. */
  host: string;
  /** True if the reader set it up. */
  yours: boolean;
  your_turn: boolean;
  actors: number[];
  watching: number;
  created: string;
  changed: string;
  clock: Clock | null;
  call: CallClock | null;
  proposal: Proposal | null;
  /** For each seat that may act, the time after which others may replace its player, if absent. */
  patience: Record<string, string>;
  result: Result | null;
  /** True if its bots have less time than their level needs, because the server is busy. */
  hurried: boolean;
  /** True after a bot has failed repeatedly; it is not asked again at this position. */
  stopped: boolean;
  link: string;
  /** Id of the table of the rematch, which may still wait for other players to accept. */
  rematch: string | null;
  rematch_of: string | null;
}

/** A page of tables, most recently changed first; `more` is the cursor of the next page or None. */
export interface TableList {
  tables: TableInfo[];
  more: string | null;
}

/** Base URL of links to this server, and the places from where they work. */
export interface Address {
  /** Beginning of links to share, such as `https://play.example.org`. */
  base: string;
  /** Places from where the links work: this machine only, the local network, or everywhere. */
  reach: 'here' | 'network' | 'world';
}

/** A predicted event of a move, before any chance; in the form of an event. */
export interface Foreseen {
  name: string;
  seat: number | null;
  clause: string | null;
  params: Params;
}

/** An event of the log as the viewer may know it; its sentence is `{domain}_event_{name}`. */
export interface GameEvent {
  /** Version of the table after the change that caused it. */
  number: number;
  name: string;
  seat: number | null;
  clause: string | null;
  params: Params;
  /** Animation data packed by the game (the key frames of a flick); left out if the viewer has seen it. */
  motion?: string;
  at: string;
}

/** A move with continuous parts: its verb and the range of each part. */
export interface Ranges {
  do: string;
  ranges: Record<string, [number, number]>;
}

/** A legal move, as JSON and in one-line notation. */
export interface Offer {
  move: Move;
  notation: string;
  /** The predicted events of the move, before any chance; empty if they depend on hidden information. */
  preview: Foreseen[];
}

/** The position as one seat may know it, and the moves it may make; seat None is a spectator. */
export interface View {
  seat: number | null;
  position: Json;
  moves: Offer[];
  /** Legal moves with continuous parameters, such as a flick. */
  ranges: Ranges[];
  /** “now” if the last move can be undone at once, “ask” if all others must agree, None if it can't. */
  undo: 'ask' | 'now' | null;
  /** Version after the seat's last finished turn; later events are news to its player. */
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

/** The full state a viewer may know, sent on joining and after a gap; events since version `since`. */
export interface Whole {
  type: 'table';
  info: TableInfo;
  version: number;
  since: number;
  now: string;
  views: View[];
  chat: ChatLine[];
}

/** Confirmation that a command is durably in the log. It comes with the update that the command caused, or alone if it caused none. */
export interface Done {
  type: 'done';
  id: string;
  version: number;
  /** True if the command had been executed before, by an earlier message with the same id. */
  again: boolean;
}

/** All changes of a table from version `since` to `version`. */
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
  /** Confirmations of the reader's own commands among these changes; left out if there are none. */
  done?: Done[];
}

/** New public description of a table, after a change of seats, names, presence or rematch. */
export interface Lobby {
  type: 'lobby';
  info: TableInfo;
  now: string;
}

/** A new line of chat. */
export interface Chatted {
  type: 'chat';
  line: ChatLine;
}

/** Refusal of a command; `id` is None for a message that can't be parsed. */
export interface NotDone {
  type: 'refused';
  id: string | null;
  version: number;
  refusal: Refusal;
}

/** Answer to a `Ping`. */
export interface Pong {
  type: 'pong';
  now: string;
}

/** Notice that the server stops; a client reconnects after a moment. */
export interface Bye {
  type: 'bye';
}

/** All tables of the signed-in person, sent on `/api/me/live` at once and whenever one of them changes. */
export interface Mine {
  type: 'mine';
  tables: TableInfo[];
}

/** All public tables, sent on `/api/open/live` at once and whenever one of them changes. */
export interface OpenTables {
  type: 'open';
  /** Tables with an open seat, most recently changed first. */
  joinable: TableInfo[];
  /** Running tables that can be watched. */
  running: TableInfo[];
}

export type Message = Whole | Update | Lobby | Chatted | Done | NotDone | Pong | Bye | Mine | OpenTables;

/** Name and version of a software component, and its licence. */
export interface Licence {
  name: string;
  version: string;
  identifier: string;
  /** Full text of the licence, for components shipped with the project; empty for installed packages. */
  text: string;
}

/** Licences of the components of the pages, and of the program that serves them. */
export interface Licences {
  pages: Licence[];
  program: Licence[];
}

/** Version of the server, for bug reports. */
export interface ServerVersion {
  version: string;
  /** True if the rules run as compiled modules. */
  compiled: boolean;
}

/** One step of a match for one viewer: a move or an outcome of chance, its events, the position after it. Step 0 is the starting position. `move`, `notation` and `chance` are left out where the viewer may not know them. */
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

/** A page of steps, numbered from `first`; `count` is the total number of steps, step 0 included. */
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

/** The coach's rating of a move: its win chance, and the visits of the search behind that number. */
export interface Opinion {
  move: Move;
  notation: string;
  value: number;
  visits: number;
  /** Reasons for the rating, most important first, where they were requested. */
  reasons: Reason[];
}

/** The coach's ratings of the moves of a seat, the best first. */
export interface Hint {
  seat: number;
  version: number;
  /** True if the ratings come from the solution of the game, False if from a search. */
  exact: boolean;
  opinions: Opinion[];
  /** The main difference between the best move and the second best. */
  instead: Reason | null;
}

/** Win chances after a step by seat; None where unknown. */
export interface Chances {
  step: number;
  win: (number | null)[];
}

export type Rating = 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake';

/** A decision of a match: the move that was played, the best one, and the loss between them. */
export interface Decision {
  step: number;
  seat: number;
  played: Opinion;
  best: Opinion;
  loss: number;
  rating: Rating;
  /** The main difference between the two moves, if the loss gets a comment. */
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
  /** By seat, the share of the available win chance that it kept, averaged over its decisions. */
  accuracy: (number | null)[];
}

/** Progress of the analysis of a match; poll until `analysis` is set. Without a poll for 10 s it pauses. */
export interface AnalysisState {
  /** Number of steps analysed so far, out of `steps`; both are 0 before it has begun. */
  step: number;
  steps: number;
  /** Number of other tasks queued before its next one. */
  place: number;
  analysis: Analysis | null;
}

/** The coach's ratings so far: of the best moves of a position, and of the one that was played. */
export interface Studied {
  /** The seat that decides; None if there is no decision, or none that the coach can rate. */
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

/** A completed step: the move that was made, if any, and the outcomes of chance that were not scripted. */
export interface Turn {
  move: Json;
  chance: Json[];
}

/** A lesson in the list of a course. */
export interface LessonInfo {
  name: string;
  title: Said;
  /** Approximate duration in seconds. */
  seconds: number;
  /** True if the person has completed it. */
  taken: boolean;
  /** The clauses it teaches. */
  clauses: string[];
}

/** The current step of a lesson; `ask` is None when the lesson is over. */
export interface LessonState {
  number: number;
  steps: number;
  /** Names of the players at the other seats. */
  names: string[];
  ask: Said | null;
  /** True if the step is only read. */
  reads: boolean;
  /** True if the step begins at a position of its own, not at the one that was reached. */
  anew: boolean;
  clauses: string[];
  view: View;
  actors: number[];
  /** A move whose place on the board is highlighted. */
  point: Move | null;
  /** A move that passes, shown on demand. */
  answer: Move | null;
}

/** The result of an attempt. */
export interface LessonTried {
  right: boolean;
  said: Said | null;
  refusal: Refusal | null;
  events: GameEvent[];
  /** Position after the events; the next step may begin at another one. */
  position: Json;
  /** The completed step, to be appended to `turns` in later requests; None if the attempt was wrong. */
  turn: Turn | null;
}

/** A lesson after a request: the result of the attempt and the current step. */
export interface LessonTaken {
  title: Said;
  tried: LessonTried | null;
  state: LessonState;
  /** Name of the next lesson of the course; None after the last. */
  next: string | null;
}

/** The practice table after a move. */
export interface Practised {
  view: View;
  events: GameEvent[];
  /** True if the seat has no move at this position. */
  over: boolean;
  /** True if the move met the goal; None without a goal. */
  met: boolean | null;
}

/** The end of one try: the spot in metres, on what, and whether the own tower fell. */
export interface End {
  x: number;
  y: number;
  on: 'centre' | 'disc' | 'lost' | 'pile' | 'stays' | 'table';
  falls: boolean;
}

/** The end positions of many simulations of one move. */
export interface Tries {
  ends: End[];
}

/** Seat plan: the person who sets up the table sits here. */
export interface SeatMe {
  who: 'me';
}

/** Seat plan: another player at the same screen, by name; the person who sets up the table holds it. */
export interface SeatHere {
  who: 'here';
  name: string;
}

/** Seat plan: reserved for a friend, who takes it with the secret link. */
export interface SeatFriend {
  who: 'friend';
  name?: string;
}

/** Seat plan: open to anyone who can see the table. */
export interface SeatOpen {
  who: 'open';
}

/** Seat plan: a bot of this level. */
export interface SeatBot {
  who: 'bot';
  level: string;
}

export type SeatPlan = SeatMe | SeatHere | SeatFriend | SeatOpen | SeatBot;

/** Time limit of each move in seconds; when it expires, a bot makes the move. */
export interface ClockPlan {
  seconds: number;
}

/** Request to set up a table; its match starts as soon as no seat is free. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, Json>;
  title?: string;
  /** True to show the table in the public list. */
  public?: boolean;
  /** True if anyone with the link may watch. */
  spectators?: boolean;
  chat?: boolean;
  /** True if players may ask the coach for hints; None: only if no seat is open or reserved for a friend. */
  hints?: boolean | null;
  /** True if the table's own link, `/t/{id}`, opens the seats reserved for friends; ignored if public. */
  by_link?: boolean;
  /** True to allow undo of moves that dice, cards or replies have followed; for one person against bots. */
  practice?: boolean;
  clock?: ClockPlan | null;
}

/** Play a move that is based on a version of the table. */
export interface Play {
  do: 'play';
  id: string;
  seat: number;
  version: number;
  move: Move | string;
}

/** Undo the seat's last move; if the other players have to agree, propose it to them. */
export interface Undo {
  do: 'undo';
  id: string;
  seat: number;
  version: number;
}

/** Undo all moves of the seat's turn that can still be undone. */
export interface Reset {
  do: 'reset';
  id: string;
  seat: number;
  version: number;
}

/** Accept a proposal by its number. */
export interface Agree {
  do: 'agree';
  id: string;
  seat: number;
  proposal: number;
}

/** Reject a proposal by its number, or withdraw one's own. */
export interface Decline {
  do: 'decline';
  id: string;
  seat: number;
  proposal: number;
}

/** Resign; the match ends, or a bot plays the seat on if other sides are still in play. */
export interface Resign {
  do: 'resign';
  id: string;
  seat: number;
}

/** Leave the table and let a bot of this level stand in; None: the default level. */
export interface Leave {
  do: 'leave';
  id: string;
  seat: number;
  level?: string | null;
}

/** Return to the table and take over from the bot. */
export interface Return {
  do: 'return';
  id: string;
  seat: number;
}

/** Propose that a bot stands in for a player who is away and overdue; connected players have to agree. */
export interface StandIn {
  do: 'stand_in';
  id: string;
  seat: number;
  absent: number;
}

/** Propose to end the match without a winner; all players have to agree, except those away and overdue. */
export interface EndGame {
  do: 'end';
  id: string;
  seat: number;
}

/** Send a line of chat; while the match runs, players don't see what spectators write. */
export interface Say {
  do: 'chat';
  id: string;
  text: string;
}

export type Command = Play | Undo | Reset | Agree | Decline | Resign | Leave | Return | StandIn | EndGame | Say;

/** An attempt at a step: a move, or None to continue at a step that is only read. */
export interface Try {
  move?: Move | null;
}

/** Request for a lesson: the completed steps so far, and an attempt at the next one if there is one. The server is stateless here: `turns` are those of its earlier answers. */
export interface TakeLesson {
  turns?: Turn[];
  tries?: Try | null;
}

/** A request at the practice table: a move at the position of the last answer; None is the start. */
export interface Practise {
  position?: Json;
  move?: Move | null;
  /** Seat of the person; other than the first only if the position comes from a match. */
  seat?: number;
  /** Name of a goal of the game to practise; None for free practice. */
  goal?: string | null;
}

/** A match as one reader sees it: the seat whose eyes look, what was told to it so far, and what it may do now. */
import type { Face } from '../games/face';
import { continueLog, type LiveTable, type News } from './live.svelte';
import type { GameEvent, GameInfo } from './protocol';
import { covered, eyes } from './seating';
import { seatName } from './seats';
import { deeds, doneByOthers } from './since';
import { Stage } from './stage.svelte';
import { sidesOf } from './teams';
import { telling } from './telling';
import { say } from './words.svelte';

export class Match {
  readonly table: LiveTable;
  readonly game: GameInfo;
  readonly face: Face;
  readonly stage: Stage;
  /** The seat whose eyes look; one screen may hold several of mine. */
  seat = $state<number | null>(null);
  /** Whether the server has told the first position. */
  begun = $state(false);
  #uncovered = $state<number | null>(null);
  /** The events known to each of my seats. */
  #logs = $state.raw<Map<number | null, GameEvent[]>>(new Map());
  /** The version that was last heard of. */
  #heard = 0;

  constructor(table: LiveTable, game: GameInfo, face: Face) {
    [this.table, this.game, this.face] = [table, game, face];
    const tell = telling(face, () => this.names, () => !this.cover);
    this.stage = new Stage(face, { ...tell, shown: () => this.#turn() });
  }

  readonly info = $derived.by(() => this.table.info!);
  readonly names = $derived(this.info.seats.map((seat, number) => seatName(seat, number)));
  /** Seats that are mine and still play. */
  readonly mine = $derived(this.info.seats.filter((seat) => seat.yours && !seat.resigned).map((seat) => seat.seat));
  readonly view = $derived.by(() => this.table.views.find((one) => one.seat === this.seat) ?? this.table.views[0]);
  readonly #secret = $derived.by(() => this.game.hidden && (!this.begun || (this.face.secret?.(this.stage.position) ?? true)));
  /** Whether the screen is covered until the next player has taken it. */
  readonly cover = $derived(covered(this.#secret, this.mine, this.seat, this.#uncovered) && this.info.state === 'running');
  /** The view of everybody, where one screen goes from hand to hand. */
  readonly #common = $derived.by(() => (this.#secret && this.mine.length > 1 ? this.table.views.find((one) => one.seat === null) : undefined));
  /** Whether there is something to show to whoever looks now. */
  readonly visible = $derived(this.begun && (!this.cover || this.#common !== undefined));
  readonly position = $derived.by(() => (this.cover && this.#common ? this.#common.position : this.stage.position));
  readonly idle = $derived.by(() => !this.stage.busy && this.table.pending === 0);
  readonly offers = $derived(this.idle && !this.cover ? (this.view?.moves ?? []) : []);
  readonly ranges = $derived(this.idle && !this.cover ? (this.view?.ranges ?? []) : []);
  /** My move that still waits for a word. */
  readonly call = $derived(this.idle && !this.cover && this.info.call?.seat === this.seat ? this.info.call : null);
  readonly actors = $derived.by(() => (this.stage.busy ? (this.stage.event?.seat == null ? [] : [this.stage.event.seat]) : this.info.actors));
  readonly myTurn = $derived(this.idle && this.seat !== null && this.info.actors.includes(this.seat));
  readonly over = $derived(this.info.state === 'finished' && this.idle);
  readonly prompt = $derived.by(() => this.#prompt());
  readonly log = $derived.by(() => {
    const known = this.#logs.get(this.cover ? null : (this.view?.seat ?? null)) ?? [];
    return known.slice(0, known.length - this.stage.untold);
  });
  readonly marks = $derived.by(() => this.info.seats.map(({ seat }) => (this.begun ? this.face.mark?.(seat, this.stage.position) : undefined) ?? seat));
  readonly sides = $derived(sidesOf(this.info.seats, this.marks));
  /** The last event that is worth a look; a card drawn unseen is not, other rules are. */
  readonly last = $derived.by(() => this.log.findLast((event) => this.face.pace(event) > 0 || event.name.startsWith('server.rules_')) ?? this.log.at(-1));
  /** The version after my last turn. */
  readonly since = $derived(this.view?.seat === this.seat ? (this.view?.since ?? 0) : 0);
  /** The events of others since my last turn. */
  readonly recent = $derived(this.seat === null || this.info.state === 'finished' ? [] : doneByOthers(this.log, this.since, this.seat));
  readonly done = $derived.by(() => deeds(this.recent, this.names, this.face.brief ?? ((event) => this.face.pace(event) > 0), this.face.weight));
  /** The parts of each seat's score, once the match is over. */
  readonly scores = $derived.by(() => (this.over && this.face.score ? this.info.seats.map((one) => this.face.score?.(this.stage.position, one.seat) ?? []) : []));
  /** The position in sentences. */
  readonly words = $derived.by(() => (this.visible ? this.face.describe(this.position, this.names) : []));

  /** Hear what came so far, and from then on what is new. */
  listen(): void {
    this.table.listen((news) => this.hear(news));
  }

  /** Take in views of the server: the first is shown at once, later ones event by event. */
  hear({ since, version, views }: News): void {
    // Whoever has seen a table from its beginning watches its first move too.
    const first = !this.begun || (since === 0 && this.#heard > 0);
    this.#heard = version;
    if (first) this.seat = eyes(this.mine, this.info.actors, this.seat);
    const own = views.find((one) => one.seat === this.seat) ?? views[0];
    // What happens is watched by all around a screen; only then it goes to the next.
    const seen = first ? own : (views.find((one) => this.#common && one.seat === null) ?? own);
    if (!seen) return;
    if (first) {
      this.#logs = new Map(views.map((one) => [one.seat, continueLog([], one.events)]));
      this.stage.set(seen.position);
      this.begun = true;
    } else {
      this.#logs = new Map(views.map((one) => [one.seat, continueLog(this.#logs.get(one.seat) ?? [], one.events)]));
      void this.stage.show({ position: seen.position, events: seen.events });
    }
  }

  /** The player whose turn it is has taken the screen. */
  uncover(): void {
    this.#uncovered = this.seat;
  }

  #prompt(): string {
    if (!this.begun || this.cover) return '';
    const { seat, actors, names, mine, offers, stage } = this;
    if (stage.busy) return actors[0] === undefined || actors[0] === seat ? '' : say('web_waiting_for', { who: names[actors[0]] ?? '' });
    const asked = this.face.prompt({ position: stage.position, seat, actors, names, offers });
    const several = mine.length > 1 && seat !== null && actors.includes(seat);
    return several ? say('web_prompt_for', { who: names[seat] ?? '', prompt: asked }) : asked;
  }

  /** Once all was watched, the screen belongs to whoever acts next. */
  #turn(): void {
    const before = this.seat;
    const shared = this.#common !== undefined;
    this.seat = eyes(this.mine, this.info.actors, this.seat);
    const own = this.table.views.find((one) => one.seat === this.seat);
    if (own && (shared || this.seat !== before)) this.stage.set(own.position);
  }
}

/** Behind the end of a match: its key moment, a rematch, the next opponent, a lesson that fits. */
import { api, Refused } from './api';
import { challengeOf, decided, endingOf, fittingLesson, headlineOf, rematchSeats, winnersOf } from './ending';
import type { Match } from './match.svelte';
import { byBots, keyMoment } from './mistakes';
import type { Decision, Json, LessonInfo, Refusal, TableInfo } from './protocol';
import { go } from './route.svelte';
import { sharePicture } from './share';
import { againstBots, setTable } from './start';
import { list, say } from './words.svelte';

export class Aftermath {
  readonly match: Match;
  refusal = $state.raw<Refusal | null>(null);
  /** How far the search for the key moment is, in words; null while none is under way. */
  progress = $state.raw<string | null>(null);
  searched = $state(false);
  moment = $state.raw<{ decision: Decision; before: Json } | null>(null);
  #lessons = $state.raw<LessonInfo[]>([]);
  #following = $state.raw<TableInfo | null>(null);
  #left = false;

  constructor(match: Match) {
    this.match = match;
  }

  readonly ending = $derived.by(() => (this.match.info.result ? endingOf(this.match.info, this.match.names, this.match.face, this.match.stage.position) : null));
  /** The next stronger bot, after a win. */
  readonly challenge = $derived.by(() => (this.ending ? challengeOf(this.match.info, this.match.game, this.ending.ended) : null));
  /** The lesson that fits, after a loss. */
  readonly lesson = $derived.by(() => (this.ending?.ended === 'lost' ? fittingLesson(this.#lessons, this.moment?.decision.instead?.clause ?? null) : null));
  /** The seats that have won. */
  readonly winners = $derived.by(() => winnersOf(this.match.info));
  /** Whether there is reason for joy: my side has won, or any where I took none. */
  readonly joy = $derived.by(() => this.match.over && this.ending !== null && ['won', 'shared', 'watched'].includes(this.ending.ended));
  /** Whether I may ask for a rematch. */
  readonly plays = $derived.by(() => this.match.info.seats.some(({ yours }) => yours));
  readonly seating = $derived.by(() => (this.plays && this.match.info.seats.length > 1 ? say('web_rematch_seats', { who: rematchSeats(this.match.info, this.match.names) }) : ''));
  /** Those who wait at the table of the rematch, in a sentence. */
  readonly waiting = $derived.by(() => {
    const there = this.#following?.state === 'waiting' ? this.#following.seats.filter(({ kind, yours }) => kind === 'person' && !yours).map(({ name }) => name) : [];
    return there.length ? say('web_rematch_ready', { who: list(there), count: there.length }) : '';
  });

  /** Look for what helps after a loss: the key moment of my own play, and a lesson. */
  async learn(): Promise<void> {
    if (this.ending?.ended !== 'lost') return;
    const { game } = this.match;
    if (game.lessons) this.#lessons = await api.lessons(game.name).catch(() => []);
    if (game.levels.length) await this.search();
  }

  /** See who waits at the table of the rematch. */
  async follow(rematch: string | null): Promise<void> {
    this.#following = rematch === null ? null : await api.table(rematch).catch(() => null);
  }

  /** Look for the decision that lost most, of a loser's own or of all; the analysis takes a while and says how far it is. */
  async search(): Promise<void> {
    if (this.searched) return;
    this.searched = true;
    this.progress = say('web_analysis_thinking');
    const { info, log } = this.match;
    await this.#tried(async () => {
      for (let state = await api.analysis(info.id); !this.#left; state = await api.analysis(info.id)) {
        if (state.steps) this.progress = say('web_analysis_progress', { step: state.step, steps: state.steps });
        if (!state.analysis) continue;
        const { steps } = await api.steps(info.id, 0);
        const decision = keyMoment(state.analysis, this.#blamed(), byBots(steps, log));
        const before = decision && (steps[decision.step - 1] ?? (await api.steps(info.id, decision.step - 1)).steps[0]);
        if (decision && before) this.moment = { decision, before: before.position };
        break;
      }
    });
    this.progress = null;
  }

  async rematch(): Promise<void> {
    await this.#asked(async () => go((await api.rematch(this.match.info.id)).link));
  }

  /** A new match against the next stronger bot. */
  async meetNext(): Promise<void> {
    const { info, game } = this.match;
    await this.#asked(() => setTable({ game: game.name, options: info.options, seats: againstBots(info.seats.length, this.challenge ?? '') }));
  }

  async share(): Promise<void> {
    const { info, game, names, marks } = this.match;
    const headline = headlineOf(info, names);
    const scores = names.map((name, seat) => ({ mark: marks[seat] ?? seat, name, score: info.result?.reason.startsWith('server.') ? null : (info.result?.scores[seat] ?? null) }));
    const board = document.querySelector<HTMLElement>('.play .board');
    await this.#tried(() => sharePicture(board, { file: `${game.name}-${info.id}.png`, game: game.title, headline, line: decided(info, names), scores }));
  }

  /** The page is left: nothing is asked any more. */
  leave(): void {
    this.#left = true;
  }

  /** Whose decisions are looked at: a loser's own, else those of all. */
  #blamed(): number[] {
    return this.ending?.ended === 'lost' ? this.ending.mine : this.match.info.seats.map(({ seat }) => seat);
  }

  /** Do what has a button at the table: a refusal is shown where those of moves are. */
  async #asked(action: () => Promise<void>): Promise<void> {
    await this.#tried(action);
    this.match.table.refusal = this.refusal;
    this.refusal = null;
  }

  async #tried(action: () => Promise<void>): Promise<void> {
    this.refusal = null;
    try {
      await action();
    } catch (failure) {
      if (failure instanceof Refused) this.refusal = failure.refusal;
      else if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure; // the reader closed the browser's own dialog
    }
  }
}

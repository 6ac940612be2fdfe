import { beforeEach, describe, expect, it, vi } from 'vitest';
import { featured, inRows } from '../src/lib/featured';
import { cameTooLate, freeSeats, notReady, seatsToTake } from '../src/lib/lobby';
import type { GameInfo, SeatInfo, TableInfo } from '../src/lib/protocol';
import { optionsFor, remember, remembered, soloTable, usualOptions, usualSetup } from '../src/lib/setup';
import { covered, idle, possible, presetOf, whatApplies, type Choices } from '../src/lib/terms';
import { choicesOf } from '../src/games/face';
import { speak } from '../src/lib/words.svelte';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });

const ENUM = (...values: string[]) => ({ enum: values, default: values[0]! });
const GAME = {
  name: 'touche', title: 'Touché', seat_counts: [2, 3, 4, 6], minutes: [20, 40], lessons: 1,
  characters: ['weak', 'casual', 'strong'].map((level) => ({ level, name: level, look: null, against: null, wins: null })),
  options: { properties: { patterns: ENUM('squares', 'lines', 'crosses', 'pros'), calls: ENUM('auto', 'spoken'), teams: { enum: [2, 3], default: 2 }, starter: ENUM('blue', 'random') } },
} as unknown as GameInfo;
const CHOICES: Choices = {
  presets: ['squares', 'lines', 'crosses', 'pros'].map((patterns) => ({ name: `web_touche_preset_${patterns}`, options: { patterns } })),
  needs: { teams: { players: 6 } },
};
const NOTHING = { practice: false, clock: null, public: false, hints: false };

beforeEach(() => kept.clear());

describe('a table that is set up', () => {
  it('lets chance decide who starts, where a game leaves the choice', () => {
    expect(usualOptions(GAME.options)['starter']).toBe('random');
    expect(usualOptions({ properties: { starter: ENUM('blue') } })).toEqual({ starter: 'blue' });
  });

  it('is found again as it was set up last, as far as its game still knows it', () => {
    remember(GAME, { level: 'strong', count: 4, options: { patterns: 'lines', gone: true }, touched: ['patterns', 'gone'], practice: true });
    expect(remembered(GAME)).toEqual({ level: 'strong', count: 4, options: { ...usualOptions(GAME.options), patterns: 'lines' }, touched: ['patterns'], practice: true });
    remember(GAME, { level: 'nobody', count: 5, options: { patterns: 'circles' }, touched: [], practice: false });
    expect(remembered(GAME)).toEqual(usualSetup(GAME));
    kept.set('ludotheque.setup.touche', 'nonsense');
    expect(remembered(GAME)).toEqual(usualSetup(GAME));
  });

  it('has calls made by people among people, unless somebody chose', () => {
    const setup = usualSetup(GAME);
    expect(soloTable(GAME, setup).options['calls']).toBe('auto');
    expect(optionsFor(GAME, setup, [{ who: 'me' }, { who: 'friend' }])['calls']).toBe('spoken');
    expect(optionsFor(GAME, { ...setup, touched: ['calls'] }, [{ who: 'me' }, { who: 'friend' }])['calls']).toBe('auto');
  });

  it('says in a few words what applies', async () => {
    await speak('en', true);
    const usual = usualOptions(GAME.options);
    expect(whatApplies(GAME, CHOICES.presets, usual, NOTHING)).toEqual(['Squares', 'calls are made for you', 'who starts is drawn']);
    const other = { ...usual, patterns: 'lines', calls: 'spoken', starter: 'blue', teams: 3 };
    const told = whatApplies(GAME, CHOICES.presets, other, { practice: true, clock: 60, public: true, hints: true });
    expect(told.slice(0, 3)).toEqual(['Lines', 'you call yourself', 'Teams for six: Three teams of two']);
    expect(told.slice(-4)).toEqual(['practice', '1 minute a move', 'in the list of open tables', 'hints are allowed']);
    expect(whatApplies(GAME, [], usual, { ...NOTHING, clock: 0 })).toContain('no clock');
  });
});

describe('presets', () => {
  it('stand for the list of their option, and what has no effect is not shown', () => {
    expect(covered(CHOICES.presets, GAME.options)).toEqual(['patterns']);
    expect(idle(CHOICES, GAME.options, usualOptions(GAME.options), 4)).toEqual(['teams']);
    expect(idle(CHOICES, GAME.options, usualOptions(GAME.options), 6)).toEqual([]);
    expect(idle(CHOICES, GAME.options, { ...usualOptions(GAME.options), teams: 3 }, 4)).toEqual([]);
    expect(presetOf(CHOICES.presets, { patterns: 'pros' })?.name).toBe('web_touche_preset_pros');
  });

  it('are offered to those who can play them', () => {
    const schema = { properties: { partners: { type: 'boolean', default: false } } };
    const choices: Choices = { presets: [{ name: 'alone', options: { partners: false } }, { name: 'pairs', options: { partners: true } }], needs: { partners: { players: 4 } } };
    expect(possible(choices, schema, 3).map(({ name }) => name)).toEqual(['alone']);
    expect(possible(choices, schema, 4)).toHaveLength(2);
  });

  it('have names and options that exist', async () => {
    await speak('en', true);
    expect((await choicesOf('no_such_game')).presets).toEqual([]);
    for (const name of ['touche', 'zoch', 'blackrock']) {
      const { presets } = await choicesOf(name);
      expect(presets.length).toBeGreaterThan(1);
      expect(whatApplies({ ...GAME, name, options: {} }, presets, presets[0]!.options, NOTHING)[0]).not.toContain('preset');
    }
  });
});

describe('the first page', () => {
  const games = [
    { name: 'long', minutes: [45, 60], lessons: 3 }, { name: 'short', minutes: [10, 20], lessons: 3 }, { name: 'other', minutes: [10, 15], lessons: 1 },
    { name: 'untaught', minutes: [1, 2], lessons: 0 },
  ] as GameInfo[];
  const met = (...names: string[]) => ({ name }: GameInfo): boolean => !names.includes(name);

  it('features a short game first, then what is new, then what was played last', () => {
    expect(featured([], () => true, null)).toBeNull();
    expect(featured(games.slice(3), () => false, null)).toMatchObject({ game: { name: 'untaught' }, why: 'first' });
    expect(featured(games, () => true, null)).toMatchObject({ game: { name: 'short' }, why: 'first' });
    expect(featured(games, met('short'), 'short')).toMatchObject({ game: { name: 'long' }, why: 'new' });
    expect(featured(games, () => true, 'long')).toMatchObject({ game: { name: 'short' }, why: 'new' });
    expect(featured(games, () => false, 'other')).toMatchObject({ game: { name: 'other' }, why: 'again' });
    expect(featured(games, () => false, null)).toMatchObject({ game: { name: 'short' }, why: 'first' });
  });

  it.each([[4, 4, 4], [4, 3, 2], [5, 4, 3], [6, 4, 3], [7, 4, 4], [1, 4, 1], [0, 4, 1], [4, 1, 1]])('shares %i games where %i fit in rows of %i', (count, fit, columns) => {
    expect(inRows(count, fit)).toBe(columns);
  });
});

describe('a table that waits', () => {
  const seat = (more: Partial<SeatInfo>): SeatInfo => ({ seat: 0, name: '', kind: 'person', free: null, yours: false, ready: true, ...more }) as SeatInfo;
  const seats = [seat({ name: 'Ada' }), seat({ seat: 1, kind: 'free', free: 'friend' }), seat({ seat: 2, kind: 'free', free: 'open' }), seat({ seat: 3, name: 'Bo', ready: false })];

  it('is open to its link, or only where anybody may sit', () => {
    expect(seatsToTake({ seats, by_link: true }).map((one) => one.seat)).toEqual([1, 2]);
    expect(seatsToTake({ seats, by_link: false }).map((one) => one.seat)).toEqual([2]);
    expect(freeSeats({ seats })).toHaveLength(2);
    expect(notReady({ seats }).map(({ name }) => name)).toEqual(['Bo']);
  });

  it('is told to be under way to the invited alone', () => {
    const running = { seats, by_link: true, yours: false, state: 'running' } as TableInfo;
    expect(cameTooLate(running, null)).toBe(true);
    expect(cameTooLate({ ...running, by_link: false }, null)).toBe(false);
    expect(cameTooLate({ ...running, by_link: false }, { seat: 1, key: 'k' })).toBe(true);
    for (const not of [{ yours: true }, { state: 'waiting' }, { state: 'finished' }, { seats: [seat({ yours: true })] }]) {
      expect(cameTooLate({ ...running, ...not } as TableInfo, null)).toBe(false);
    }
  });
});

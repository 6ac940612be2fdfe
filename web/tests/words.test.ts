import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folders, LANGUAGES, sentences } from '../scripts/sentences.mjs';
import { factsOf } from '../src/lib/facts';
import { compiled } from '../src/lib/sentences';
import { bestLanguage, eventText, figuresText, keyOf, refusalText, say, speak, tell, whyText } from '../src/lib/words.svelte';

type Message = string | { declarations: string[]; match: Record<string, string> }[];

/** The names in braces of a sentence, in all its forms. */
function holes(message: Message): string[] {
  const forms = typeof message === 'string' ? [message] : message.flatMap((one) => Object.values(one.match));
  const found = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''));
  return [...new Set(found)].sort();
}

describe('the sentences', () => {
  const all = Object.fromEntries(LANGUAGES.map((language) => [language, sentences(language) as Record<string, Message>]));

  test.each(LANGUAGES)('are all there in %s', (language) => {
    const keys = Object.keys(all['en'] ?? {}).sort();
    expect(Object.keys(all[language] ?? {}).sort()).toEqual(keys);
    for (const [key, message] of Object.entries(all[language] ?? {})) {
      const forms = typeof message === 'string' ? [message] : message.flatMap((one) => Object.values(one.match));
      expect(forms.every((form) => form.trim().length > 0), key).toBe(true);
    }
  });

  test.each(['fr', 'de'])('leave nothing out in %s that English fills in', (language) => {
    for (const [key, message] of Object.entries(all['en'] ?? {})) {
      expect([key, holes(all[language]?.[key] ?? '')]).toEqual([key, holes(message)]);
    }
  });

  test('are written once', () => {
    const keys = folders().flatMap((folder) => Object.keys(JSON.parse(readFileSync(join(folder, 'en.json'), 'utf-8')) as object));
    expect(keys.length).toBe(new Set(keys).size);
  });

  test('in French keep the marks of a sentence on its line', () => {
    for (const [key, message] of Object.entries(all['fr'] ?? {})) {
      if (key.startsWith('web_')) expect(JSON.stringify(message), key).not.toMatch(/[^\s"{}] [;:!?»](?!\/)(?!\w)|« /);
    }
  });
});

describe('speaking', () => {
  beforeAll(() => speak('en'));

  const names = ['Ada', 'Ben'];
  const removes = { code: 'exxtra.removes', params: { who: '@seat:1', value: 64, slot: 5 }, clause: null, error: 0, form: '' };
  const slows = { code: 'exxtra.theirs_than', params: { spaces: 3.9, other_spaces: 5 }, clause: null, error: 0.2, form: '' };

  test('a reason says "you" to whom it is about, and the name to all others', () => {
    expect(whyText(removes, { names, seat: 0, reader: 0 })).toBe('It removes Ben’s 64.');
    expect(whyText(removes, { names, seat: 0, reader: 1 })).toBe('It removes your 64.');
    expect(whyText(slows, { names, seat: 0, reader: 0 })).toBe('It slows Ben down, to about 4 spaces by the next turn.');
    expect(whyText(slows, { names, seat: 1, reader: 0 })).toBe('It slows you down, to about 4 spaces by the next turn.');
    expect(whyText(slows, { names: [...names, 'Cleo'], seat: 0, reader: 0 })).toBe('It slows the others down, to about 4 spaces by the next turn.');
  });

  test('a reason is told in the form that fits its numbers, with the numbers behind it', () => {
    expect(whyText({ ...slows, form: 'stopped' }, { names, seat: 0, reader: 0 })).toBe('It hardly lets Ben advance.');
    expect(figuresText(slows, { names, seat: 0, reader: 0 })).toContain('3.9, after the other move 5');
    expect(figuresText({ ...removes, code: 'exxtra.lost' }, { names, seat: 0, reader: 0 })).toBe('');
  });

  const event = { number: 1, name: 'exxtra.pair', seat: 0, clause: 'EXXTRA-10', params: { steps: 1, to: 4 }, at: '' };

  test('an event is a sentence with the name of its seat, in the right number', () => {
    expect(eventText(event, ['Ada'])).toBe('A pair! Ada advances 1 space to 4.');
    expect(eventText({ ...event, params: { steps: 2, to: 5 } }, ['Ada'])).toBe('A pair! Ada advances 2 spaces to 5.');
  });

  test('a refusal is a sentence, and a list in it is joined', () => {
    const params = { game: 'Exxtra', seats: '9', allowed: ['2', '3', '4'] };
    const refusal = { kind: 'unreadable', code: 'core.seats', clause: null, params, version: null };
    expect(refusalText(refusal)).toBe('Exxtra can’t be played with 9 seats, only with 2, 3, and 4.');
  });

  test('a parameter that begins with @ is a sentence of its own', () => {
    expect(say('web_waiting_for', { who: '@web_guest' })).toBe('Guest is playing.');
  });

  test('a code nobody wrote a sentence for is shown as it is', () => {
    expect(tell('exxtra_event_unheard_of')).toBe('exxtra_event_unheard_of');
  });

  test('the key of a code names its kind', () => {
    expect(keyOf('exxtra.slot_taken', 'refusal')).toBe('exxtra_refusal_slot_taken');
  });

  test('a parameter may name another seat, or a choice between several things', () => {
    const removed = { ...event, name: 'exxtra.remove', params: { slot: 5, value: '52', by: 1, by_who: '@seat:1', by_slot: 4, by_value: '64' } };
    expect(eventText(removed, ['Ada', 'Bo'])).toBe('Bo’s 64 on slot 4 removes Ada’s 52 from slot 5: it lies lower, and 52 is not higher.');
    expect(eventText(removed, ['Ada'])).toContain('#1’s 64');
    expect(tell('targi_refusal_cannot_pay', { price: ['@or', '@targi_amount_dates:1&@targi_amount_pepper:2', '@targi_amount_gold:1'] }))
      .toContain('1 date and 2 pepper or 1 gold');
    const three = '@targi_amount_dates:1&@targi_amount_salt:2&@targi_amount_pepper:1';
    expect(tell('targi_refusal_cannot_pay', { price: ['@or', three, three] }))
      .toContain('1 date, 2 salt and 1 pepper, or 1 date, 2 salt and 1 pepper');
    expect(tell('targi_refusal_cannot_pay', { price: ['@or', three] })).toContain('1 date, 2 salt, and 1 pepper');
  });

  test('another language can be spoken at any time', async () => {
    await speak('fr');
    expect(eventText(event, ['Ada'])).toBe('Une paire ! Ada avance de 1 case, jusqu’à 4.');
    await speak('en');
  });

  test('the first wish we can fulfil decides the language', () => {
    expect(bestLanguage(['it-IT', 'de-CH', 'fr'])).toBe('de');
    expect(bestLanguage(['it'])).toBe('en');
  });
});

describe('for how many a game is', () => {
  const minutes: [number, number] = [30, 45];

  test.each([
    ['en', [2, 3, 4, 6], '2, 3, 4 or 6 players, 30 to 45 minutes'],
    ['fr', [2, 3, 4, 6], '2, 3, 4 ou 6 joueurs, 30 à 45 minutes'],
    ['de', [2, 3, 4, 6], '2, 3, 4 oder 6 Personen, 30 bis 45 Minuten'],
    ['en', [2, 3, 4, 5, 6], '2 to 6 players, 30 to 45 minutes'],
    ['de', [2], '2 Personen, 30 bis 45 Minuten'],
  ] as const)('is said in %s without counts it does not allow: %j', async (language, counts, facts) => {
    await speak(language);
    expect(factsOf({ seat_counts: [...counts], minutes })).toBe(facts);
  });
});

test('a fraction is written with the decimal sign of the language', async () => {
  await speak('de');
  expect(tell('targets_detail_flick', { azimuth: 0, speed: 1.45 })).toContain('1,45');
});

test('sentences that came from elsewhere are filled in, and their plural chosen', () => {
  const forms = { declarations: ['input count', 'local n = count: plural'], selectors: ['n'], match: { 'n=one': '{count} Punkt', 'n=*': '{count} Punkte' } };
  const words = compiled({ pig_event_hold: '{who} hat {score}.', pig_points: [forms] }, 'de');
  expect(words['pig_event_hold']?.({ who: 'Ada', score: 7 })).toBe('Ada hat 7.');
  expect([1, 2].map((count) => words['pig_points']?.({ count }))).toEqual(['1 Punkt', '2 Punkte']);
});

/** Sentences as the files write them, made into functions: those of games that the pages were built without. */
import type { Sentence } from './protocol';

export type Words = Record<string, (params?: Record<string, unknown>) => string>;

const PLURAL = /^local (\w+) = (\w+): plural$/;

/** All sentences of a game in a language, as functions of what they are about. */
export function compiled(written: Record<string, Sentence>, language: string): Words {
  const rules = new Intl.PluralRules(language);
  return Object.fromEntries(
    Object.entries(written).map(([key, sentence]) => [key, (params = {}) => filled(form(sentence, params, rules) ?? key, params)]),
  );
}

/** The form that fits the parameters, in the order written. */
function form(sentence: Sentence, params: Record<string, unknown>, rules: Intl.PluralRules): string | undefined {
  if (typeof sentence === 'string') return sentence;
  const [variants] = sentence;
  const found = (variants?.declarations ?? []).map((line) => PLURAL.exec(line) ?? []);
  const forms = new Map<string | undefined, string>(found.map(([, name, number = '']) => [name, rules.select(Number(params[number]))]));
  const fits = (test: string): boolean => {
    const [name, wanted] = test.trim().split('=');
    return wanted === '*' || (forms.get(name) ?? params[name ?? '']) === wanted;
  };
  return Object.entries(variants?.match ?? {}).find(([condition]) => condition.split(',').every(fits))?.[1];
}

function filled(pattern: string, params: Record<string, unknown>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The rulebooks that stand beside the games' rules, one file a language. */
import { api } from './api';
import { parse, type Block, type Inline } from './markdown';
import type { Language } from './words.svelte';

const BOOKS = import.meta.glob<string>('../../../src/ludotheque/games/**/rulebook/*.md', { query: '?raw', import: 'default' });
const PLACE = /\/games\/(?:(\w+)\/)?(\w+)\/rulebook\/(\w+)\.md$/;

/** The text of a game's book in a language, and the game of which it is an edition. */
async function written(game: string, language: Language): Promise<{ blocks: Block[]; kin: string | undefined }> {
  for (const [path, load] of Object.entries(BOOKS)) {
    const [, kin, name, spoken] = PLACE.exec(path) ?? [];
    if (name === game && spoken === language) return { blocks: parse(await load()), kin };
  }
  const foreign = (await api.games()).find((one) => one.name === game && one.words);
  return { blocks: foreign ? parse((await api.rulebook(foreign, language)).text) : [], kin: undefined };
}

/** A game's rulebook in a language; an edition's has the common chapters after its own introduction. */
export async function book(game: string, language: Language): Promise<Block[]> {
  const { blocks, kin } = await written(game, language);
  return kin ? joined(blocks, (await written(kin, language)).blocks) : blocks;
}

/** The introduction of an edition, what is common to all, and then its own. */
export function joined(own: Block[], common: Block[]): Block[] {
  const [, rest = own.length] = chapters(own);
  const [begun = common.length] = chapters(common);
  return [...own.slice(0, rest), ...common.slice(begun), ...own.slice(rest)];
}

/** Where the chapters begin. */
function chapters(blocks: Block[]): number[] {
  return blocks.flatMap((block, index) => (block.kind === 'heading' && block.level === 2 ? [index] : []));
}

/** The first chapter of a rulebook, which tells the game in two minutes. */
export function opening(blocks: Block[]): Inline[][] {
  const [from = blocks.length, to = blocks.length] = chapters(blocks);
  return blocks.slice(from, to).flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
}

/** What a clause says; nothing if the book has no such clause. */
export function clauseText(blocks: Block[], clause: string): Inline[] {
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  return items.find((item) => item.clause === clause)?.text ?? [];
}

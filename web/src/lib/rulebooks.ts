/** The rulebooks that stand beside the games' rules, one file a language. */
import { parse, type Block, type Inline } from './markdown';
import type { Language } from './words.svelte';

const BOOKS = import.meta.glob<string>('../../../src/ludotheque/games/*/rulebook/*.md', { query: '?raw', import: 'default' });

function pathOf(game: string, language: string): string {
  return `../../../src/ludotheque/games/${game}/rulebook/${language}.md`;
}

/** Whether a game's rulebook is written. */
export function hasBook(game: string): boolean {
  return pathOf(game, 'en') in BOOKS;
}

/** A game's rulebook in a language. */
export async function book(game: string, language: Language): Promise<Block[]> {
  const load = BOOKS[pathOf(game, language)];
  return load ? parse(await load()) : [];
}

/** The first chapter of a rulebook, which tells the game in two minutes. */
export function opening(blocks: Block[]): Inline[][] {
  const chapters = blocks.flatMap((block, index) => (block.kind === 'heading' && block.level === 2 ? [index] : []));
  const [from = blocks.length, to = blocks.length] = chapters;
  return blocks.slice(from, to).flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
}

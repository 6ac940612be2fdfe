/** The few marks that our rulebooks use, read into a tree; nothing of it becomes HTML unseen. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  /** What stands behind it is our ruling: the printed rules leave it open. */
  | { kind: 'ruling' };

export interface Item {
  /** The clause an item states, such as `EXXTRA-9`. */
  clause: string | null;
  text: Inline[];
}

export type Block =
  | { kind: 'heading'; level: number; text: Inline[]; id: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'drawing'; text: string }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const FENCE = '```';
const ITEM = /^(?:[-*]|\d+\.)\s+/;
const CLAUSE = /^\**([A-Z]+(?:-[A-Z]+)*-\d+[a-z]?)\**[.:]?\**\s+/;
const RULING = '[ruling]';
const MARK = /\[ruling\]|\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

/** Read a rulebook. */
export function parse(source: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of source.replaceAll('\r\n', '\n').split(/\n\s*\n/)) {
    const lines = chunk.split('\n').filter((line) => line.trim());
    while (lines.length) blocks.push(block(lines));
  }
  return blocks;
}

/** Take the lines of one block from the front. */
function block(lines: string[]): Block {
  const first = lines[0] ?? '';
  const heading = /^(#{1,4})\s+(.*)$/.exec(first);
  if (heading) {
    lines.shift();
    const text = heading[2] ?? '';
    return { kind: 'heading', level: heading[1]?.length ?? 1, text: inline(text), id: anchor(text) };
  }
  if (first.startsWith(FENCE)) return drawing(lines);
  if (ITEM.test(first)) return list(lines);
  if (first.startsWith('|')) return table(lines);
  const end = lines.findIndex((line, at) => at > 0 && (ITEM.test(line) || line.startsWith('#') || line.startsWith('|')));
  const taken = lines.splice(0, end < 0 ? lines.length : end);
  return { kind: 'paragraph', text: inline(taken.map((line) => line.trim()).join(' ')) };
}

/** What stands between two fences stays as it is. */
function drawing(lines: string[]): Block {
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith(FENCE));
  const taken = lines.splice(0, end < 0 ? lines.length : end + 1);
  return { kind: 'drawing', text: taken.filter((line) => !line.startsWith(FENCE)).join('\n') };
}

function list(lines: string[]): Block {
  const ordered = /^\d/.test(lines[0] ?? '');
  const items: string[] = [];
  while (lines.length && (ITEM.test(lines[0] ?? '') || /^\s+\S/.test(lines[0] ?? ''))) {
    const line = lines.shift() ?? '';
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return { kind: 'list', ordered, items: items.map(item) };
}

function item(text: string): Item {
  const clause = CLAUSE.exec(text);
  return { clause: clause?.[1] ?? null, text: inline(clause ? text.slice(clause[0].length) : text) };
}

function table(lines: string[]): Block {
  const rows: string[] = [];
  while (lines[0]?.startsWith('|')) rows.push(lines.shift() ?? '');
  const cells = rows.map((row) => row.replace(/^\||\|\s*$/g, '').split('|').map((cell) => inline(cell.trim())));
  const isRule = (row: string): boolean => /^\|[\s:|-]+$/.test(row);
  return { kind: 'table', head: cells[0] ?? [], rows: cells.filter((_, at) => at > 0 && !isRule(rows[at] ?? '')) };
}

/** Read the marks inside a line. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const found of text.matchAll(MARK)) {
    if (found.index > last) parts.push({ kind: 'text', text: text.slice(last, found.index) });
    const [, strong, em, code, link, href] = found;
    if (found[0] === RULING) parts.push({ kind: 'ruling' });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (em !== undefined) parts.push({ kind: 'em', text: em });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else parts.push({ kind: 'link', text: link ?? '', href: safe(href ?? '') });
    last = found.index + found[0].length;
  }
  if (last < text.length) parts.push({ kind: 'text', text: text.slice(last) });
  return parts;
}

function safe(href: string): string {
  return /^(https?:|[/#])/.test(href) ? href : '#';
}

/** Whether any clause of a book is marked as a ruling. */
export function hasRulings(blocks: Block[]): boolean {
  return blocks.some((block) => block.kind === 'list' && block.items.some((item) => item.text.some((part) => part.kind === 'ruling')));
}

/** A name for a heading that can stand in an address. */
export function anchor(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

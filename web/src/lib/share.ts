/** A picture of a board with what became of the match, to send to others. */
import { drawn } from './drawing';
import { outline, shapeOf } from './seats';

export interface Caption {
  file: string;
  game: string;
  /** Who has won. */
  headline: string;
  /** What decided. */
  line: string;
  /** Each seat with its score: the mark it moves, its name and the number. */
  scores: { mark: number; name: string; score: number | null }[];
}

/** Pixels of the picture for one of the page; all measures below are in pixels of the picture. */
const SCALE = 2;
const MARGIN = 48;
const FOOT = 88;
const TITLE = { size: 60, line: 72 };
const TEXT = { size: 34, line: 46 };
const NAMES = { size: 34, line: 54, gap: 40 };

/** Draw what is on the table, and hand it to whatever shares pictures here; where nothing does, it is saved. */
export async function sharePicture(board: HTMLElement | null, caption: Caption): Promise<void> {
  if (!board) return;
  const picture = framed(await drawn(board, SCALE), caption);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) return;
  const file = new File([blob], caption.file, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: caption.game, text: `${caption.headline} ${caption.line}` });
  else save(file);
}

/** Words in lines that are no wider than allowed; a word that is wider has a line of its own. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The board with the end of its match above it. */
function framed(board: HTMLCanvasElement, { game, headline, line, scores }: Caption): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const paint = colours();
  const width = board.width;
  const measure = (font: string) => (text: string): number => {
    context.font = font;
    return context.measureText(text).width;
  };
  const [title, text, bold] = [`600 ${TITLE.size}px ${paint.display}`, `${TEXT.size}px ${paint.text}`, `600 ${NAMES.size}px ${paint.text}`];
  const titles = wrapped(headline, width, measure(title));
  const lines = wrapped(`${game} – ${line}`, width, measure(text));
  const names = rows(scores.map(({ name, score }) => NAMES.size + 12 + measure(bold)(score === null ? name : `${name}  ${score}`)), width);
  const head = titles.length * TITLE.line + lines.length * TEXT.line + (names.length ? names.length * NAMES.line + 20 : 0) + 28;

  canvas.width = width + 2 * MARGIN;
  canvas.height = MARGIN + head + board.height + FOOT;
  context.fillStyle = paint.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  let y = MARGIN;
  const write = (words: string, font: string, colour: string, step: number, x = MARGIN): void => {
    [context.font, context.fillStyle] = [font, colour];
    context.fillText(words, x, y + step / 2);
  };
  for (const words of titles) {
    write(words, title, paint.ink, TITLE.line);
    y += TITLE.line;
  }
  for (const words of lines) {
    write(words, text, paint.quiet, TEXT.line);
    y += TEXT.line;
  }
  if (names.length) y += 20;
  for (const row of names) {
    for (const { index, x } of row) {
      const { mark, name, score } = scores[index]!;
      piece(context, mark, MARGIN + x + NAMES.size / 2, y + NAMES.line / 2, paint.seats);
      write(score === null ? name : `${name}  ${score}`, bold, paint.ink, NAMES.line, MARGIN + x + NAMES.size + 12);
    }
    y += NAMES.line;
  }
  context.drawImage(board, MARGIN, MARGIN + head);
  y = canvas.height - FOOT;
  write('Ludothèque', `600 30px ${paint.display}`, paint.quiet, FOOT);
  return canvas;
}

/** Things of some widths in rows, each with its place in it. */
function rows(widths: number[], most: number): { index: number; x: number }[][] {
  const found: { index: number; x: number }[][] = [];
  let x = 0;
  widths.forEach((width, index) => {
    if (!found.length || x + width > most) {
      found.push([]);
      x = 0;
    }
    found.at(-1)!.push({ index, x });
    x += width + NAMES.gap;
  });
  return found;
}

/** The mark of a seat. */
function piece(context: CanvasRenderingContext2D, seat: number, x: number, y: number, seats: string[]): void {
  context.save();
  context.translate(x, y);
  context.fillStyle = seats[seat % seats.length] ?? '#888';
  context.fill(new Path2D(outline(shapeOf(seat), NAMES.size * 0.46)));
  context.restore();
}

/** The colours and fonts of the page as it is shown. */
function colours(): { paper: string; ink: string; quiet: string; display: string; text: string; seats: string[] } {
  const root = getComputedStyle(document.documentElement);
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--ink-quiet)';
  const quiet = getComputedStyle(probe).color;
  probe.remove();
  const seats = Array.from({ length: 6 }, (_, seat) => root.getPropertyValue(`--seat-${seat}`).trim());
  return { paper: root.backgroundColor, ink: root.color, quiet, display: root.getPropertyValue('--font-display'), text: root.getPropertyValue('--font-text'), seats };
}

/** Keep a file where the browser keeps downloads. */
export function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

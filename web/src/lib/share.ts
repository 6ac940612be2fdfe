/** A picture of a board with a line about it, to send to others. */

interface Caption {
  file: string;
  title: string;
  text: string;
}

const MARGIN = 24;
const HEADING = 76;

/** Draw what is on the table, and hand it to whatever shares pictures here; where nothing does, it is saved. */
export async function sharePicture(board: HTMLElement | null, caption: Caption): Promise<void> {
  if (!board) return;
  const { toCanvas } = await import('html-to-image');
  const style = getComputedStyle(document.body);
  const drawn = await toCanvas(board, { pixelRatio: 2, skipFonts: true });
  const picture = framed(drawn, caption, style);
  const blob = await new Promise<Blob | null>((resolve) => picture.toBlob(resolve, 'image/png'));
  if (!blob) return;
  const file = new File([blob], caption.file, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title: caption.title, text: caption.text });
  else save(file);
}

/** The picture with its heading above it. */
function framed(drawn: HTMLCanvasElement, { title, text }: Caption, style: CSSStyleDeclaration): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const [width, height] = [drawn.width + 2 * MARGIN, drawn.height + 2 * MARGIN + HEADING * 2];
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d')!;
  const root = getComputedStyle(document.documentElement);
  context.fillStyle = root.backgroundColor;
  context.fillRect(0, 0, width, height);
  context.fillStyle = style.color;
  context.font = `600 44px ${root.getPropertyValue('--font-display')}`;
  context.fillText(`${title} – Ludothèque`, MARGIN, MARGIN + 40, drawn.width);
  context.font = `32px ${root.getPropertyValue('--font-text')}`;
  context.fillText(text, MARGIN, MARGIN + 96, drawn.width);
  context.drawImage(drawn, MARGIN, MARGIN + HEADING * 2);
  return canvas;
}

/** Keep a file where the browser keeps downloads. */
export function save(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

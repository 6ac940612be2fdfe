/**
 * A part of the page as a canvas. The page is laid out once more inside an SVG image, with its own style sheets, gradients and
 * fonts, in a window of the same size; so what is drawn is what is seen, at any resolution.
 */

const SVG = 'http://www.w3.org/2000/svg';
const FACE = /@font-face\s*\{[^}]*\}/g;
/** What moves is drawn at rest, and what only operates the page is left out. */
const STILL = '*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important } [data-control] { visibility: hidden !important }';

/** Draw an element and what lies in it, `scale` pixels for each of the page, without the empty page around. */
export async function drawn(element: HTMLElement, scale: number): Promise<HTMLCanvasElement> {
  const box = element.getBoundingClientRect();
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const canvas = document.createElement('canvas');
  canvas.width = Math.round((Math.ceil(box.right) - left) * scale);
  canvas.height = Math.round((Math.ceil(box.bottom) - top) * scale);
  const image = await loaded(await serialised(element, left, top));
  canvas.getContext('2d')!.drawImage(image, 0, 0, innerWidth * scale, innerHeight * scale);
  return trimmed(canvas);
}

/** A picture without the rows and columns around it that are all of the colour of its first pixel. */
function trimmed(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = canvas;
  const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, width, height).data.buffer);
  const plain = (x: number, y: number): boolean => pixels[y * width + x] === pixels[0];
  const row = (y: number): boolean => range(width).some((x) => !plain(x, y));
  const column = (x: number): boolean => range(height).some((y) => !plain(x, y));
  const [top, bottom] = [range(height).find(row) ?? 0, range(height).findLast(row) ?? height - 1];
  const [left, right] = [range(width).find(column) ?? 0, range(width).findLast(column) ?? width - 1];
  const cut = document.createElement('canvas');
  [cut.width, cut.height] = [right - left + 1, bottom - top + 1];
  cut.getContext('2d')!.drawImage(canvas, -left, -top);
  return cut;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

async function loaded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  return image;
}

/** The page as an SVG of the size of its window, moved so that a spot of it lies in the corner. */
async function serialised(element: HTMLElement, left: number, top: number): Promise<string> {
  const root = document.documentElement;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', String(innerWidth));
  svg.setAttribute('height', String(innerHeight));
  svg.setAttribute('lang', root.lang);
  svg.style.cssText = root.style.cssText;
  svg.dataset['theme'] = root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const style = document.createElementNS(SVG, 'style');
  style.textContent = (await styles()) + STILL;
  const room = document.createElementNS(SVG, 'foreignObject');
  room.setAttribute('x', String(-left - scrollX));
  room.setAttribute('y', String(-top - scrollY));
  room.setAttribute('width', String(root.getBoundingClientRect().width));
  room.setAttribute('height', String(root.scrollHeight));
  room.append(copy(element));
  svg.append(style, room);
  return new XMLSerializer().serializeToString(svg);
}

/** The page with nothing to be seen but the element and what it lies on; a canvas keeps its picture as its background. */
function copy(element: HTMLElement): HTMLElement {
  const page = document.documentElement.cloneNode(true) as HTMLElement;
  page.querySelectorAll('head, script').forEach((one) => one.remove());
  const canvases = [...document.querySelectorAll('canvas')];
  page.querySelectorAll('canvas').forEach((one, index) => {
    const source = canvases[index];
    if (source && element.contains(source)) one.style.background = `url(${source.toDataURL()}) 0 0 / 100% 100%`;
  });
  const all = [...document.documentElement.querySelectorAll('body, body *')].filter((one) => one.localName !== 'script');
  const place = all.indexOf(element);
  let inner = page.querySelectorAll<HTMLElement>('body, body *')[place]!;
  for (; inner.parentElement; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) if (other !== inner) (other as HTMLElement).style.visibility = 'hidden';
  }
  return page;
}

/** All rules of the page; of its fonts those that are in use, with their files. */
async function styles(): Promise<string> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const texts = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()));
  const rules = [...texts, ...[...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')].join('\n');
  const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule));
  return (await Promise.all(faces.map(withFile))).join('') + rules.replace(FACE, '');
}

/** A font with its file in it; empty for one that the page has not needed. */
async function withFile(rule: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  const family = unquoted(rule.style.getPropertyValue('font-family'));
  const used = [...document.fonts].some((face) => face.status === 'loaded' && unquoted(face.family) === family);
  if (!address || !used) return '';
  const file = await (await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href))).blob();
  return rule.cssText.replace(/url\("?[^")]+"?\)/, `url(${await asData(file)})`);
}

function unquoted(text: string): string {
  return text.replaceAll(/['"]/g, '');
}

function asData(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}

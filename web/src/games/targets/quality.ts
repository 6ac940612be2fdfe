/** How well the table is drawn: as well as the machine keeps up with, and it steps down by itself. */
export interface Quality {
  /** How surfaces take light: with a coat of varnish, as they are, or plainly. */
  light: 'full' | 'standard' | 'plain';
  /** Pixels of the shadow map; 0 where only what touches the table has a shadow. */
  shadow: number;
  /** Pixels of the drawing for each of the page, at most. */
  pixels: number;
  /** Pixels of the wood, and how many corners round things have. */
  texture: number;
  round: number;
}

/** From the best to the quickest. */
export const QUALITIES: readonly Quality[] = [
  { light: 'full', shadow: 2048, pixels: 2, texture: 2048, round: 4 },
  { light: 'standard', shadow: 1024, pixels: 1.5, texture: 1024, round: 3 },
  { light: 'plain', shadow: 0, pixels: 1, texture: 1024, round: 2 },
];

/** A frame that takes longer than this many milliseconds is late; so many of the last ones may be. */
const LATE = 24;
const LATELY = 24;
const MAY = 0.35;
/** A gap this long is no slow frame: the page was out of sight. */
const AWAY = 400;

/** Watches how long frames take while something moves, and says when it is too long. */
export class Watch {
  #last: number | null = null;
  #late: boolean[] = [];

  /** A frame was shown; whether the machine does not keep up. */
  frame(now: number): boolean {
    const gap = this.#last === null ? 0 : now - this.#last;
    this.#last = now;
    if (!gap || gap > AWAY) return false;
    this.#late = [...this.#late.slice(1 - LATELY), gap > LATE];
    if (this.#late.length < LATELY || this.#late.filter(Boolean).length / LATELY <= MAY) return false;
    this.#late = [];
    return true;
  }

  /** Nothing moves for now. */
  rest(): void {
    this.#last = null;
  }
}

/** The step that this page has come down to; the next table begins with it. */
let reached = 0;

/** The step to begin with: the quickest where no graphics card draws. */
export function firstStep(context: WebGL2RenderingContext): number {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  return Math.max(reached, /swiftshader|llvmpipe|software|basic render/i.test(name) ? QUALITIES.length - 1 : 0);
}

/** The step below one, if there is one; it holds for the tables to come. */
export function stepDown(step: number): number {
  reached = Math.min(QUALITIES.length - 1, step + 1);
  return reached;
}

/** A short clip of what a canvas shows, recorded in the browser: to be shared, or kept. */
import { heardStream } from '../../lib/sound';

/** What browsers can record, the most widely read first. */
const KINDS = ['video/mp4;codecs=avc1', 'video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];
const RATE = 30;
const BITS = 6_000_000;
/** A little is seen before and after. */
const MARGIN = 350;

/** Whether this browser can record a canvas. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && 'captureStream' in HTMLCanvasElement.prototype && kindOf() !== undefined;
}

function kindOf(): string | undefined {
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
}

/** Record a canvas while an action goes on. */
export async function recorded(canvas: HTMLCanvasElement, action: () => Promise<void>): Promise<Blob> {
  const stream = canvas.captureStream(RATE);
  const heard = heardStream();
  for (const track of heard?.stream.getAudioTracks() ?? []) stream.addTrack(track);
  const kind = kindOf();
  const recorder = new MediaRecorder(stream, { videoBitsPerSecond: BITS, ...(kind ? { mimeType: kind } : {}) });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const done = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  recorder.start();
  await pause(MARGIN);
  await action();
  await pause(MARGIN);
  recorder.stop();
  await done;
  for (const track of stream.getTracks()) track.stop();
  heard?.close();
  return new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? 'video/webm' });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Share a clip where the device shares files, else keep it as a file. */
export async function handOver(clip: Blob, name: string): Promise<void> {
  const file = new File([clip], `${name}.${clip.type.includes('mp4') ? 'mp4' : 'webm'}`, { type: clip.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return;
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

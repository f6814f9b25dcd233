import { limits } from '#contract/limits.ts';
import type { Crop } from './crop.ts';

/** A chosen file, decoded: upright, and without the address that an <img> would need. */
export interface Picture {
  readonly bitmap: ImageBitmap;
  readonly type: 'image/jpeg' | 'image/png';
  /** Of the file. */
  readonly bytes: number;
}

/** Why a file is not taken (spec 5). */
export type PictureProblem = 'type' | 'size';

const types: Readonly<Record<string, Picture['type']>> = {
  'image/jpeg': 'image/jpeg',
  'image/jpg': 'image/jpeg',
  'image/png': 'image/png',
};

/** The picture in a file, or why it is none. */
export async function readPicture(file: File): Promise<Picture | PictureProblem> {
  const type = types[file.type];
  if (type === undefined) return 'type';
  if (file.size >= limits.avatarMaxBytes) return 'size';
  try {
    return { bitmap: await createImageBitmap(file, { imageOrientation: 'from-image' }), type, bytes: file.size };
  } catch {
    return 'type';
  }
}

/** What the size limit is called in texts, MB. */
export function maxMegabytes(): number {
  return Math.floor(limits.avatarMaxBytes / 1_048_576);
}

interface Drawing {
  readonly bitmap: ImageBitmap;
  readonly crop: Crop;
  /** The edge of the square that is cut out, in the canvas's pixels; it lies in the middle. */
  readonly edge: number;
}

/** Draws the picture as it lies under the square. */
export function drawPicture(canvas: HTMLCanvasElement, { bitmap, crop, edge }: Drawing): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = (crop.zoom * edge) / Math.min(bitmap.width, bitmap.height);
  context.resetTransform();
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2 + crop.x * edge, canvas.height / 2 + crop.y * edge);
  context.rotate((-crop.turns * Math.PI) / 2);
  context.scale(scale, scale);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}

/** Twice the largest size that is stored, which is enough; a smaller picture is not blown up. */
const maxEdge = 1024;

const usualQuality = 0.92;

/** The square as a file. Of a file over 1 MB, and where it would be one, a JPEG of quality 0.6 (spec 5). */
export async function encodeSquare({ bitmap, type, bytes }: Picture, crop: Crop): Promise<Blob> {
  const edge = Math.max(1, Math.min(maxEdge, Math.round(Math.min(bitmap.width, bitmap.height) / crop.zoom)));
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  drawPicture(canvas, { bitmap, crop, edge });
  if (bytes <= limits.recompressAboveBytes) {
    const square = await toBlob(canvas, type, usualQuality);
    if (square.size <= limits.recompressAboveBytes) return square;
  }
  // A JPEG has no transparency: what shows through is white and not black.
  const context = canvas.getContext('2d');
  if (context !== null) {
    context.resetTransform();
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = 'white';
    context.fillRect(0, 0, edge, edge);
  }
  return toBlob(canvas, 'image/jpeg', limits.recompressQuality);
}

async function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (blob === null) throw new Error('The browser could not encode the picture.');
  return blob;
}

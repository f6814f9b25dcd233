import { limits } from '#contract/limits.ts';
import type { Crop } from './crop.ts';

/** A chosen file, decoded: upright, and without the object URL that an <img> would need. */
export interface Picture {
  readonly bitmap: ImageBitmap;
  readonly type: 'image/jpeg' | 'image/png';
  /** The size of the file. */
  readonly bytes: number;
}

/** Reason for the refusal of a file (spec 5). */
export type PictureProblem = 'type' | 'size';

const types: Readonly<Record<string, Picture['type']>> = {
  'image/jpeg': 'image/jpeg',
  'image/jpg': 'image/jpeg',
  'image/png': 'image/png',
};

/** Reads the picture in a file, or returns the reason for its refusal. */
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

/** The size limit as shown in texts, in MB. */
export function maxMegabytes(): number {
  return Math.floor(limits.avatarMaxBytes / 1_048_576);
}

interface Drawing {
  readonly bitmap: ImageBitmap;
  readonly crop: Crop;
  /** The edge of the square that is cut out, in canvas pixels; it is centered. */
  readonly edge: number;
}

/** Draws the picture in its position under the square. */
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

/** Twice the largest stored size, which is enough; a smaller picture is not enlarged. */
const maxEdge = 1024;

const usualQuality = 0.92;

/** The square as a file: a JPEG of quality 0.6 if the original file or the result is larger than 1 MB (spec 5). */
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
  // A JPEG has no transparency: fill transparent areas with white instead of black.
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

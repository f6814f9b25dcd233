/**
 * The part of a picture that the avatar shows. Lengths are in edges of the square that is cut out, independent of its
 * size on screen.
 */
export interface Crop {
  /** 1: the picture's shorter side exactly fills the square. */
  readonly zoom: number;
  /** Counterclockwise quarter turns. */
  readonly turns: number;
  /** The position of the picture's middle, relative to the middle of the square; right and down are positive. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const maxZoom = 4;

/** One press of + or −, or one step of the slider. */
export const zoomStep = 0.1;

export const wholeCrop: Crop = { zoom: 1, turns: 0, x: 0, y: 0 };

/** Moves the picture; the square stays covered. */
export function pan(crop: Crop, by: { readonly x: number; readonly y: number }, picture: Size): Crop {
  return inside({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, picture);
}

/** Zooms to a value; the point under `around` (relative to the middle of the square) stays in place. */
export function zoomTo(crop: Crop, zoom: number, { picture, around = { x: 0, y: 0 } }: ZoomOptions): Crop {
  const next = Math.min(maxZoom, Math.max(1, zoom));
  const ratio = next / crop.zoom;
  return inside({ ...crop, zoom: next, x: around.x + (crop.x - around.x) * ratio, y: around.y + (crop.y - around.y) * ratio }, picture);
}

interface ZoomOptions {
  readonly picture: Size;
  readonly around?: { readonly x: number; readonly y: number };
}

/** Turns the picture by a quarter, counterclockwise, around the middle of the square. */
export function turn(crop: Crop, picture: Size): Crop {
  return inside({ ...crop, turns: (crop.turns + 1) % 4, x: crop.y, y: -crop.x }, picture);
}

/** The size of the picture in its current orientation, in edges of the square. */
export function lyingSize({ zoom, turns }: Crop, { width, height }: Size): Size {
  const scale = zoom / Math.min(width, height);
  return turns % 2 === 0 ? { width: width * scale, height: height * scale } : { width: height * scale, height: width * scale };
}

function inside(crop: Crop, picture: Size): Crop {
  const { width, height } = lyingSize(crop, picture);
  return { ...crop, x: within(crop.x, (width - 1) / 2), y: within(crop.y, (height - 1) / 2) };
}

function within(value: number, limit: number): number {
  // Plus zero avoids -0, which would be a different state.
  return Math.min(limit, Math.max(-limit, value)) + 0;
}

import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

type Row = readonly [number, number, number];

type Matrix = readonly [Row, Row, Row];

/** Linear sRGB from CIE XYZ under D50, which profiles use (IEC 61966-2-1 with the Bradford adaptation). */
const srgbOfXyz: Matrix = [
  [3.1341, -1.6174, -0.4906],
  [-0.9788, 1.9163, 0.0334],
  [0.072, -0.229, 1.4057],
];

/**
 * The matrix from the linear colors of a profile to linear sRGB; undefined without three readable primaries, and for those that
 * are nearly the ones of sRGB, as most pictures have them. Nothing else of the profile is read: converters of whole profiles
 * have a history of faults.
 */
export function toSrgb(icc: Buffer): Matrix | undefined {
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => primaryOf(icc, name));
  const [red, green, blue] = primaries;
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const row = (to: Row): Row => [dot(to, red), dot(to, green), dot(to, blue)];
  const [r, g, b] = srgbOfXyz;
  const matrix: Matrix = [row(r), row(g), row(b)];
  const isNear = matrix.every((parts, place) => parts.every((value, at) => Math.abs(value - (at === place ? 1 : 0)) < nearly));
  return isNear ? undefined : matrix;
}

function dot([ax, ay, az]: Row, [bx, by, bz]: Row): number {
  return ax * bx + ay * by + az * bz;
}

/** Nobody sees a difference of two of 255 steps. */
const nearly = 0.01;

/** The profile of a PNG, from its chunk iCCP: a name, a method, and the profile compressed. Undefined for one that is odd or large. */
export async function unpackedProfile(chunk: Buffer): Promise<Buffer | undefined> {
  const end = chunk.indexOf(0);
  if (end < 1 || end > 79) return undefined;
  return unpack(chunk.subarray(end + 2), { maxOutputLength: mostProfile }).catch(() => undefined);
}

const unpack = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflate);

/** Bytes; profiles of three primaries have hundreds to some thousands. */
const mostProfile = 64 * 1024;

/** The value of a tag in a table of at most a hundred (ICC.1 7.3 and 10.31). */
function primaryOf(icc: Buffer, name: string): Row | undefined {
  const tags = icc.length < 132 ? 0 : Math.min(icc.readUInt32BE(128), 100);
  for (let tag = 0; tag < tags; tag += 1) {
    const at = 132 + tag * 12;
    if (at + 12 > icc.length) return undefined;
    const value = icc.readUInt32BE(at + 4);
    if (icc.toString('latin1', at, at + 4) !== name || value + 20 > icc.length) continue;
    const [x, y, z] = [8, 12, 16].map((offset) => icc.readInt32BE(value + offset) / 65_536);
    if (x !== undefined && y !== undefined && z !== undefined) return [x, y, z];
  }
  return undefined;
}

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

/** Fine enough that no step of the dark end is left out. */
const finest = 16_383;

const encoded = Uint8Array.from({ length: finest + 1 }, (_, step) => {
  const part = step / finest;
  return Math.round(255 * (part <= 0.003_130_8 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055));
});

/**
 * Changes RGB pixels to sRGB in place, on the event loop: some milliseconds for the largest picture that we keep. The curve is that
 * of sRGB, as in Display P3.
 */
export function recolor(pixels: Buffer, channels: number, [red, green, blue]: Matrix): void {
  for (let at = 0; at + 2 < pixels.length; at += channels) {
    const r = linear[pixels[at] ?? 0] ?? 0;
    const g = linear[pixels[at + 1] ?? 0] ?? 0;
    const b = linear[pixels[at + 2] ?? 0] ?? 0;
    pixels[at] = mixed(red, r, g, b);
    pixels[at + 1] = mixed(green, r, g, b);
    pixels[at + 2] = mixed(blue, r, g, b);
  }
}

function mixed(row: Row, r: number, g: number, b: number): number {
  const part = row[0] * r + row[1] * g + row[2] * b;
  return encoded[Math.round(Math.min(1, Math.max(0, part)) * finest)] ?? 0;
}

import type sharpOf from 'sharp';
import type { Metadata, SharpOptions } from 'sharp';
import { recolor, toSrgb, unpackedProfile } from './wide-gamut.ts';

/** The bytes are no accepted picture: SVG, GIF, truncated, too many pixels … */
export class NotAPicture extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotAPicture';
  }
}

/** More would be a decompression bomb: a few hundred kilobytes can hold 16,000 × 16,000 pixels. */
const maxPixels = 25_000_000;

const webpQuality = 82;

/** `89 P N G CR LF SUB LF`. */
const png: Buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** JPEG `FF D8 FF`. */
const signatures = [Buffer.from([0xff, 0xd8, 0xff]), png];

/** Chunks that draw a PNG, and its orientation. */
const drawing: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'eXIf', 'IDAT', 'IEND']);

interface Picture {
  readonly bytes: Buffer;
  /** The chunk iCCP of a PNG; undefined without one. */
  readonly profile?: Buffer;
}

/** Without the other chunks of a PNG: a kilobyte of compressed text costs the decoder a megabyte. @throws {NotAPicture} */
function withoutTexts(bytes: Buffer): Picture {
  const kept: Buffer[] = [png];
  let profile: Buffer | undefined;
  for (let at = png.length; at < bytes.length;) {
    // Length, name, content, checksum.
    const end = at + 12 + (at + 12 <= bytes.length ? bytes.readUInt32BE(at) : bytes.length);
    if (end > bytes.length) throw new NotAPicture('truncated');
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'iCCP') profile ??= bytes.subarray(at + 8, end - 4);
    if (drawing.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') break;
    at = end;
  }
  return { bytes: Buffer.concat(kept), ...(profile && { profile }) };
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

/** `RIFF`, the size, `WEBP`. */
function isWebp(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'));
}

const input: SharpOptions = {
  limitInputPixels: maxPixels,
  failOn: 'error',
  // Rotate before cropping, because the orientation is part of the metadata, which is removed.
  autoOrient: true,
  // Color profiles are programs for a converter with a history of faults: only their primaries are read.
  ignoreIcc: true,
};

/**
 * Makes a square WebP of each size (edge in pixels) from the middle of a JPEG or PNG, or of a WebP where it is allowed. Decodes and
 * redraws the picture on the thread pool: no byte and no metadata of the file remain. Limit concurrent calls with a `WorkQueue`.
 * @throws {NotAPicture}
 */
export async function squareImages<Size extends number>(
  bytes: Buffer,
  sizes: readonly Size[],
  { webp = false }: { readonly webp?: boolean } = {},
): Promise<ReadonlyMap<Size, Buffer>> {
  const isKnown = signatures.some((signature) => startsWith(bytes, signature)) || (webp && isWebp(bytes));
  if (!isKnown) throw new NotAPicture('signature');
  const { bytes: picture, profile }: Picture = startsWith(bytes, png) ? withoutTexts(bytes) : { bytes };
  const sharp = await loadSharp();
  const largest = Math.max(...sizes);
  const { data, info } = await refusing(async () => {
    const metadata = await sharp(picture, input).metadata();
    refuseHeavy(metadata);
    const drawn = await sharp(picture, input)
      .resize(largest, largest, { fit: 'cover', position: 'centre' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const icc = profile === undefined ? metadata.icc : await unpackedProfile(profile);
    const matrix = metadata.space === 'srgb' && icc !== undefined ? toSrgb(icc) : undefined;
    if (matrix !== undefined && drawn.info.channels >= 3) recolor(drawn.data, drawn.info.channels, matrix);
    return drawn;
  });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const made = new Map<Size, Buffer>();
  for (const size of sizes) {
    // In sequence: in parallel they would take several threads of the pool that serves all file access.
    made.set(size, await sharp(data, { raw }).resize(size, size).webp({ quality: webpQuality }).toBuffer());
  }
  return made;
}

/**
 * Pictures with 16 bits per channel cost twice as much memory, and so do progressive ones, which are held whole: but not
 * with the half colors that photos have.
 */
function refuseHeavy({ width, height, depth, isProgressive, chromaSubsampling = '' }: Metadata): void {
  const weight = (depth === 'uchar' ? 1 : 2) * (isProgressive && !chromaSubsampling.startsWith('4:2:0') ? 2 : 1);
  if (width * height * weight > maxPixels) throw new NotAPicture('too many pixels');
}

async function refusing<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    if (error instanceof NotAPicture) throw error;
    throw new NotAPicture(error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : 'decoder');
  }
}

let loading: Promise<typeof sharpOf> | undefined;

/** Imported on first use: the library and its native code would slow every start. */
function loadSharp(): Promise<typeof sharpOf> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // libvips reads dozens of formats, including SVG. Only these three decoders stay enabled, for any input.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

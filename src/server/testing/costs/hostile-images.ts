import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A possible upload for an avatar. */
export interface HostileImage {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Words in hostile files that must not appear in stored files. */
export const canary = '<script>alert("canary")</script>';

/** Numbers in [0, 1), identical for the same seed on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A picture with four different quarters: red and green above, blue and white below. */
export function quarters(edge = 64): Sharp {
  const colors = [
    [220, 30, 30],
    [30, 180, 30],
    [30, 30, 220],
    [250, 250, 250],
  ] as const;
  const [nearHalf, farHalf] = [Math.ceil(edge / 2), Math.floor(edge / 2)];
  const rows = ([left, right]: readonly (readonly number[])[], count: number): Buffer => {
    const row = Buffer.concat([Buffer.alloc(nearHalf * 3, Buffer.from(left ?? [])), Buffer.alloc(farHalf * 3, Buffer.from(right ?? []))]);
    return Buffer.alloc(edge * count * 3, row);
  };
  const pixels = Buffer.concat([rows(colors.slice(0, 2), nearHalf), rows(colors.slice(2), farHalf)]);
  return sharp(pixels, { raw: { width: edge, height: edge, channels: 3 } });
}

/** One PNG chunk with its correct length and checksum. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(type, 4, 'latin1');
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), content])), 0);
  return Buffer.concat([head, content, tail]);
}

/** Inserts a chunk after IHDR. */
export function withChunk(png: Buffer, chunk: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** A PNG with this declared size and a correct checksum; its data are those of the small one. */
export function withSize(png: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)]);
}

/** A valid PNG of `edge` × `edge` black pixels, less than a two-hundredth of its decoded size. */
export function bomb(edge: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((edge + 1) * edge), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG with an additional segment after its start: APP1 is 0xe1, a comment 0xfe. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

const html = Buffer.from(`<!doctype html><html><body>${canary}</body></html>`);
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${canary}<rect width="64" height="64"/></svg>`);

/** Ordinary pictures, of every kind that both decoders support. */
async function honest(): Promise<HostileImage[]> {
  const made: Record<string, Sharp> = {
    png: quarters().png(),
    'png-interlaced': quarters().png({ progressive: true }),
    'png-palette': quarters().png({ palette: true }),
    'png-16-bit': quarters().toColourspace('rgb16').png(),
    'png-alpha': quarters().ensureAlpha(0.5).png(),
    'png-grey': quarters().greyscale().png(),
    jpeg: quarters().jpeg(),
    'jpeg-progressive': quarters().jpeg({ progressive: true }),
    'jpeg-cmyk': quarters().toColourspace('cmyk').jpeg(),
    'jpeg-grey': quarters().greyscale().jpeg(),
    'jpeg-gps': quarters()
      .withExif({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg(),
  };
  return Promise.all(Object.entries(made).map(async ([name, picture]) => ({ name, bytes: await picture.toBuffer() })));
}

/** Files that are neither JPEG nor PNG, or only pretend to be. */
async function pretenders(png: Buffer, jpeg: Buffer): Promise<HostileImage[]> {
  const files: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    'one-byte': Buffer.from([0xff]),
    svg,
    html,
    'html-with-png-signature': Buffer.concat([png.subarray(0, 8), html]),
    'html-with-jpeg-signature': Buffer.concat([jpeg.subarray(0, 3), html]),
    'svg-with-png-signature': Buffer.concat([png.subarray(0, 8), svg]),
    gif: await quarters().gif().toBuffer(),
    webp: await quarters().webp().toBuffer(),
    tiff: await quarters().tiff().toBuffer(),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
    postscript: Buffer.from('%!PS-Adobe-3.0\n(%pipe%id) (w) file'),
    zip: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
    elf: Buffer.from('7f454c460201010000000000000000000200', 'hex'),
    php: Buffer.from('<?php system($_GET["c"]); ?>'),
    msvg: Buffer.from('push graphic-context\nfill "url(https://127.0.0.1/|id)"\npop graphic-context'),
    bmp: Buffer.from('424d46000000000000003600000028000000020000000200000001001800', 'hex'),
    ico: Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
    heic: Buffer.from('000000186674797068656963000000006d69663168656963', 'hex'),
    'ihdr-only': png.subarray(0, 33),
    'png-signature-only': png.subarray(0, 8),
    'jpeg-markers-only': Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    'bomb-16000': bomb(16_000),
    'bomb-5200': bomb(5_200),
    'claims-65535': withSize(png, 65_535, 65_535),
    'claims-2-31': withSize(png, 0x7f_ff_ff_ff, 1),
    'claims-0': withSize(png, 0, 0),
    'claims-25-megapixels': withSize(png, 5_000, 5_000),
    'second-ihdr': Buffer.concat([png.subarray(0, 33), withSize(png, 9_000, 9_000).subarray(8)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

/** Pictures that decode, with other content in them or after them. */
function polyglots(png: Buffer, jpeg: Buffer): HostileImage[] {
  const megabytes = Buffer.alloc(40_000_000, 0x41);
  const files: Record<string, Buffer> = {
    'png-then-html': Buffer.concat([png, html]),
    'jpeg-then-html': Buffer.concat([jpeg, html]),
    'jpeg-then-zip': Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${canary}`)]),
    'jpeg-then-jpeg': Buffer.concat([jpeg, jpeg]),
    'jpeg-comment-script': withSegment(jpeg, 0xfe, html),
    'jpeg-exif-nonsense': withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1'), html])),
    'jpeg-xmp-script': withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), html])),
    'jpeg-icc-overflow': withSegment(jpeg, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001'), Buffer.alloc(4, 0xff), html])),
    'png-text-script': withChunk(png, pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), html]))),
    'png-text-bomb': withChunk(png, pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(megabytes)]))),
    'png-icc-bomb': withChunk(png, pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(megabytes)]))),
    'png-animated': withChunk(png, pngChunk('acTL', Buffer.from('0000ffff00000000', 'hex'))),
    'png-many-chunks': withChunk(png, Buffer.concat(Array.from({ length: 5_000 }, () => pngChunk('tEXt', Buffer.from('k\0v'))))),
    'jpeg-many-scans': Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 2_000 }, () => scanOf(jpeg)), jpeg.subarray(-2)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

function scanOf(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return jpeg.subarray(at, at + 40);
}

type Mutation = (bytes: Buffer, random: () => number) => Buffer;

const mutations: Readonly<Record<string, Mutation>> = {
  truncated: (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  flipped(bytes, random) {
    const changed = Buffer.from(bytes);
    for (let flips = 1 + Math.floor(random() * 16); flips > 0; flips -= 1) {
      const at = Math.floor(random() * changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return changed;
  },
  zeroed(bytes, random) {
    const from = Math.floor(random() * bytes.length);
    return Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 1 + Math.floor(random() * 64)));
  },
  filled(bytes, random) {
    const from = Math.floor(random() * bytes.length);
    return Buffer.from(bytes).fill(0xff, from, Math.min(bytes.length, from + 1 + Math.floor(random() * 8)));
  },
  inserted(bytes, random) {
    const at = Math.floor(random() * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), html, bytes.subarray(at)]);
  },
  repeated(bytes, random) {
    const at = Math.floor(random() * bytes.length);
    const piece = bytes.subarray(at, at + 1 + Math.floor(random() * 256));
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: 50 }, () => piece), bytes.subarray(at)]);
  },
};

/** The same `count` files for the same seed: pretenders, polyglots, and randomly changed valid pictures. */
export async function hostileImages(count: number, seed: number): Promise<HostileImage[]> {
  const pictures = await honest();
  const png = bytesOf(pictures, 'png');
  const jpeg = bytesOf(pictures, 'jpeg');
  const files = [...(await pretenders(png, jpeg)), ...polyglots(png, jpeg)];
  const random = randomOf(seed);
  const kinds = Object.entries(mutations);
  while (files.length < count) {
    const picture = pictures[files.length % pictures.length];
    const mutation = kinds[Math.floor(random() * kinds.length)];
    if (picture === undefined || mutation === undefined) throw new Error('there is nothing to change');
    const [kind, mutate] = mutation;
    files.push({ name: `${picture.name}-${kind}-${files.length}`, bytes: mutate(picture.bytes, random) });
  }
  return files;
}

function bytesOf(pictures: readonly HostileImage[], name: string): Buffer {
  const found = pictures.find((picture) => picture.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.bytes;
}

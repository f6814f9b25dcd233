// @one-database
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import { pngChunk, quarters, withChunk } from '#server/testing/costs/hostile-images.ts';
import { squareImages } from './square-image.ts';
import { recolor, toSrgb } from './wide-gamut.ts';

it('reads no text of a PNG, however far it unfolds, and draws the same picture', async () => {
  const plain = await quarters().png().toBuffer();
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))]);
  let heavy: Buffer = plain;
  for (let n = 0; n < 20; n += 1) heavy = withChunk(heavy, pngChunk('zTXt', text));
  const before = process.cpuUsage();
  const made = await squareImages(heavy, [64]);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(250);
  expect(made).toEqual(await squareImages(plain, [64]));
});

it('keeps how a PNG is turned', async () => {
  const turned = await quarters().withMetadata({ orientation: 6 }).png().toBuffer();
  expect(await squareImages(turned, [64])).not.toEqual(await squareImages(await quarters().png().toBuffer(), [64]));
});

const formats = {
  jpeg: (picture: Sharp) => picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
  png: (picture: Sharp) => picture.png(),
  'png with alpha': (picture: Sharp) => picture.ensureAlpha(0.5).png(),
};

it.each([
  ['jpeg', 'p3'],
  ['jpeg', 'srgb'],
  ['png', 'p3'],
  ['png', 'srgb'],
  ['png with alpha', 'p3'],
] as const)('shows the colors that a %s with the profile %s means', async (format, profile) => {
  const meant = sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 200, g: 120, b: 60 } } });
  const file = await formats[format](meant.withIccProfile(profile)).toBuffer();
  const made = (await squareImages(file, [64])).get(64);
  const [red, green, blue] = [...(await sharp(made).removeAlpha().raw().toBuffer()).subarray(0, 3)];
  for (const [seen, wanted] of [
    [red, 200],
    [green, 120],
    [blue, 60],
  ] as const)
    expect(Math.abs((seen ?? 0) - wanted)).toBeLessThan(8);
});

it.each([
  ['unfolds without end', Buffer.concat([Buffer.from('p3\0\0'), deflateSync(Buffer.alloc(60_000_000))])],
  ['is no profile', Buffer.from('p3\0\0nothing')],
  ['has no name', deflateSync(Buffer.alloc(100))],
])('draws a PNG as it is whose profile %s', async (_what, content) => {
  const plain = await quarters().png().toBuffer();
  const made = await squareImages(withChunk(plain, pngChunk('iCCP', content)), [64]);
  expect(made).toEqual(await squareImages(plain, [64]));
});

it('leaves pixels alone whose profile is that of sRGB, and holds the process up for no time that anybody notices', () => {
  expect(toSrgb(iccOf([0.436, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7139]))).toBeUndefined();
  const wide = toSrgb(iccOf([0.5151, 0.2412, -0.0011], [0.292, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]));
  if (wide === undefined) throw new Error('no matrix');
  const pixels = Buffer.alloc(512 * 512 * 3, 120);
  recolor(pixels, 3, wide);
  const { user } = process.cpuUsage();
  recolor(pixels, 3, wide);
  expect(process.cpuUsage().user - user).toBeLessThan(25_000);
});

/** A profile with nothing but its primaries. */
function iccOf(...primaries: readonly (readonly [number, number, number])[]): Buffer {
  const icc = Buffer.alloc(132 + 36 + 60);
  icc.writeUInt32BE(3, 128);
  for (const [at, value] of primaries.entries()) {
    const offset = 168 + at * 20;
    icc.write(`${'rgb'[at]}XYZ`, 132 + at * 12, 'latin1');
    icc.writeUInt32BE(offset, 136 + at * 12);
    for (const [part, number] of value.entries()) icc.writeInt32BE(Math.round(number * 65_536), offset + 8 + part * 4);
  }
  return icc;
}

it('takes a progressive photo of 24 megapixels', async () => {
  const photo = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:2:0' })
    .toBuffer();
  expect((await squareImages(photo, [64])).size).toBe(1);
});

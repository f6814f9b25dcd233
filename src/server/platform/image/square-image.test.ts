// @one-database
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pngChunk, quarters, withChunk } from '#server/testing/costs/hostile-images.ts';
import { squareImages } from './square-image.ts';

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

it.each(['p3', 'srgb'] as const)('shows the colors that a picture with the profile %s means', async (profile) => {
  const meant = sharp({ create: { width: 64, height: 64, channels: 3, background: { r: 200, g: 120, b: 60 } } });
  const file = await meant.withIccProfile(profile).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  const made = (await squareImages(file, [64])).get(64);
  const [red, green, blue] = [...(await sharp(made).removeAlpha().raw().toBuffer()).subarray(0, 3)];
  for (const [seen, wanted] of [
    [red, 200],
    [green, 120],
    [blue, 60],
  ] as const)
    expect(Math.abs((seen ?? 0) - wanted)).toBeLessThan(8);
});

it('takes a progressive photo of 24 megapixels', async () => {
  const photo = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: 'teal' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:2:0' })
    .toBuffer();
  expect((await squareImages(photo, [64])).size).toBe(1);
});

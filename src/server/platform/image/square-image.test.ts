// @one-database
import { deflateSync } from 'node:zlib';
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

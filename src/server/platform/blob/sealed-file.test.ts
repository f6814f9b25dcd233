import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Simulator, type S3Simulator } from '#server/testing/server/s3-simulator.ts';
import type { BlobStore } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import { newFileKey, partName, readSealed, removeSealed, writeSealed } from './sealed-file.ts';

const stores = new Map<string, BlobStore>();
let root: string;
let s3: S3Simulator;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cedar-id-sealed-'));
  const clock = { now: () => Date.now(), wall: () => Date.now() };
  s3 = await startS3Simulator(clock);
  stores.set('a folder', openFolderStore({ root, uploadUrl: (id) => id }));
  stores.set('object storage', openS3Store({ ...s3.settings, publicUrl: 'https://cdn.example.com', clock, holds: 'sealed files' }));
});

afterAll(async () => {
  await s3.close();
  await rm(root, { recursive: true, force: true });
});

const name = 'f'.repeat(22);
const content = randomBytes(2 * 256 * 1024 + 500);

async function* pieces(): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += 75_000) yield content.subarray(start, start + 75_000);
}

async function read(store: BlobStore, key: Buffer, parts: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readSealed(store, { name, key, parts })));
}

describe.each(['a folder', 'object storage'])('a sealed file in %s', (kind) => {
  it('comes back whole, is nothing without its key, and goes with all its parts', async () => {
    const store = stores.get(kind) as BlobStore;
    const key = newFileKey();
    const { parts, bytes } = await writeSealed(store, { name, key, maxBytes: content.length }, pieces());
    expect([parts, bytes]).toEqual([3, content.length]);
    expect((await read(store, key, parts)).equals(content)).toBe(true);
    await expect(read(store, newFileKey(), parts)).rejects.toThrow('authenticate');
    expect(store.publicUrl).toBeUndefined();

    const sealed = await Promise.all([0, 1, 2].map((part) => store.read(partName(name, part))));
    const put = (part: number, at: number) => store.put(partName(name, at), sealed[part] as Buffer);
    await put(1, 0);
    await expect(read(store, key, parts), 'a part of another place').rejects.toThrow('authenticate');
    await put(0, 0);
    await expect(read(store, key, 2), 'without the last part').rejects.toThrow('authenticate');
    const flipped = Buffer.from(sealed[1] as Buffer);
    flipped[7] = (flipped[7] ?? 0) ^ 1;
    await store.put(partName(name, 1), flipped);
    await expect(read(store, key, parts), 'one bit').rejects.toThrow('authenticate');
    await put(1, 1);
    expect((await read(store, key, parts)).equals(content)).toBe(true);

    await removeSealed(store, { name, parts });
    await removeSealed(store, { name, parts });
    expect(await Array.fromAsync(store.list())).toEqual([]);
    await expect(read(store, key, parts)).rejects.toThrow('missing');
  });

  it('is refused beyond its size', async () => {
    const store = stores.get(kind) as BlobStore;
    await expect(writeSealed(store, { name, key: newFileKey(), maxBytes: content.length - 1 }, pieces())).rejects.toThrow('too large');
    await removeSealed(store, { name, parts: 3 });
  });
});

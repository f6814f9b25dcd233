import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';

let root: string;
let store: BlobStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cedar-id-blobs-'));
  store = openFolderStore({ root, uploadUrl: (id) => `/upload/${id}` });
});

afterAll(() => rm(root, { recursive: true, force: true }));

function receive(...chunks: readonly Buffer[]): Promise<string> {
  if (store.receive === undefined) throw new Error('a folder receives');
  return store.receive(Readable.from(chunks), 100);
}

async function namesOf(blobs: AsyncIterable<StoredBlob>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobs) names.push(name);
  return names.toSorted();
}

describe('a stored file', () => {
  it('is complete or absent, listed with its age, and gone when removed', async () => {
    const name = `${'a'.repeat(22)}-256.webp`;
    expect(await store.read(name)).toBeUndefined();
    await store.put(name, Buffer.from('first'));
    await store.put(name, Buffer.from('second'));
    expect(String(await store.read(name))).toBe('second');
    const ages: number[] = [];
    for await (const blob of store.list()) if (blob.name === name) ages.push(Date.now() - blob.changedAt);
    expect(ages).toHaveLength(1);
    expect(Math.abs(ages[0] ?? Number.NaN)).toBeLessThan(60_000);
    await store.remove(name);
    await store.remove(name);
    expect(await store.read(name)).toBeUndefined();
    expect(await readdir(join(root, 'partial'))).toEqual([]);
  });

  it('is readable by no other user of the machine', async () => {
    await store.put('private.webp', Buffer.from('x'));
    expect((await stat(join(root, 'files', 'pr', 'private.webp'))).mode & 0o077).toBe(0);
    expect((await stat(join(root, 'files'))).mode & 0o077).toBe(0);
  });

  it.each(['../outside', 'a/b', '', '.hidden', 'a\0b', 'x'.repeat(101), String.raw`a\b`])('never has the name %j', async (name) => {
    await expect(async () => store.put(name, Buffer.from('x'))).rejects.toThrow('no name');
    await expect(async () => store.read(name)).rejects.toThrow('no name');
    await expect(async () => store.remove(name)).rejects.toThrow('no name');
    await expect(async () => store.readUpload(name, 9)).rejects.toThrow('no name');
    await expect(async () => store.removeUpload(name)).rejects.toThrow('no name');
  });
});

describe('an upload', () => {
  it('is separate from stored files until it is removed', async () => {
    const before = await namesOf(store.list());
    const file = await receive(Buffer.from('hello '), Buffer.from('there'));
    expect(String(await store.readUpload(file, 100))).toBe('hello there');
    expect(await store.readUpload(file, 10)).toBeUndefined();
    expect(await namesOf(store.uploads())).toEqual([file]);
    expect(await store.read(file)).toBeUndefined();
    expect(await namesOf(store.list())).toEqual(before);
    await store.removeUpload(file);
    expect(await store.readUpload(file, 100)).toBeUndefined();
    expect(await namesOf(store.uploads())).toEqual([]);
  });

  it('beyond the agreed size is refused in transit, and leaves nothing', async () => {
    await expect(receive(Buffer.alloc(60), Buffer.alloc(41))).rejects.toMatchObject({ refusal: 'payloadTooLarge' });
    expect(await namesOf(store.uploads())).toEqual([]);
    const file = await receive(Buffer.alloc(60), Buffer.alloc(40));
    expect(await store.readUpload(file, 100)).toHaveLength(100);
    await store.removeUpload(file);
  });

  it('leaves nothing when it breaks off', async () => {
    async function* broken(): AsyncIterable<Buffer> {
      yield Buffer.from('half');
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    }
    await expect(store.receive?.(Readable.from(broken()), 100)).rejects.toMatchObject({ refusal: 'badRequest' });
    expect(await namesOf(store.uploads())).toEqual([]);
  });

  it('arrives through this site', async () => {
    const started = await store.beginUpload({ id: 'abc', contentType: 'image/png', bytes: 100, expiresAt: 0 });
    expect(started).toEqual({ url: '/upload/abc', file: undefined });
  });
});

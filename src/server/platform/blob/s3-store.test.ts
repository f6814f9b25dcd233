import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startS3Simulator, type S3Simulator } from '#server/testing/server/s3-simulator.ts';
import type { StoredBlob } from './blob-store.ts';
import { openS3Store } from './s3-store.ts';

const at = (): number => Date.UTC(2026, 0, 15, 8);
const clock = { now: at, wall: at };
let storage: S3Simulator;

beforeEach(async () => {
  storage = await startS3Simulator(clock);
});

afterEach(() => storage.close());

async function namesOf(blobs: AsyncIterable<StoredBlob>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobs) names.push(name);
  return names.toSorted();
}

describe('object storage', () => {
  it('keeps files separate from uploads, lists all pages of them, and removes them', async () => {
    const store = openS3Store({ ...storage.settings, clock });
    const names = ['a-256.webp', 'b-256.webp', 'c-256.webp', 'd-256.webp', 'e-256.webp'];
    for (const name of names) await store.put(name, Buffer.from(name));
    storage.objects.set('avatars/not ours/x', { bytes: Buffer.from(''), headers: {}, changedAt: 0 });
    storage.objects.set('uploads/u1', { bytes: Buffer.from('upload'), headers: {}, changedAt: 0 });
    expect(await namesOf(store.list())).toEqual(names);
    expect(await namesOf(store.uploads())).toEqual(['u1']);
    expect(String(await store.read('c-256.webp'))).toBe('c-256.webp');
    expect(storage.objects.get('avatars/c-256.webp')?.headers).toEqual({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="avatar.webp"',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await store.remove('c-256.webp');
    await store.remove('c-256.webp');
    expect(await store.read('c-256.webp')).toBeUndefined();
  });

  it('reads no more of an upload than agreed', async () => {
    const store = openS3Store({ ...storage.settings, clock });
    storage.objects.set('uploads/u', { bytes: Buffer.alloc(100), headers: {}, changedAt: 0 });
    storage.objects.set('uploads/empty', { bytes: Buffer.alloc(0), headers: {}, changedAt: 0 });
    expect(await store.readUpload('u', 100)).toHaveLength(100);
    expect(await store.readUpload('u', 99)).toBeUndefined();
    expect(await store.readUpload('empty', 99)).toHaveLength(0);
    expect(await store.readUpload('none', 99)).toBeUndefined();
    await store.removeUpload('u');
    expect(await store.readUpload('u', 100)).toBeUndefined();
  });

  it('refuses wrong keys', async () => {
    const store = openS3Store({ ...storage.settings, secretAccessKey: 'other', clock });
    await expect(store.put('a.webp', Buffer.from('x'))).rejects.toMatchObject({
      refusal: 'unavailable',
      detail: { reason: 'object storage: PUT answered 403 SignatureDoesNotMatch' },
    });
  });

  it.each(['error500', 'nonsense', 'cut', 'redirect', 'hang'] as const)(
    'with the fault %s is unavailable, within its time limit',
    async (fault) => {
      const store = openS3Store({ ...storage.settings, clock, timeoutMs: 200 });
      await store.put('a.webp', Buffer.from('x'));
      storage.fault = fault;
      const unavailable = { refusal: 'unavailable' };
      await expect(store.put('b.webp', Buffer.from('x'))).rejects.toMatchObject(unavailable);
      await expect(store.read('a.webp')).rejects.toMatchObject(unavailable);
      await expect(store.remove('a.webp')).rejects.toMatchObject(unavailable);
      await expect(namesOf(store.list())).rejects.toMatchObject(unavailable);
      storage.fault = '';
      expect(String(await store.read('a.webp'))).toBe('x');
    },
  );

  it.each(['../outside', 'a/b', '', '.hidden', 'a\0b', 'x'.repeat(101), 'a?b'])('accepts no operation for the name %j', async (name) => {
    const store = openS3Store({ ...storage.settings, clock });
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow('no name');
    await expect(store.read(name)).rejects.toThrow('no name');
    await expect(store.remove(name)).rejects.toThrow('no name');
    await expect(store.readUpload(name, 9)).rejects.toThrow('no name');
    await expect(store.removeUpload(name)).rejects.toThrow('no name');
    expect(storage.requests).toBe(0);
  });

  it('is addressed by the host name of the bucket unless path style is set', async () => {
    const settings = { ...storage.settings, pathStyle: false, endpoint: 'https://s3.example.com', publicUrl: 'https://cdn.example.com' };
    const store = openS3Store({ ...settings, clock });
    const { url, file } = await store.beginUpload({ id: 'u1', contentType: 'image/png', bytes: 9, expiresAt: clock.now() + 600_000 });
    expect(url).toMatch(/^https:\/\/cedar-avatars\.s3\.example\.com\/uploads\/u1\?X-Amz-Expires=600&/);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(file).toBe('u1');
    expect(store.publicUrl?.('a.webp')).toBe('https://cdn.example.com/avatars/a.webp');
  });
});

// @one-database
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day, hour } from '#server/platform/clock.ts';
import { startS3Simulator } from '#server/testing/server/s3-simulator.ts';
import type { BlobStore } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';
import { tidyStore } from './tidy-store.ts';

/** Two days on, at the beginning of a day. */
const later = Math.floor(Date.now() / day) * day + 2 * day;
const undo: (() => Promise<void>)[] = [];
let store: BlobStore;
const rows = new Set<string>();

const named = async (files: readonly string[]) => new Set(files.filter((file) => rows.has(file)));
const names = async () => (await Array.fromAsync(store.list())).map(({ name }) => name).toSorted();
const trash = async () => (await Array.fromAsync(store.trash.list())).map(({ name }) => name).toSorted();
const tidy = (at: number) => tidyStore(store, { files: named, uploads: () => Promise.resolve(new Set()) }, at);

async function put(count: number, prefix: string): Promise<readonly string[]> {
  const made = Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, '0')}.webp`);
  for (const name of made) await store.put(name, Buffer.from(name));
  return made;
}

const openers = {
  async 'a folder'() {
    const root = await mkdtemp(join(tmpdir(), 'cedar-id-tidy-'));
    undo.push(() => rm(root, { recursive: true, force: true }));
    return openFolderStore({ root, uploadUrl: (id) => id });
  },
  async 'object storage'() {
    const clock = { now: () => Date.now(), wall: () => Date.now() };
    const storage = await startS3Simulator(clock);
    undo.push(() => storage.close());
    return openS3Store({ ...storage.settings, clock });
  },
} as const;

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

describe.each(['a folder', 'object storage'] as const)('files that no row names in %s', (kind) => {
  beforeEach(async () => {
    rows.clear();
    store = await openers[kind]();
  });

  it('stay for an hour, lie in the trash for a week, and are gone', async () => {
    const [stray = ''] = await put(1, 'stray');
    for (const name of await put(3, 'kept')) rows.add(name);
    expect(await tidy(Date.now())).toEqual({ discarded: 0, takenBack: 0, removed: 0 });
    expect(await tidy(later)).toEqual({ discarded: 1, takenBack: 0, removed: 0 });
    expect([await store.read(stray), await trash()]).toEqual([undefined, [stray]]);
    expect(await tidy(later + 8 * day - 1)).toMatchObject({ removed: 0 });
    expect(await tidy(later + 8 * day)).toMatchObject({ removed: 1 });
    expect([await trash(), (await names()).length]).toEqual([[], 3]);
  });

  it('come back when a row names them again', async () => {
    const [stray = ''] = await put(1, 'stray');
    await tidy(later);
    rows.add(stray);
    expect(await tidy(later + 8 * day)).toEqual({ discarded: 0, takenBack: 1, removed: 0 });
    expect([String(await store.read(stray)), await trash()]).toEqual([stray, []]);
  });

  it('go to the trash a twentieth at a time, and the next ones a day later', async () => {
    const strays = await put(60, 'stray');
    for (const name of await put(40, 'kept')) rows.add(name);
    expect(await tidy(later)).toMatchObject({ discarded: 5 });
    expect(await tidy(later + 23 * hour)).toMatchObject({ discarded: 0 });
    expect(await tidy(later + day)).toMatchObject({ discarded: 4 });
    expect((await names()).length).toBe(strays.length + 40 - 9);
  });
});

it('never go to the trash by more than a hundred in a day', async () => {
  rows.clear();
  const root = await mkdtemp(join(tmpdir(), 'cedar-id-tidy-'));
  undo.push(() => rm(root, { recursive: true, force: true }));
  store = openFolderStore({ root, uploadUrl: (id) => id });
  await mkdir(join(root, 'files', 'st'));
  for (let count = 0; count < 2400; count += 1) await writeFile(join(root, 'files', 'st', `stray${count}.webp`), '');
  expect(await tidy(later)).toMatchObject({ discarded: 100 });
  expect(await tidy(later + hour)).toMatchObject({ discarded: 0 });
});

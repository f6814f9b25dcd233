// @one-database
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readInstallation } from '#server/platform/installation/installation.repository.ts';
import { startS3Simulator, type S3Simulator } from '#server/testing/server/s3-simulator.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { run } from './copy-files-to.ts';

let app: TestApp;
let storage: S3Simulator;
let printed = '';

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now() });
  storage = await startS3Simulator({ now: () => Date.now() });
  for (let count = 0; count < 12; count += 1) await app.wiring.files.blobs.put(`file-${count}.webp`, Buffer.from(`picture ${count}`));
  await app.wiring.files.copies.files.put('copy.0', Buffer.from('sealed'));
});

afterAll(async () => {
  await app.close();
  await storage.close();
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function copyTo(...words: readonly string[]): Promise<number> {
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const config = { dataDir: app.config.dataDir, objectStorage: storage.settings };
  return run(['copy-files-to', 's3', ...words], { db: app.db, config });
}

const files = () => [...storage.objects.keys()].filter((key) => !key.endsWith('.installation'));

it('only looks without --confirm', async () => {
  expect(await copyTo()).toBe(0);
  expect([printed, storage.objects.size]).toEqual([
    expect.stringMatching(/12 files, of which 0 are in .*\n.*1 files.*\nNothing was copied/),
    0,
  ]);
});

it('continues where it ended, writes a broken file again, and marks the bucket as its installation', async () => {
  const set = storage.objects.set.bind(storage.objects);
  storage.objects.set = (key, value) => {
    if (files().length === 5) storage.fault = 'error500';
    return set(key, value);
  };
  await expect(copyTo('--confirm')).rejects.toMatchObject({ refusal: 'unavailable' });
  storage.objects.set = set;
  storage.fault = '';
  const [first = ''] = files();
  storage.objects.set(first, { bytes: Buffer.from('half'), headers: {}, changedAt: 0 });
  expect(await copyTo('--confirm')).toBe(0);
  expect(printed).toMatch(/12 files, of which 6 are in .*; 7 were copied, and all are the same/);
  expect(files()).toHaveLength(13);
  expect(String(storage.objects.get('avatars/file-7.webp')?.bytes)).toBe('picture 7');
  expect(storage.objects.get('avatars/file-7.webp')?.headers['content-type']).toBe('image/webp');
  const { id } = await readInstallation(app.db);
  for (const prefix of ['avatars', 'sealed']) {
    expect(JSON.parse(String(storage.objects.get(`${prefix}/.installation`)?.bytes))).toMatchObject({ installation: id });
  }
});

it('is refused for the bucket of another installation', async () => {
  const mark = { bytes: Buffer.from('{"installation":"another","seen":1}'), headers: {}, changedAt: 0 };
  storage.objects.set('avatars/.installation', mark);
  await expect(copyTo('--confirm')).rejects.toThrow('the bucket cedar-avatars (avatars/) belongs to the installation another');
});

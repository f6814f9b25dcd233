import { afterAll, beforeAll, expect, it } from 'vitest';
import { avatarFile, avatarSizes } from '#server/core/account/accounts/profile-image.ts';
import { createAudit, type Audit } from '#server/core/protection/audit/audit.ts';
import type { BlobStore, StoredBlob } from '#server/platform/blob/blob-store.ts';
import { day, hour } from '#server/platform/clock.ts';
import { createWorkQueue } from '#server/platform/image/work-queue.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { finishAvatar } from './finish-avatar.ts';
import { removeOrphans } from './remove-orphans.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

async function namesOf(blobs: AsyncIterable<StoredBlob>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of blobs) names.push(name);
  return names.toSorted();
}

/** A process that dies: from the given step on, none of its actions reach disk or database. */
function dyingAt(step: number, blobs: BlobStore, audit: Audit) {
  let steps = 0;
  const alive = <T>(work: () => Promise<T>): Promise<T> => {
    steps += 1;
    return steps >= step ? Promise.reject(new Error('the process is dead')) : work();
  };
  const dying: BlobStore = {
    beginUpload: (upload) => blobs.beginUpload(upload),
    receive: undefined,
    readUpload: (file, maxBytes) => alive(() => blobs.readUpload(file, maxBytes)),
    removeUpload: (file) => alive(() => blobs.removeUpload(file)),
    uploads: () => blobs.uploads(),
    put: (name, bytes) => alive(() => blobs.put(name, bytes)),
    read: (name) => blobs.read(name),
    publicUrl: undefined,
    remove: (name) => alive(() => blobs.remove(name)),
    list: () => blobs.list(),
    mark: blobs.mark,
    trash: blobs.trash,
    place: blobs.place,
  };
  return { blobs: dying, audit: { ...audit, record: (entry) => alive(() => audit.record(entry)) } satisfies Audit, steps: () => steps };
}

it('never leaves an account that points at missing files, at whatever step the process dies', async () => {
  const { browser } = await app.newAccount();
  const { db, clock, wiring } = app;
  const found = await wiring.core.access.sessions.find(browser.cookies.get('sid') ?? '');
  if (found.status !== 'live') throw new Error('there is no session');
  const { session } = found;
  const audit = createAudit({ db, clock, keyring: wiring.keyring });
  const bytes = await quarters().png().toBuffer();
  const pointers = new Set<string | null>();

  // Round 0 succeeds, so that there is an avatar to replace.
  let step = 0;
  for (let isThrough = false; !isThrough; step += 1) {
    const { data } = await browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'png' });
    const { sign, uploadUrl } = data;
    expect(await browser.raw({ method: 'PUT', path: uploadUrl, body: bytes, headers: { 'content-type': 'image/png' } })).toMatchObject({
      code: 200,
    });
    const dying = dyingAt(step === 0 ? Number.POSITIVE_INFINITY : step, wiring.files.blobs, audit);
    const deps = { db, clock, blobs: dying.blobs, audit: dying.audit, pictures: createWorkQueue({ running: 1, waiting: 0 }) };
    // May fail: it dies at a step.
    await finishAvatar(deps, session, { sign, origin: { clientIp: browser.clientIp, requestId: 'test' } }).catch(() => undefined);
    isThrough = step > 0 && dying.steps() < step;

    const row = await db.q().selectFrom('accounts').select('profile_image').where('id', '=', session.accountId).executeTakeFirstOrThrow();
    const base = row.profile_image;
    pointers.add(base);
    const expected = base === null ? [] : avatarSizes.map((size) => avatarFile(base, size));
    for (const file of expected) expect(await wiring.files.blobs.read(file), `step ${step}`).toBeDefined();
    await removeOrphans({ db, blobs: wiring.files.blobs }, Date.now() + 2 * hour + step * day);
    expect(await namesOf(wiring.files.blobs.list()), `step ${step}`).toEqual(expected.toSorted());
    expect(await namesOf(wiring.files.blobs.uploads()), `step ${step}`).toEqual([]);
  }
  // Read, remove the upload, three files, audit, three old files; several rounds set an avatar.
  expect(step).toBeGreaterThanOrEqual(11);
  expect(pointers.size).toBeGreaterThan(3);
});

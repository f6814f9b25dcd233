// @one-database
/**
 * The avatar over HTTP: begin, upload, finish, and the served files.
 * - a ticket is valid once, for ten minutes, for its account and session
 * - a file that is no JPEG or PNG, or too large, is refused and leaves nothing behind
 * - an accepted picture is drawn again: no byte and no metadata of the file stays
 * - the account always points at existing files
 * The same in a folder and in object storage, except for the receiver of the bytes. The forms of pictures and tickets
 * know no store.
 */
import { spawn } from 'node:child_process';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { createWorkQueue } from '#server/platform/image/work-queue.ts';
import { bomb, canary, hostileImages, pngChunk, quarters, withChunk, withSegment, withSize } from '#server/testing/costs/hostile-images.ts';
import { prove } from '#server/testing/lives/living.ts';
import { startS3Simulator, type S3Simulator } from '#server/testing/server/s3-simulator.ts';
import { isWhole, judgeSeed } from '#contract/fixtures/short-form.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { finishAvatar } from './finish-avatar.ts';
import { removeOrphans } from './remove-orphans.ts';

let app: TestApp;
let png: Buffer;
let jpeg: Buffer;

/** Undefined while avatars are kept in a folder. */
let storage: S3Simulator | undefined;

async function start(kind: 'a folder' | 'object storage'): Promise<void> {
  storage = kind === 'a folder' ? undefined : await startS3Simulator({ now: () => app.clock.now() });
  app = await buildTestApp({ config: { rateFactor: 1000, objectStorage: storage?.settings } });
  [png, jpeg] = await Promise.all([quarters().png().toBuffer(), quarters().jpeg().toBuffer()]);
}

async function stop(): Promise<void> {
  await app.close();
  await storage?.close();
}

interface Begun {
  readonly sign: string;
  readonly uploadUrl: string;
  readonly maxBytes: number;
}

async function begin(browser: TestBrowser, bytes = png): Promise<Begun> {
  const answer = await browser.post<Begun>('/profileimage/begin', { filetype: 'image/png', size: bytes.length });
  expect(answer).toMatchObject({ status: 200, code: 200 });
  return answer.data;
}

async function upload(
  browser: TestBrowser,
  uploadUrl: string,
  body: Buffer,
  headers: Record<string, string | undefined> = {},
): Promise<Pick<TestAnswer, 'status' | 'code'>> {
  if (!URL.canParse(uploadUrl))
    return browser.raw({ method: 'PUT', path: uploadUrl, body, headers: { 'content-type': 'image/png', ...headers } });
  const { status } = await fetch(uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { 'content-type': 'image/png', ...headers },
  });
  return { status, code: status };
}

function finish(browser: TestBrowser, sign: string): Promise<TestAnswer<{ profileImage: string }>> {
  return browser.post<{ profileImage: string }>('/profileimage/finish', { sign });
}

/** All three steps; returns the last answer. */
async function send(browser: TestBrowser, bytes: Buffer): Promise<TestAnswer<{ profileImage: string }>> {
  const { sign, uploadUrl } = await begin(browser, bytes);
  expect(await upload(browser, uploadUrl, bytes)).toMatchObject({ status: 200, code: 200 });
  return finish(browser, sign);
}

async function shownImage(browser: TestBrowser): Promise<string> {
  return (await browser.get<AccountView>('/account/metainfo')).data.profileImage;
}

function bytesAt(path: string) {
  return app.app.inject({ method: 'GET', url: path });
}

/** All files that are in use: paths below DATA_DIR/avatars, or keys of objects. */
async function stored({ config } = app): Promise<string[]> {
  const isAside = (path: string) => /installation$|(^|\/)trash\//.test(path);
  if (storage !== undefined && config.objectStorage !== undefined) return [...storage.objects.keys()].filter((key) => !isAside(key));
  const root = join(config.dataDir, 'avatars');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).filter((path) => !isAside(path));
}

async function storedUploads(server = app): Promise<string[]> {
  return (await stored(server)).filter((path) => !path.includes('/files/') && !path.startsWith('avatars/'));
}

async function makeOld(name: string, changedAt: number): Promise<void> {
  const object = storage?.objects.get(name);
  if (object === undefined) await utimes(name, changedAt / 1000, changedAt / 1000);
  else storage?.objects.set(name, { ...object, changedAt });
}

/** Chunks of a WebP file: VP8, VP8L, VP8X, ALPH hold the picture; EXIF, XMP and ICCP would hold forbidden metadata. */
function webpChunks(bytes: Buffer): string[] {
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WEBP']);
  const names: string[] = [];
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) % 2)) {
    names.push(bytes.toString('latin1', at, at + 4).trim());
  }
  return names;
}

/** A separate process that decodes WebP, which this one no longer can: one picture in each line. */
const decoder = `
  import sharp from 'sharp';
  import { createInterface } from 'node:readline';
  for await (const line of createInterface(process.stdin)) {
    const { data, info } = await sharp(Buffer.from(line, 'base64')).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x, y) => [...data.subarray((Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3).subarray(0, 3)];
    console.log(JSON.stringify({ edge: [info.width, info.height], quarters: [at(.25, .25), at(.75, .25), at(.25, .75), at(.75, .75)] }));
  }`;
const decoding = spawn(process.execPath, ['--input-type=module', '-e', decoder], { stdio: ['pipe', 'pipe', 'inherit'] });
const decoded = createInterface(decoding.stdout)[Symbol.asyncIterator]();

afterAll(() => void decoding.kill());

/** The edge, and the colors in the middle of the quarters. */
async function look(webp: Buffer): Promise<{ readonly edge: readonly number[]; readonly quarters: readonly (readonly number[])[] }> {
  decoding.stdin.write(`${webp.toString('base64')}\n`);
  return JSON.parse(String((await decoded.next()).value));
}

function expectNear(color: readonly number[] | undefined, expected: readonly number[], tolerance = 16): void {
  const differences = expected.map((value, index) => Math.abs(value - (color?.[index] ?? -255)));
  expect(Math.max(...differences), `${String(color)} is not ${String(expected)}`).toBeLessThanOrEqual(tolerance);
}

async function expectRefused(bytes: Buffer): Promise<void> {
  const { browser } = await app.newAccount();
  const { profileImage } = (await send(browser, png)).data;
  const files = await stored();
  expect(await send(browser, bytes)).toMatchObject({ status: 200, code: 1027, data: {} });
  expect((await stored()).toSorted()).toEqual(files.toSorted());
  expect(await shownImage(browser)).toBe(profileImage);
}

const red = [220, 30, 30];
const green = [30, 180, 30];
const blue = [30, 30, 220];
const white = [250, 250, 250];

describe.each(['a folder', 'object storage'] as const)('in %s,', (kind) => {
  beforeAll(() => start(kind));
  afterAll(stop);

  describe('an avatar', () => {
    it('is stored as three square pictures and shown by the account', async () => {
      const { browser } = await app.newAccount();
      const before = await browser.get('/account/metainfo');
      const answer = await send(browser, png);
      expect(answer).toMatchObject({ status: 200, code: 200 });
      const { profileImage } = answer.data;
      expect(profileImage).toMatch(/^\/avatars\/[\w-]{22}-256\.webp$/);
      const after = await browser.get('/account/metainfo', { 'if-none-match': before.headers['etag'] });
      expect(after).toMatchObject({ status: 200, data: { profileImage } });
      for (const size of [512, 256, 96]) {
        const { rawPayload } = await bytesAt(profileImage.replace('-256', `-${size}`));
        const seen = await look(rawPayload);
        expect(seen.edge).toEqual([size, size]);
        [red, green, blue, white].forEach((color, index) => expectNear(seen.quarters[index], color));
      }
      const entry = await app.db.q().selectFrom('audit').select('event').where('event', '=', 'avatar.changed').executeTakeFirst();
      expect(entry).toBeDefined();
    });

    it('is served to anyone as an immutable picture and nothing else', async () => {
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, jpeg)).data;
      const answer = await bytesAt(profileImage);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(answer.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-disposition': 'inline; filename="avatar.webp"',
      });
      expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.headers['set-cookie']).toBeUndefined();
      const head = await app.app.inject({ method: 'HEAD', url: profileImage });
      expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, answer.headers['content-length'], 0]);
    });

    it.each([
      '/avatars/',
      '/avatars/AAAAAAAAAAAAAAAAAAAAAA-256.webp',
      '/avatars/AAAAAAAAAAAAAAAAAAAAAA-300.webp',
      '/avatars/..%2f..%2fcedar.db',
      '/avatars/../cedar.db',
      '/avatars/%2e%2e/%2e%2e/etc/passwd',
      '/avatars/files/AA',
      '/avatars/AAAAAAAAAAAAAAAAAAAAAA-256.webp%00.html',
    ])('is not found at %s', async (path) => {
      const answer = await bytesAt(path);
      expect(answer.statusCode === 404 || answer.statusCode === 400 || answer.headers['content-type'] !== 'image/webp', path).toBe(true);
      expect(answer.body).not.toContain('SQLite');
    });

    it('replaces the previous one and removes its files', async () => {
      const { browser } = await app.newAccount();
      const first = (await send(browser, png)).data.profileImage;
      const second = (await send(browser, jpeg)).data.profileImage;
      expect(second).not.toBe(first);
      expect(await shownImage(browser)).toBe(second);
      for (const size of [512, 256, 96]) {
        expect((await bytesAt(first.replace('-256', `-${size}`))).statusCode).toBe(404);
        expect((await bytesAt(second.replace('-256', `-${size}`))).statusCode).toBe(200);
      }
    });
  });

  describe('an upload is refused with 1027 and leaves nothing behind:', () => {
    it.each([
      ['nothing', async () => Buffer.alloc(0)],
      ['a truncated PNG', async () => png.subarray(0, png.length - 40)],
    ])('%s', async (_name, make) => expectRefused(await make()));

    it('an upload that never arrived', async () => {
      const { browser } = await app.newAccount();
      const { sign } = await begin(browser);
      expect(await finish(browser, sign)).toMatchObject({ code: 1027 });
      expect(await storedUploads()).toEqual([]);
    });
  });

  describe('a ticket', () => {
    it('is good once', async () => {
      const { browser } = await app.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      await upload(browser, uploadUrl, png);
      const answers = await Promise.all([finish(browser, sign), finish(browser, sign), finish(browser, sign)]);
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1022, 1022]);
      expect(await finish(browser, sign)).toMatchObject({ code: 1022 });
    });

    it('is useless to another account and to another session of the same one', async () => {
      const { browser, phone, password } = await app.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      const thief = (await app.newAccount()).browser;
      const other = app.newBrowser();
      expect(await other.post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
      for (const stranger of [thief, other]) {
        // An upload URL of object storage works for anyone; only the ticket's holder can use the upload.
        if (kind === 'a folder') expect(await upload(stranger, uploadUrl, jpeg)).toMatchObject({ code: 1022 });
        expect(await finish(stranger, sign)).toMatchObject({ code: 1022 });
      }
      expect(await storedUploads()).toEqual([]);
      await upload(browser, uploadUrl, png);
      for (const stranger of [thief, other]) expect(await finish(stranger, sign)).toMatchObject({ code: 1022 });
      expect(await finish(browser, sign)).toMatchObject({ code: 200 });
      expect(await shownImage(thief)).toBe('');
    });

    it('stays good when an identity proof in another tab renews the session', async () => {
      const { browser, password } = await app.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      await prove({ browser, password });
      expect(await upload(browser, uploadUrl, png)).toMatchObject({ code: 200 });
      await prove({ browser, password });
      expect(await finish(browser, sign)).toMatchObject({ code: 200 });
    });

    it('ends after ten minutes', async () => {
      const { browser } = await app.newAccount();
      const late = await begin(browser);
      const later = await begin(browser);
      await upload(browser, later.uploadUrl, png);
      app.clock.advance(10 * minute);
      expect(await upload(browser, late.uploadUrl, png)).toMatchObject({ code: kind === 'a folder' ? 1022 : 403 });
      expect(await finish(browser, late.sign)).toMatchObject({ code: 1022 });
      expect(await finish(browser, later.sign)).toMatchObject({ code: 1022 });
      expect(await shownImage(browser)).toBe('');
      expect((await removeOrphans({ db: app.db, blobs: app.wiring.files.blobs }, Date.now() + 2 * hour)).removed).toBeGreaterThan(0);
      expect(await storedUploads()).toEqual([]);
    });

    it('is issued ten times a day', async () => {
      const strict = await buildTestApp();
      try {
        const { browser } = await strict.newAccount();
        for (let count = 0; count < 10; count += 1) await begin(browser);
        const refused = await browser.post('/profileimage/begin', { filetype: 'png' });
        expect(refused).toMatchObject({ code: 3004, data: { retryAfter: expect.any(Number) } });
      } finally {
        await strict.close();
      }
    });
  });

  describe('simultaneous uploads', () => {
    it('leave exactly one avatar with all its files', async () => {
      const { browser } = await app.newAccount();
      const begun = await Promise.all(Array.from({ length: 6 }, () => begin(browser)));
      await Promise.all(begun.map(({ uploadUrl }) => upload(browser, uploadUrl, png)));
      const others = new Set(await stored());
      for (const path of await storedUploads()) others.delete(path);
      const answers = await Promise.all(begun.map(({ sign }) => finish(browser, sign)));
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200, 200]);
      const shown = await shownImage(browser);
      expect(answers.map(({ data }) => data.profileImage)).toContain(shown);
      expect((await bytesAt(shown)).statusCode).toBe(200);
      expect((await stored()).filter((path) => !others.has(path))).toHaveLength(3);
    });

    it('wait in a short queue; a full queue leaves the ticket valid', async () => {
      const people = await Promise.all(Array.from({ length: 12 }, () => app.newAccount()));
      const big = await quarters(1800).png().toBuffer();
      const begun = await Promise.all(
        people.map(async ({ browser }) => {
          const { sign, uploadUrl } = await begin(browser, big);
          await upload(browser, uploadUrl, big);
          return { browser, sign };
        }),
      );
      const answers = await Promise.all(begun.map(({ browser, sign }) => finish(browser, sign)));
      const refused = begun.filter((_, index) => answers[index]?.code === 503);
      expect(answers.filter(({ code }) => code === 200).length + refused.length).toBe(12);
      expect(refused.length).toBeGreaterThan(0);
      for (const { browser, sign } of refused) expect(await finish(browser, sign)).toMatchObject({ code: 200 });
      expect(await storedUploads()).toEqual([]);
    });
  });

  describe('orphans', () => {
    it('are put away after an hour, but never the files of an account', async () => {
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, png)).data;
      const { blobs } = app.wiring.files;
      const orphan = 'AAAAAAAAAAAAAAAAAAAAAA-256.webp';
      await blobs.put(orphan, png);
      const { uploadUrl } = await begin(browser);
      await upload(browser, uploadUrl, png);
      const now = Date.now();
      await removeOrphans({ db: app.db, blobs }, now);
      expect(await blobs.read(orphan)).toBeDefined();
      expect(await storedUploads()).toHaveLength(1);
      for (const path of await stored()) await makeOld(path, now - 2 * hour);
      expect(await removeOrphans({ db: app.db, blobs }, now)).toMatchObject({ discarded: 1, removed: 1 });
      expect(await blobs.read(orphan)).toBeUndefined();
      expect(await storedUploads()).toEqual([]);
      expect((await bytesAt(profileImage)).statusCode).toBe(200);
    });

    it('are not left by an account that goes away while its picture is drawn', async () => {
      const { browser } = await app.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      const files = await stored();
      await upload(browser, uploadUrl, png);
      const { db, clock, wiring } = app;
      const found = await wiring.core.access.sessions.find(browser.cookies.get('sid') ?? '');
      if (found.status !== 'live') throw new Error('there is no session');
      await transitionAccount(db, { id: found.session.accountId, from: 'active', to: 'deleting' });
      const deps = {
        db,
        clock,
        blobs: wiring.files.blobs,
        audit: createAudit({ db, clock, keyring: wiring.keyring }),
        pictures: createWorkQueue({ running: 1, waiting: 0 }),
      };
      const finishing = finishAvatar(deps, found.session, { sign, origin: { clientIp: browser.clientIp, requestId: 'test' } });
      await expect(finishing).rejects.toMatchObject({ refusal: 'unauthorized' });
      expect((await stored()).toSorted()).toEqual(files.toSorted());
    });

    it('include expired tickets', async () => {
      const { browser } = await app.newAccount();
      await begin(browser);
      await removeOrphans({ db: app.db, blobs: app.wiring.files.blobs }, app.clock.now() + day);
      expect(await app.db.q().selectFrom('uploads').select('id').execute()).toEqual([]);
    });
  });
});

describe('in a folder,', () => {
  beforeAll(() => start('a folder'));
  afterAll(stop);

  describe('an avatar', () => {
    it('is cut from the middle of a non-square picture', async () => {
      const { browser } = await app.newAccount();
      const wide = await quarters(64).resize(64, 64).extend({ left: 64, right: 64, background: 'black' }).png().toBuffer();
      const { profileImage } = (await send(browser, wide)).data;
      const seen = await look((await bytesAt(profileImage)).rawPayload);
      [red, green, blue, white].forEach((color, index) => expectNear(seen.quarters[index], color));
    });

    it('is upright and without location, owner and color profile', async () => {
      const { browser } = await app.newAccount();
      const photo = await quarters()
        .withMetadata({ orientation: 6 })
        .withExifMerge({ IFD0: { Copyright: 'canary' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer();
      expect(photo.includes('canary')).toBe(true);
      const { profileImage } = (await send(browser, photo)).data;
      const { rawPayload } = await bytesAt(profileImage.replace('-256', '-512'));
      expect(webpChunks(rawPayload)).toEqual(['VP8']);
      expect(rawPayload.includes('canary') || rawPayload.includes('GPS')).toBe(false);
      // Orientation 6: the camera was turned, so the top of the scene is at the right of the file.
      const seen = await look(rawPayload);
      // The colors are those that the profile means.
      expectNear(seen.quarters[0], blue, 16);
      expectNear(seen.quarters[1], red, 16);
    });

    it.each([
      ['CMYK', () => quarters().toColourspace('cmyk').jpeg().toBuffer(), 60],
      ['16 bits for each color', () => quarters().toColourspace('rgb16').png().toBuffer(), 16],
      ['a palette', () => quarters().png({ palette: true }).toBuffer(), 16],
      [
        'frames of an animation',
        async () => withChunk(await quarters().png().toBuffer(), pngChunk('acTL', Buffer.from('0000000900000000', 'hex'))),
        16,
      ],
    ])('may come from a file with %s', async (_name, make, tolerance) => {
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, await make())).data;
      const { rawPayload } = await bytesAt(profileImage);
      expect(webpChunks(rawPayload)).toEqual(['VP8']);
      expectNear((await look(rawPayload)).quarters[0], red, tolerance);
    });

    it('keeps transparency', async () => {
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, await quarters().ensureAlpha(0.5).png().toBuffer())).data;
      expect(webpChunks((await bytesAt(profileImage)).rawPayload)).toEqual(['VP8X', 'ALPH', 'VP8']);
    });

    it.each([
      ['a script behind the picture', () => Buffer.concat([png, Buffer.from(canary)])],
      ['a script in a comment', () => withSegment(jpeg, 0xfe, Buffer.from(canary))],
      ['a script in a text chunk', () => withChunk(png, pngChunk('tEXt', Buffer.from(`Comment\0${canary}`)))],
    ])('loses %s', async (_name, make) => {
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, make())).data;
      for (const size of [512, 256, 96]) {
        expect((await bytesAt(profileImage.replace('-256', `-${size}`))).rawPayload.includes('script')).toBe(false);
      }
    });
  });

  describe('an upload is refused with 1027 and leaves nothing behind:', () => {
    it.each([
      ['SVG', async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${canary}</svg>`)],
      ['HTML', async () => Buffer.from(`<!doctype html>${canary}`)],
      ['HTML behind the signature of a PNG', async () => Buffer.concat([png.subarray(0, 8), Buffer.from(canary)])],
      ['GIF', () => quarters().gif().toBuffer()],
      ['WebP', () => quarters().webp().toBuffer()],
      ['TIFF', () => quarters().tiff().toBuffer()],
      ['a truncated JPEG', async () => jpeg.subarray(0, jpeg.length / 2)],
      ['a bomb of 16,000 × 16,000 pixels', async () => bomb(16_000)],
      ['a claim of 65,535 × 65,535 pixels', async () => withSize(png, 65_535, 65_535)],
      [
        '16 bits for each color of 20 million pixels',
        async () => quarters(4500).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
      ],
    ])('%s', async (_name, make) => expectRefused(await make()));
  });

  describe('a ticket', () => {
    it.each(['', 'x', 'A'.repeat(43), '../../etc/passwd', 'A'.repeat(256)])('is not %j', async (sign) => {
      const { browser } = await app.newAccount();
      expect(await finish(browser, sign)).toMatchObject({ code: 1022 });
    });

    it.each(['image/gif', 'image/svg+xml', '', '../png', 'image/png; charset=x'])('is not issued for the type %j', async (filetype) => {
      const { browser } = await app.newAccount();
      expect(await browser.post('/profileimage/begin', { filetype })).toMatchObject({ status: 400, code: 400 });
    });
  });

  describe('an upload', () => {
    it('beyond 5 MiB is too large, with or without a declared length', async () => {
      const { browser } = await app.newAccount();
      const { uploadUrl, maxBytes, sign } = await begin(browser);
      expect(maxBytes).toBe(5_242_880);
      const huge = Buffer.concat([png, Buffer.alloc(maxBytes)]);
      expect(await upload(browser, uploadUrl, huge)).toMatchObject({ status: 413, code: 413 });
      expect(await upload(browser, uploadUrl, huge, { 'content-length': undefined, 'transfer-encoding': 'chunked' })).toMatchObject({
        status: 413,
      });
      expect(await storedUploads()).toEqual([]);
      // The ticket is still valid for a smaller picture.
      expect(await upload(browser, uploadUrl, png)).toMatchObject({ code: 200 });
      expect(await finish(browser, sign)).toMatchObject({ code: 200 });
    });

    it('of exactly 5 MiB is accepted', async () => {
      const { browser } = await app.newAccount();
      expect(await send(browser, Buffer.concat([png, Buffer.alloc(5_242_880 - png.length)]))).toMatchObject({ code: 200 });
    });

    it('is accepted once', async () => {
      const { browser } = await app.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      const answers = await Promise.all(Array.from({ length: 6 }, () => upload(browser, uploadUrl, png)));
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1022, 1022, 1022, 1022, 1022]);
      expect(await storedUploads()).toHaveLength(1);
      expect(await finish(browser, sign)).toMatchObject({ code: 200 });
      expect(await upload(browser, uploadUrl, png)).toMatchObject({ code: 1022 });
      expect(await storedUploads()).toEqual([]);
    });

    it.each([
      ['a foreign origin', { origin: 'https://evil.example' }, 403],
      ['no csrf token', { 'x-csrf-token': undefined }, 403],
      ['no session', { cookie: '' }, 403],
      ['another type', { 'content-type': 'image/svg+xml' }, 400],
      ['JSON', { 'content-type': 'application/json' }, 400],
      ['no type', { 'content-type': undefined }, 400],
    ])('with %s is refused', async (_name, headers, status) => {
      const { browser } = await app.newAccount();
      const { uploadUrl } = await begin(browser);
      expect((await upload(browser, uploadUrl, png, headers)).status).toBe(status);
      expect(await storedUploads()).toEqual([]);
    });

    it('needs a session', async () => {
      const { browser } = await app.newAccount();
      const { uploadUrl } = await begin(browser);
      const stranger = app.newBrowser();
      await stranger.prepare();
      expect(await upload(stranger, uploadUrl, png)).toMatchObject({ status: 401, code: 401 });
    });

    it('may be sent again after a break', async () => {
      const listening = await buildTestApp();
      const origin = await listening.listen();
      const { browser } = await listening.newAccount();
      const { sign, uploadUrl } = await begin(browser);
      const broken = new AbortController();
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(png);
          if ((await storedUploads(listening)).length > 0) broken.abort();
        },
      });
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, origin, 'x-csrf-token': browser.cookies.get('csrf') ?? '', 'content-type': 'image/png' };
      const sending = fetch(`${origin}${uploadUrl}`, { method: 'PUT', headers, body, duplex: 'half', signal: broken.signal });
      await expect(sending).rejects.toThrow(/abort/i);
      await expect.poll(() => storedUploads(listening), { timeout: 30_000 }).toEqual([]);
      expect(await upload(browser, uploadUrl, png)).toMatchObject({ code: 200 });
      expect(await finish(browser, sign)).toMatchObject({ code: 200 });
      await listening.close();
    });
  });

  describe('hostile files', () => {
    it('are refused or drawn again, in bounded memory, without leftovers', { timeout: 300_000 }, async () => {
      const { browser } = await app.newAccount();
      await send(browser, png);
      const others = new Set(await stored());
      const base = (await shownImage(browser)).slice('/avatars/'.length, -'-256.webp'.length);
      for (const path of others) if (path.includes(base)) others.delete(path);
      const before = process.memoryUsage.rss();
      let [taken, refused] = [0, 0];
      for (const { name, bytes } of await hostileImages(isWhole ? 200 : 80, judgeSeed)) {
        const { sign, uploadUrl } = await begin(browser, bytes);
        expect(await upload(browser, uploadUrl, bytes), name).toMatchObject({ code: 200 });
        const answer = await finish(browser, sign);
        expect([200, 1027], `${name}: ${answer.text}`).toContain(answer.code);
        const own = (await stored()).filter((path) => !others.has(path));
        expect(own, name).toHaveLength(3);
        if (answer.code !== 200) refused += 1;
        if (answer.code !== 200) continue;
        taken += 1;
        for (const size of [512, 256, 96]) {
          const { rawPayload } = await bytesAt(answer.data.profileImage.replace('-256', `-${size}`));
          expect(
            webpChunks(rawPayload).filter((chunk) => !['VP8', 'VP8L', 'VP8X', 'ALPH'].includes(chunk)),
            name,
          ).toEqual([]);
          expect(rawPayload.includes('canary'), name).toBe(false);
        }
      }
      // Both must have happened, or this test would show nothing.
      expect(taken).toBeGreaterThan(10);
      expect(refused).toBeGreaterThan(10);
      // The largest of them would take a gibibyte when decoded.
      expect((process.memoryUsage.rss() - before) / 1_048_576).toBeLessThan(512);
    });
  });
});

describe('an upload to object storage', () => {
  beforeAll(() => start('object storage'));
  afterAll(stop);

  it('is limited to the agreed type and number of bytes, to one URL, and to ten minutes', async () => {
    const { browser } = await app.newAccount();
    const { uploadUrl } = await begin(browser);
    expect(new URL(uploadUrl).origin).toBe(storage?.settings.endpoint);
    expect(await upload(browser, uploadUrl, Buffer.concat([png, png]))).toMatchObject({ status: 403 });
    expect(await upload(browser, uploadUrl, png, { 'content-type': 'text/html' })).toMatchObject({ status: 403 });
    const elsewhere = new URL(uploadUrl);
    elsewhere.pathname = elsewhere.pathname.replace('/uploads/', '/avatars/');
    expect(await upload(browser, elsewhere.href, png)).toMatchObject({ status: 403 });
    expect(await stored()).toEqual([]);
    app.clock.advance(10 * minute);
    expect(await upload(browser, uploadUrl, png)).toMatchObject({ status: 403 });
  });

  it('must declare its size and cannot pass through this site', async () => {
    const { browser } = await app.newAccount();
    expect(await browser.post('/profileimage/begin', { filetype: 'png' })).toMatchObject({ status: 400 });
    expect(await browser.post('/profileimage/begin', { filetype: 'png', size: 5_242_881 })).toMatchObject({ status: 400 });
    const { uploadUrl } = await begin(browser);
    const id = new URL(uploadUrl).pathname.split('/').at(-1);
    const answer = await browser.raw({
      method: 'PUT',
      path: `/api/profileimage/upload/${id}`,
      body: png,
      headers: { 'content-type': 'image/png' },
    });
    expect(answer.status).toBe(404);
  });

  it.each(['error500', 'nonsense', 'cut', 'redirect'] as const)(
    'fails with 503 while the store says %s, and the avatar stays',
    async (fault) => {
      if (storage === undefined) throw new Error('there is no storage');
      const { browser } = await app.newAccount();
      const { profileImage } = (await send(browser, png)).data;
      const { sign, uploadUrl } = await begin(browser);
      await upload(browser, uploadUrl, png);
      storage.fault = fault;
      expect(await finish(browser, sign)).toMatchObject({ status: 503, code: 503 });
      expect((await bytesAt(profileImage)).statusCode).toBe(503);
      expect((await app.app.inject('/readyz')).statusCode).toBe(200);
      storage.fault = '';
      expect(await shownImage(browser)).toBe(profileImage);
      expect((await bytesAt(profileImage)).statusCode).toBe(200);
      expect(await send(browser, jpeg)).toMatchObject({ code: 200 });
    },
  );

  it('is shown from the public URL if there is one', async () => {
    const bucket = await startS3Simulator({ now: () => other.clock.now() });
    const { settings } = bucket;
    const other = await buildTestApp({ config: { objectStorage: { ...settings, publicUrl: 'https://cdn.example.com/files' } } });
    try {
      const name = 'AAAAAAAAAAAAAAAAAAAAAA-256.webp';
      const answer = await other.app.inject(`/avatars/${name}`);
      expect([answer.statusCode, answer.headers['location']]).toEqual([302, `https://cdn.example.com/files/avatars/${name}`]);
      expect((await other.app.inject('/avatars/../x')).statusCode).not.toBe(302);
      const policy = (await other.app.inject('/login')).headers['content-security-policy'];
      expect(policy).toContain(`connect-src 'self' ${settings.endpoint}`);
      expect(policy).toContain("img-src 'self' data: https://cdn.example.com;");
    } finally {
      await other.close();
      await bucket.close();
    }
  });
});

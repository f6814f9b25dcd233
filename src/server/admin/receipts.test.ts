/** Receipts of erasures and the keys of documents, from the operator's side. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import { sealAudit, trimAudit } from '#server/core/protection/audit/audit-chain.ts';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { day, minute } from '#server/platform/clock.ts';
import { readZip } from '#server/platform/zip/read-zip.ts';
import { zip } from '#server/platform/zip/zip.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { verifyReceipt } from './receipts.ts';

let app: TestApp;
let archive: Buffer;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
  archive = await receiptOf(app);
});

afterAll(() => app.close());

const deps = (of: TestApp = app) => ({ db: of.db, clock: of.clock, keyring: of.wiring.keyring });
const verdict = (bytes: Buffer, of: TestApp = app) => verifyReceipt(deps(of), bytes);

/** The receipt of an account that was just erased. */
async function receiptOf(of: TestApp): Promise<Buffer> {
  const person = await signUp(of);
  const { data } = await askDeletion(person.browser);
  const { dueAt, receiptUrl } = data as { dueAt: string; receiptUrl: string };
  of.clock.set(Date.parse(dueAt));
  await of.wiring.jobs.deletions.run();
  const shown = await of.newBrowser().post<{ receipt: { archive: string } }>('/receipt', { token: receiptUrl.split('#')[1] });
  return Buffer.from(shown.data.receipt.archive, 'base64');
}

/** The archive with another file in it. */
async function withFile(path: string, content: Buffer): Promise<Buffer> {
  const files = new Map(readZip(archive, 65_536)).set(path, content);
  const entries = (async function* all() {
    for (const [name, bytes] of files) {
      yield {
        path: name,
        bytes: (async function* one() {
          yield bytes;
        })(),
      };
    }
  })();
  return Buffer.concat(await Array.fromAsync(zip(entries, Date.UTC(2026, 0, 1))));
}

describe('a receipt', () => {
  it('is valid with its row of the trail, before and under its seal', async () => {
    expect(await verdict(archive)).toMatchObject({ isValid: true, text: expect.stringContaining('under no seal yet') });
    app.clock.advance(minute);
    await sealAudit(deps());
    expect(await verdict(archive)).toMatchObject({ isValid: true, text: expect.stringMatching(/seal \d+/) });
  });

  it('is forged with any bit of it changed, also with a key of the forger beside it', async () => {
    const text = readZip(archive, 65_536).get(receiptFiles.receipt) ?? Buffer.alloc(0);
    const changed = text.toString().replace(/"account": \d+/, '"account": 99');
    expect(changed).not.toBe(text.toString());
    expect(await verdict(await withFile(receiptFiles.receipt, Buffer.from(changed)))).toMatchObject({
      isValid: false,
      text: expect.stringContaining('FORGED'),
    });
    const other = Buffer.from('-----BEGIN PUBLIC KEY-----');
    expect((await verdict(await withFile(receiptFiles.key, other))).isValid).toBe(true);
    expect((await verdict(await withFile(receiptFiles.signature, Buffer.alloc(70)))).isValid).toBe(false);
  });

  it.each(['', 'nonsense', 'PK'])('does not find one in %j', async (text) => {
    expect(await verdict(Buffer.from(text))).toEqual({ isValid: false, text: 'This is no receipt.' });
    expect((await verdict(await withFile(receiptFiles.receipt, Buffer.from(text)))).isValid).toBe(false);
  });

  it('of another installation is not ours', async () => {
    const elsewhere = await buildTestApp();
    try {
      expect(await verdict(archive, elsewhere)).toMatchObject({
        isValid: false,
        text: expect.stringContaining('Not of this installation'),
      });
    } finally {
      await elsewhere.close();
    }
  });

  it('stays valid after the key was replaced, and after the trail was trimmed', async () => {
    const keys = createDocumentKeys(deps());
    const before = (await keys.published())[0]?.kid;
    const kid = await createDocumentKeys(deps()).rotate();
    expect(kid).not.toBe(before);
    app.clock.advance(minute);
    const published = (await app.app.inject('/.well-known/document-keys.json')).json<{ keys: { kid: string; retired?: true }[] }>().keys;
    expect(published.map((key) => [key.kid, key.retired])).toEqual([
      [kid, undefined],
      [before, true],
    ]);
    expect((await verdict(archive)).isValid).toBe(true);
    const next = await receiptOf(app);
    expect(JSON.parse(String(readZip(next, 65_536).get(receiptFiles.receipt)))).toMatchObject({ key: kid });
    expect((await verdict(next)).isValid).toBe(true);
    app.clock.advance(400 * day);
    await sealAudit(deps());
    await trimAudit(deps(), app.clock.now() - 200 * day);
    expect(await verdict(archive)).toMatchObject({ isValid: true, text: expect.stringContaining('does not have its row any more') });
  });

  it('has a key whose earlier private parts are gone, however many replace it at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => createDocumentKeys(deps()).rotate()));
    const rows = await app.db.q().selectFrom('keys').select(['id', 'sealed_part']).where('purpose', '=', 'document-signing').execute();
    const opened = rows.map(({ sealed_part }) => app.wiring.keyring.open('document-signing', sealed_part));
    expect(opened.filter((part) => part !== '')).toHaveLength(1);
    const signer = await createDocumentKeys(deps()).signer();
    expect(
      await createDocumentKeys(deps()).verifies(signer.kid, { bytes: Buffer.from('a'), signature: await signer.sign(Buffer.from('a')) }),
    ).toBe(true);
  });
});

it('the map of the data says what is kept, in every language, and does not change between two reads', async () => {
  const first = await app.app.inject('/data-map.json');
  const { topics, contact } = first.json<{
    contact: string;
    topics: { topic: string; keeps: { key: string; says: Record<string, string>; form: string }[] }[];
  }>();
  expect(contact).toBe(app.config.supportEmail);
  expect(topics.map(({ topic }) => topic)).toContain('security');
  for (const { says } of topics.flatMap(({ keeps }) => keeps))
    expect(Object.values(says).filter((text) => text.length > 1)).toHaveLength(2);
  expect(topics.flatMap(({ keeps }) => keeps)).toContainEqual(expect.objectContaining({ key: 'password', form: 'derived' }));
  const again = await app.app.inject({ url: '/data-map.json', headers: { 'if-none-match': String(first.headers['etag']) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(
    createHash('sha256')
      .update((await app.app.inject('/data-map.json')).body)
      .digest('hex'),
  ).toBe(createHash('sha256').update(first.body).digest('hex'));
});

import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { TestBrowser } from '#server/testing/test-browser.ts';

let server: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  server = await buildTestApp({ encryption: true });
  browser = server.newBrowser();
  await browser.prepare();
});
afterAll(() => server.close());

const path = '/api/check/username';

function check(body: Record<string, unknown>, headers: Record<string, string | undefined>) {
  return browser.raw({ method: 'POST', path, body: JSON.stringify(body), headers });
}

test('reads a field that was encrypted with the key of GET /key', async () => {
  const { value, keyId } = await browser.encrypt('nobody');
  const answer = await check({ username: value }, { 'x-key-id': keyId });
  expect([answer.code, answer.data]).toEqual([200, false]);
});

test('answers one and the same to everything that does not decrypt', async () => {
  const { value, keyId } = await browser.encrypt('nobody');
  const { data } = await browser.get<{ key: string }>('/key');
  const key = createPublicKey({ key: Buffer.from(data.key, 'base64'), format: 'der', type: 'spki' });
  const seal = (padding: number, bytes: Buffer) => publicEncrypt({ key, padding, oaepHash: 'sha1' }, bytes).toString('base64');
  const oaep = (bytes: Buffer) =>
    publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, bytes).toString('base64');

  const attempts = [
    [{ username: 'nobody' }, keyId],
    [{ username: '' }, keyId],
    [{ username: value }, undefined],
    [{ username: value }, ''],
    [{ username: value }, 'another-key'],
    [{ username: value.slice(4) }, keyId],
    [{ username: `${value}AAAA` }, keyId],
    [{ username: value.replace(/^.{4}/, 'AAAA') }, keyId],
    [{ username: 'é'.repeat(100) }, keyId],
    [{ username: seal(constants.RSA_PKCS1_PADDING, Buffer.from('nobody')) }, keyId],
    [{ username: seal(constants.RSA_PKCS1_OAEP_PADDING, Buffer.from('nobody')) }, keyId],
    [{ username: oaep(Buffer.from([0xff, 0xfe])) }, keyId],
    [{ username: oaep(Buffer.from('no\0body')) }, keyId],
    [{ username: 7 }, keyId],
    [{ username: [value] }, keyId],
    [{ username: null }, keyId],
  ] as const;
  const answers = [];
  for (const [body, id] of attempts) {
    const { status, text } = await check(body, { 'x-key-id': id });
    answers.push(`${status} ${text}`);
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^400 \{"code":400,.*"data":\{\}\}$/);
});

test('leaves what the endpoint does not mark as it came', async () => {
  const { value, keyId } = await browser.encrypt('nobody');
  // `validate` is not encrypted: a proof that is none is told as such, not as a failed decryption.
  const answer = await check({ username: value, validate: 'not a proof' }, { 'x-key-id': keyId });
  expect(answer.code).toBe(3008);
});

test('takes plain values where encryption is off, and then no others', async () => {
  await using stack = new AsyncDisposableStack();
  const plain = await buildTestApp({ encryption: false });
  stack.defer(() => plain.close());
  const visitor = plain.newBrowser();
  expect((await visitor.post('/check/username', { username: 'nobody' })).data).toBe(false);
});

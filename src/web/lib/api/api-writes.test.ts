/** The application's reaction when the csrf token or the key of a write is no longer valid. */
import { constants, generateKeyPairSync, privateDecrypt, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInEndpoints } from '#contract/sign-in/sign-in/sign-in.ts';
import { sessionEndpoints } from '#contract/sign-in/sign-in/session.ts';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { provideAppConfig } from '#web/lib/page/app-config.ts';
import { call } from './api.ts';

/** A server, as writes need one. */
const site = {
  token: 't1',
  key: undefined as { readonly privateKey: KeyObject; readonly answer: Readonly<Record<string, string>> } | undefined,
  /** Runs at the server or in another tab just before the next write arrives. */
  before: undefined as (() => void) | undefined,
  keys: 0,
  /** The decrypted content of each write. */
  writes: [] as Readonly<Record<string, string>>[],
  answers: [] as { readonly status: number; readonly data: object }[],
};

beforeEach(() => {
  Object.assign(site, { token: 't1', before: undefined, keys: 0, writes: [], answers: [] });
  newKey();
  provideAppConfig({ ...sampleConfig, encryption: true });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('document', { cookie: 'csrf=t1' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => (url === '/api/key' ? giveKey() : take(init)));
});
afterEach(() => vi.unstubAllGlobals());

function newKey(): void {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const client_id = key.slice(-20, -10);
  site.key = { privateKey, answer: { key, client_id, label: `label-${client_id}` } };
}

function giveKey(): Response {
  site.keys += 1;
  vi.stubGlobal('document', { cookie: `csrf=${site.token}` });
  return Response.json({ code: 200, msg: '', data: site.key?.answer });
}

function take(init: RequestInit): Response {
  const { before } = site;
  site.before = undefined;
  before?.();
  const headers = new Headers(init.headers);
  if (headers.get('x-csrf-token') !== site.token) return Response.json({ code: 403, msg: '', data: {} }, { status: 403 });
  const opened = open(JSON.parse(typeof init.body === 'string' ? init.body : '{}'), headers);
  if (opened === undefined) return Response.json({ code: 400, msg: '', data: {} }, { status: 400 });
  site.writes.push(opened);
  const { status, data } = site.answers.shift() ?? { status: 200, data: {} };
  return Response.json({ code: status, msg: '', data }, { status });
}

function open(body: Readonly<Record<string, string>>, headers: Headers): Record<string, string> | undefined {
  if (Object.keys(body).length === 0) return {};
  if (headers.get('x-key-id') !== site.key?.answer['client_id'] || site.key === undefined) return undefined;
  const { privateKey, answer } = site.key;
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  try {
    const texts = Object.entries(body).map(([name, text]) => {
      const oaepLabel = Buffer.from(`${answer['label']}:${name}:${headers.get('x-csrf-token')}`);
      return [name, privateDecrypt({ key: privateKey, ...padding, oaepLabel }, Buffer.from(text, 'base64')).toString()] as const;
    });
    return Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}

const person = { account: 'li@example.com', password: 'Secret-1' };
const signIn = () => call(signInEndpoints.signInByPassword, { body: person });

it('encrypts each field separately and for the token that it sends', async () => {
  await signIn();
  expect(site.writes).toEqual([person]);
});

it('fetches an expired key again without notice to the person', async () => {
  await signIn();
  newKey();
  const before = site.keys;
  await signIn();
  expect([site.writes, site.keys - before]).toEqual([[person, person], 1]);
});

it('adopts a new token after a sign-in in another tab, and encrypts again for it', async () => {
  await signIn();
  site.before = () => {
    site.token = 't2';
  };
  await signIn();
  expect(site.writes).toEqual([person, person]);
});

it('retries only once', async () => {
  await signIn();
  const before = site.keys;
  const breakIt = () => {
    newKey();
    site.before = breakIt;
  };
  site.before = breakIt;
  await expect(signIn()).rejects.toMatchObject({ refusal: 'badRequest' });
  expect([site.writes.length, site.keys - before]).toEqual([1, 1]);
});

it('does not retry a failed rule, or a bad request without encrypted fields', async () => {
  await signIn();
  site.answers.push({ status: 400, data: { fields: { account: 'regex' } } });
  await expect(signIn()).rejects.toMatchObject({ refusal: 'badRequest', fields: { account: 'regex' } });
  site.answers.push({ status: 400, data: {} });
  const before = site.keys;
  await expect(call(sessionEndpoints.signOut)).rejects.toMatchObject({ refusal: 'badRequest' });
  expect([site.writes.length, site.keys - before]).toEqual([3, 0]);
});

it('marks a text that is too long for any key, and sends nothing', async () => {
  await signIn();
  const account = `${'x'.repeat(64)}@${'y'.repeat(130)}.com`;
  await expect(call(signInEndpoints.signInByPassword, { body: { ...person, account } })).rejects.toMatchObject({
    fields: { account: 'max' },
  });
  expect(site.writes).toHaveLength(1);
});

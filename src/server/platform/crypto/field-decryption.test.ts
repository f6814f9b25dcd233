// @one-database
import { constants, createPublicKey, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRsa } from '#server/testing/costs/rsa-count.ts';
import { encryptText } from '#server/testing/server/test-browser.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { createFieldDecryption, type FieldDecryption, type SealedField } from './field-decryption.ts';
import { openFieldKeys, type FieldKeys } from './field-keys.ts';
import { createKeyring } from './keyring.ts';

interface Foreign {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly clientId: string;
  readonly label: string;
  readonly token: string;
  readonly ciphertexts: readonly { readonly by: string; readonly name: string; readonly plain: string; readonly text: string }[];
}

const foreign: Foreign = JSON.parse(readFileSync(new URL('foreign-ciphertexts.json', import.meta.url), 'utf8'));
const { clientId, publicKey: key, label, token } = foreign;
const source = { kind: 'network', ids: ['203.0.113.7'] } as const;

let closing: AsyncDisposableStack;
let keys: FieldKeys;
let decryption: FieldDecryption;

beforeAll(async () => {
  closing = new AsyncDisposableStack();
  const database = await openTestDatabase();
  closing.defer(() => database.close());
  const [publicKey, privateKey] = [Buffer.from(foreign.publicKey, 'base64'), Buffer.from(foreign.privateKey, 'base64')];
  const generate = async () => ({ publicKey, privateKey });
  keys = await openFieldKeys({
    db: database.db,
    keyring: createKeyring(Buffer.alloc(32, 7)),
    clock: { now: () => 1_800_000_000_000 },
    generate,
  });
  decryption = createFieldDecryption(keys);
  closing.defer(() => decryption.close());
});
afterAll(() => closing.disposeAsync());

function open(fields: readonly SealedField[], changes: { clientId?: string; token?: string } = {}) {
  return decryption.open({ clientId, token, source, fields, ...changes });
}

function field(name: string, plain: string | Buffer = 'x'): SealedField {
  return { name, text: encryptText(plain, { key, label: `${label}:${name}:${token}` }) };
}

describe('a field', () => {
  it.each(foreign.ciphertexts)('opens $name encrypted by $by', async ({ name, plain, text }) => {
    expect([keys.current().clientId, keys.current().label]).toEqual([clientId, label]);
    expect(await open([{ name, text }])).toEqual([plain]);
  });

  it('opens with all others of its body, in order, one operation each off the event loop', async () => {
    using rsa = countRsa();
    expect(await open([field('phone', '13800138000'), field('code', '123456'), field('nickname', '')])).toEqual([
      '13800138000',
      '123456',
      '',
    ]);
    expect([rsa.onEventLoop, rsa.inThreads]).toEqual([0, 3]);
  });
});

describe('a field that does not open', () => {
  const good = () => Buffer.from(field('code').text, 'base64');
  const under = (other: string) => encryptText('x', { key, label: other });
  const padded = (options: object) => {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return publicEncrypt({ key: publicKey, ...options }, Buffer.from('x')).toString('base64');
  };
  const otherKey = () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  };
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepLabel: Buffer.from(`${label}:code:${token}`) };

  it.each<[string, () => { text: string; clientId?: string; token?: string }]>([
    ['under an unknown key', () => ({ ...field('code'), clientId: 'unknown' })],
    ['under no key', () => ({ ...field('code'), clientId: '' })],
    ['of another field', () => ({ text: under(`${label}:password:${token}`) })],
    ['of another visitor', () => ({ ...field('code'), token: `${token}x` })],
    ['under an older label', () => ({ text: under(`field-0.${clientId}:code:${token}`) })],
    ['without a label', () => ({ text: encryptText('x', { key }) })],
    ['of random bytes', () => ({ text: Buffer.concat([Buffer.of(0), randomBytes(255)]).toString('base64') })],
    ['above the modulus', () => ({ text: Buffer.alloc(256, 255).toString('base64') })],
    ['of OAEP with SHA-1', () => ({ text: padded({ ...oaep, oaepHash: 'sha1' }) })],
    ['of PKCS 1.5', () => ({ text: padded({ padding: constants.RSA_PKCS1_PADDING }) })],
    ['of another key', () => ({ text: encryptText('x', { key: otherKey(), label: `${label}:code:${token}` }) })],
    ['that is no UTF-8', () => field('code', Buffer.of(0xff, 0xfe))],
  ])('costs as much as a valid one: %s', async (_cause, made) => {
    const { text, ...changes } = made();
    using rsa = countRsa();
    expect(await open([{ name: 'code', text }, field('phone')], changes)).toBeUndefined();
    expect([rsa.onEventLoop, rsa.inThreads]).toEqual([0, 2]);
  });

  it.each<[string, () => string]>([
    ['empty', () => ''],
    ['a byte too short', () => good().subarray(1).toString('base64')],
    ['twice as long', () => Buffer.concat([good(), good()]).toString('base64')],
    ['of a key of 3072 bits', () => randomBytes(384).toString('base64')],
    ['of other characters', () => '*'.repeat(344)],
    ['in the base64url alphabet', () => `-_${good().toString('base64').slice(2)}`],
    ['with a space', () => ` ${good().toString('base64').slice(1)}`],
    ['with unused bits set', () => good().toString('base64').replace(/.==$/, 'B==')],
  ])('costs nothing, nor do the others of its body: %s', async (_form, made) => {
    using rsa = countRsa();
    expect(await open([field('phone'), { name: 'code', text: made() }])).toBeUndefined();
    expect([rsa.onEventLoop, rsa.inThreads]).toEqual([0, 0]);
  });
});

describe('the line of bodies', () => {
  it('is bounded, and drops the items of a crowd for other sources', async () => {
    const crowded = createFieldDecryption(keys);
    const body = (id: string) => crowded.open({ clientId, token, fields: [field('code')], source: { kind: 'network', ids: [id] } });
    const crowd = Promise.allSettled(Array.from({ length: 260 }, () => body('203.0.113.7')));
    expect(await body('198.51.100.1')).toEqual(['x']);
    const results = await crowd;
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(257);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { refusal: 'unavailable', detail: { retryAfter: 1 } },
    });
    expect([crowded.waiting(), crowded.refused()]).toEqual([0, { full: 2, gaveWay: 1, late: 0 }]);
  });

  it('processes two at once, one field of each', async () => {
    const busy = createFieldDecryption({
      current: () => keys.current(),
      find: (id) => {
        const found = keys.find(id);
        return (
          found && {
            ...found,
            async decrypt(block, under) {
              running.now += 1;
              running.most = Math.max(running.most, running.now);
              const plain = await found.decrypt(block, under);
              running.now -= 1;
              return plain;
            },
          }
        );
      },
    });
    const running = { now: 0, most: 0 };
    const fields = [field('phone'), field('code'), field('password'), field('nickname')];
    await Promise.all(Array.from({ length: 12 }, () => busy.open({ clientId, token, fields, source })));
    expect(running).toEqual({ now: 0, most: 2 });
  });

  it('is empty after a stop, and accepts nothing more', async () => {
    const stopping = createFieldDecryption(keys);
    const ask = () => stopping.open({ clientId, token, fields: [field('code')], source });
    const running = [ask(), ask()];
    const waiting = ask();
    stopping.close();
    await expect(waiting).rejects.toMatchObject({ refusal: 'unavailable' });
    expect(await Promise.all(running)).toEqual([['x'], ['x']]);
    await expect(ask()).rejects.toMatchObject({ refusal: 'unavailable' });
  });
});

import { constants, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#server/testing/test-database.ts';
import { type FieldKeys, generateFieldKeyPair, openFieldKeys } from './field-keys.ts';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const minute = 60_000;
const day = 24 * 60 * minute;
// RSA keys cost a second each: the pairs are shared, their rows are not.
const pairs = [generateFieldKeyPair(), generateFieldKeyPair()];

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) {
    await close();
  }
});

async function openKeys() {
  const database = await openTestDatabase();
  closing.push(async () => database.close());
  const { db } = database;
  const clock = { at: 1_800_000_000_000, now: () => clock.at };
  let made = 0;
  const generate = async () => {
    const pair = pairs[made++ % pairs.length];
    return pair === undefined ? await generateFieldKeyPair() : await pair;
  };
  const again = async (ring = keyring): Promise<FieldKeys> => {
    const keys = await openFieldKeys({ db, keyring: ring, clock, generate });
    closing.push(() => keys.close());
    return keys;
  };
  return { db, clock, again, keys: await again() };
}

function encrypt(key: string, plain: string | Buffer, options: object = {}): string {
  return publicEncrypt(
    {
      key: createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      ...options,
    },
    Buffer.from(plain),
  ).toString('base64');
}

describe('the current key', () => {
  it('is an RSA key of 3072 bits that decrypts what was encrypted with it', async () => {
    const { keys } = await openKeys();
    const { key, client_id } = keys.current();
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    expect(publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 });
    for (const plain of ['13800000000', '密码🙂', '', '\uFEFFx', 'x'.repeat(318)]) {
      expect(keys.decrypt(client_id, encrypt(key, plain))).toBe(plain);
    }
  });

  it('is the same after a restart and in every instance', async () => {
    const { keys, again } = await openKeys();
    expect((await again()).current()).toEqual(keys.current());
  });

  it('is one, when instances start for the first time at once', async () => {
    const database = await openTestDatabase();
    closing.push(async () => database.close());
    const { db } = database;
    const clock = { now: () => 1 };
    const opened = await Promise.all(pairs.map(async (pair) => openFieldKeys({ db, keyring, clock, generate: async () => pair })));
    closing.push(() => opened.forEach((keys) => keys.close()));
    expect(opened[0]?.current()).toEqual(opened[1]?.current());
  });

  it('is not to be had with another secret', async () => {
    const { again } = await openKeys();
    await expect(again(createKeyring(Buffer.alloc(32, 8)))).rejects.toThrow('another secret key');
  });

  it('is stored sealed', async () => {
    const { db } = await openKeys();
    const [row] = await db.q().selectFrom('keys').selectAll().execute();
    const pair = await pairs[0];
    expect(row?.sealed_part).not.toContain(pair?.privateKey.toString('base64').slice(40, 80));
  });
});

describe('a rotation', () => {
  it('announces the new key for two minutes and keeps the old one for a day after', async () => {
    const { keys, clock, again } = await openKeys();
    const old = keys.current();
    const sent = encrypt(old.key, 'secret');
    await keys.rotate();
    expect(keys.current()).toEqual(old);
    clock.at += 2 * minute;
    const next = keys.current();
    expect(next.client_id).not.toBe(old.client_id);
    expect((await again()).current()).toEqual(next);
    expect(keys.decrypt(next.client_id, encrypt(next.key, 'new'))).toBe('new');
    clock.at += day - 1;
    expect(keys.decrypt(old.client_id, sent)).toBe('secret');
    clock.at += 1;
    expect(keys.decrypt(old.client_id, sent)).toBeUndefined();
  });

  it('removes the private part of a key that has retired', async () => {
    const { keys, clock, again, db } = await openKeys();
    await keys.rotate();
    clock.at += 2 * day;
    await again();
    expect(await db.q().selectFrom('keys').select('id').execute()).toEqual([{ id: 'field-encryption:2' }]);
  });
});

describe('what does not decrypt', () => {
  it('gives one answer for every cause', async () => {
    const { keys } = await openKeys();
    const { key, client_id } = keys.current();
    const good = encrypt(key, 'x');
    const bytes = Buffer.from(good, 'base64');
    const causes = {
      unknownKey: ['unknown', good],
      noKey: ['', good],
      empty: [client_id, ''],
      noBase64: [client_id, '*'.repeat(512)],
      spaceInside: [client_id, ` ${good}`],
      urlAlphabet: [client_id, bytes.toString('base64url').replaceAll('A', '-')],
      tooShort: [client_id, bytes.subarray(1).toString('base64')],
      tooLong: [client_id, Buffer.concat([bytes, bytes]).toString('base64')],
      aboveModulus: [client_id, Buffer.alloc(384, 255).toString('base64')],
      random: [client_id, Buffer.concat([Buffer.of(0), randomBytes(383)]).toString('base64')],
      sha1: [client_id, encrypt(key, 'x', { oaepHash: 'sha1' })],
      pkcs1: [client_id, encrypt(key, 'x', { padding: constants.RSA_PKCS1_PADDING, oaepHash: undefined })],
      noUtf8: [client_id, encrypt(key, Buffer.of(0xff, 0xfe))],
    } as const;
    for (const [cause, [id, text]] of Object.entries(causes)) {
      expect({ cause, plain: keys.decrypt(id, text) }).toEqual({ cause, plain: undefined });
    }
  });
});

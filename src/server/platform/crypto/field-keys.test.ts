import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { encryptText } from '#server/testing/server/test-browser.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';
import { fieldKeyJob } from './field-key-job.ts';
import { type FieldKey, type FieldKeys, generateFieldKeyPair, openFieldKeys } from './field-keys.ts';
import { createKeyring } from './keyring.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const minute = 60_000;
const day = 24 * 60 * minute;
// RSA keys are slow to create: the pairs are shared, their rows are not.
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
  const again = (ring = keyring): Promise<FieldKeys> => openFieldKeys({ db, keyring: ring, clock, generate });
  return { db, clock, again, keys: await again() };
}

async function opened(key: FieldKey | undefined, text: string): Promise<string | undefined> {
  return (await key?.decrypt(Buffer.from(text, 'base64'), 'label'))?.toString();
}

function encrypt({ publicKey }: FieldKey, plain: string): string {
  return encryptText(plain, { key: publicKey, label: 'label' });
}

describe('the current key', () => {
  it('is an RSA key of 2048 bits that decrypts its ciphertexts, up to the largest that fits', async () => {
    const { keys } = await openKeys();
    const key = keys.current();
    const publicKey = createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });
    expect(publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
    for (const plain of ['13800000000', '密码🙂', '', '\uFEFFx', 'x'.repeat(190)]) {
      expect(await opened(key, encrypt(key, plain))).toBe(plain);
    }
  });

  it('is the same after a restart and in all instances', async () => {
    const { keys, again } = await openKeys();
    const { clientId, publicKey, label } = keys.current();
    expect((await again()).current()).toMatchObject({ clientId, publicKey, label });
  });

  it('is a single one when several instances start for the first time at once', async () => {
    const database = await openTestDatabase();
    closing.push(async () => database.close());
    const { db } = database;
    const clock = { now: () => 1 };
    const all = await Promise.all(pairs.map(async (pair) => openFieldKeys({ db, keyring, clock, generate: async () => pair })));
    expect(all[0]?.current().clientId).toBe(all[1]?.current().clientId);
  });

  it('cannot be opened with another secret', async () => {
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
    const sent = encrypt(old, 'secret');
    await keys.rotate();
    expect(keys.current().clientId).toBe(old.clientId);
    clock.at += 2 * minute;
    const next = keys.current();
    expect(next.clientId).not.toBe(old.clientId);
    expect(next.label).not.toBe(old.label);
    expect((await again()).current().clientId).toBe(next.clientId);
    expect(await opened(keys.find(next.clientId), encrypt(next, 'new'))).toBe('new');
    clock.at += day - 1;
    expect(await opened(keys.find(old.clientId), sent)).toBe('secret');
    clock.at += 1;
    expect(keys.find(old.clientId)).toBeUndefined();
  });

  it('removes the private part of a retired key', async () => {
    const { keys, clock, again, db } = await openKeys();
    await keys.rotate();
    clock.at += 2 * day;
    await again();
    expect(await db.q().selectFrom('keys').select('id').execute()).toEqual([{ id: 'field-encryption:2' }]);
  });

  it('happens automatically when the newest key is exactly a day old, once for all instances', async () => {
    const { keys, clock, again, db } = await openKeys();
    const others = [await again(), await again()];
    clock.at += day - 1;
    await keys.keep();
    expect(await db.q().selectFrom('keys').select('id').execute()).toHaveLength(1);
    clock.at += 1;
    await Promise.all([keys, ...others].map((each) => each.keep()));
    expect((await db.q().selectFrom('keys').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
      'field-encryption:1',
      'field-encryption:2',
    ]);
    clock.at += 2 * minute;
    expect(new Set([keys, ...others].map((each) => each.current().clientId)).size).toBe(1);
  });

  it('waits until an instance has run for ten minutes, so that an instance of another version is gone', async () => {
    const { keys, clock, db } = await openKeys();
    clock.at += 3 * day;
    const errors: unknown[] = [];
    const job = startJob(fieldKeyJob({ keys, clock }), { error: (...line: unknown[]) => errors.push(line) });
    closing.push(() => job.close());
    const count = async () => (await db.q().selectFrom('keys').select('id').execute()).length;
    clock.at += 10 * minute - 1;
    await job.run();
    expect(await count()).toBe(1);
    clock.at += 1;
    await Promise.all([job.run(), job.run()]);
    expect([await count(), errors]).toEqual([2, []]);
  });

  it('reports a failure to the operator and retries', async () => {
    const { db, clock } = await openKeys();
    let isBroken = true;
    const generate = async () => {
      if (isBroken) throw new Error('no entropy');
      return generateFieldKeyPair();
    };
    const keys = await openFieldKeys({ db, keyring, clock, generate });
    const old = keys.current();
    const errors: unknown[] = [];
    const job = startJob(fieldKeyJob({ keys, clock }), { error: (...line: unknown[]) => errors.push(line) });
    closing.push(() => job.close());
    clock.at += day;
    await job.run();
    expect(errors).toEqual([[{ err: new Error('no entropy') }, 'the keys for encrypted fields could not be renewed']]);
    expect(keys.current().clientId).toBe(old.clientId);
    isBroken = false;
    await job.run();
    clock.at += 2 * minute;
    expect(keys.current().clientId).not.toBe(old.clientId);
    expect(errors).toHaveLength(1);
  });
});

describe('an earlier key of 3072 bits', () => {
  it('works until its replacement, and for a day after', async () => {
    const database = await openTestDatabase();
    closing.push(async () => database.close());
    const { db } = database;
    const clock = { at: 1_800_000_000_000, now: () => clock.at };
    const large = await promisify(generateKeyPair)('rsa', {
      modulusLength: 3072,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    const before = await openFieldKeys({ db, keyring, clock, generate: async () => large });
    const old = before.current();
    expect(old.blockBytes).toBe(384);
    clock.at += 100 * day;
    const keys = await openFieldKeys({ db, keyring, clock });
    expect(keys.current().clientId).toBe(old.clientId);
    await keys.keep();
    clock.at += 2 * minute;
    expect(keys.current().blockBytes).toBe(256);
    expect(await opened(keys.find(old.clientId), encrypt(old, 'from an open page'))).toBe('from an open page');
    clock.at += day;
    expect(keys.find(old.clientId)).toBeUndefined();
  });
});

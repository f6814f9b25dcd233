import { hashSync } from '@node-rs/argon2';
import { createHmac } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const hashers: PasswordHasher[] = [];

function open(threads = 2, secret = 7): PasswordHasher {
  const hasher = createPasswordHasher({ keyring: createKeyring(Buffer.alloc(32, secret)), threads });
  hashers.push(hasher);
  return hasher;
}

afterAll(async () => {
  await Promise.all(hashers.map(async (hasher) => hasher.close()));
});

describe('a password', () => {
  it('is found again in its hash, and no other is', async () => {
    const hasher = open();
    const stored = await hasher.hash('correct horse 密码');
    expect(stored).toMatch(/^[\w-]{8}\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(await hasher.verify(stored, 'correct horse 密码')).toBe(true);
    expect(await hasher.verify(stored, 'correct horse')).toBe(false);
    expect(await hasher.hash('correct horse 密码')).not.toBe(stored);
    expect(hasher.needsRehash(stored)).toBe(false);
  });

  it('is worth nothing without the pepper', async () => {
    const stored = await open().hash('password');
    const other = open(1, 8);
    expect(await other.verify(stored, 'password')).toBe(false);
    expect(other.needsRehash(stored)).toBe(true);
  });

  it('hashed at another cost is accepted and asks for a new hash', async () => {
    const hasher = open();
    const stored = await hasher.hash('password');
    const peppered = createHmac('sha256', keyring.key('password-pepper')).update('password').digest('base64url');
    const cheap = stored.slice(0, 8) + hashSync(peppered, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    expect(await hasher.verify(cheap, 'password')).toBe(true);
    expect(hasher.needsRehash(cheap)).toBe(true);
  });

  it('fails against a stored text that is no hash', async () => {
    const hasher = open();
    const stored = await hasher.hash('password');
    for (const broken of ['', 'password', stored.slice(9), stored.slice(0, -30), stored.replace('argon2id', 'argon2i')]) {
      expect(await hasher.verify(broken, 'password')).toBe(false);
      expect(hasher.needsRehash(broken)).toBe(true);
    }
  });

  it('that nobody has takes the same way as a real one', async () => {
    await expect(open().verifyNothing('password')).resolves.toBeUndefined();
  });
});

describe('the queue of passwords', () => {
  it('is bounded: those beyond it are told to come back', async () => {
    const hasher = open(2);
    const results = await Promise.allSettled(Array.from({ length: 40 }, async () => hasher.hash('password')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { refusal: 'unavailable', detail: { retryAfter: 1 } } });
    await expect(hasher.hash('password')).resolves.toContain('$argon2id$');
  });

  it('gives everybody their own answer', async () => {
    const hasher = open(1);
    const stored = await hasher.hash('right');
    const passwords = Array.from({ length: 20 }, (_password, n) => (n % 3 === 0 ? 'right' : `wrong ${n}`));
    const matches = await Promise.all(passwords.map((password) => hasher.verify(stored, password)));
    expect(matches).toEqual(passwords.map((password) => password === 'right'));
  });

  it('is emptied when the server stops', async () => {
    const hasher = open(1);
    const results = Promise.allSettled(Array.from({ length: 5 }, async () => hasher.hash('password')));
    await hasher.close();
    expect((await results).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    await expect(hasher.hash('password')).rejects.toMatchObject({ refusal: 'unavailable' });
  });
});

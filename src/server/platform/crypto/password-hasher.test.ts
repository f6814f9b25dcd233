import { hashSync } from '@node-rs/argon2';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createKeyring } from './keyring.ts';
import { createPasswordHasher, type PasswordCost, type PasswordHasher } from './password-hasher.ts';

const keyring = createKeyring(Buffer.alloc(32, 7));
const source = { kind: 'network', ids: ['203.0.113.7'] } as const;
/** For tests of the queue: a request that waits for long on a busy machine is refused. */
const quick: PasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1, outputLen: 32 };
const hashers: PasswordHasher[] = [];

function asked(password: string) {
  return { password, source };
}

function open(threads = 2, secret = 7, cost?: PasswordCost): PasswordHasher {
  const hasher = createPasswordHasher({ keyring: createKeyring(Buffer.alloc(32, secret)), threads, ...(cost && { cost }) });
  hashers.push(hasher);
  return hasher;
}

afterAll(async () => {
  await Promise.all(hashers.map(async (hasher) => hasher.close()));
});

describe('a password', () => {
  it('matches its own hash only', async () => {
    const hasher = open();
    const stored = await hasher.hash(asked('correct horse 密码'));
    expect(keyring.open('password-hash', stored)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(await hasher.verify(stored, asked('correct horse 密码'))).toBe(true);
    expect(await hasher.verify(stored, asked('correct horse'))).toBe(false);
    expect(await hasher.hash(asked('correct horse 密码'))).not.toBe(stored);
    expect(hasher.needsRehash(stored)).toBe(false);
  });

  it('is sealed, so that the database reveals nothing of its hash', async () => {
    const stored = await open().hash(asked('password'));
    expect(stored).toMatch(/^[\w-]+$/);
    const other = open(1, 8);
    expect(await other.verify(stored, asked('password'))).toBe(false);
    expect(other.needsRehash(stored)).toBe(true);
  });

  it('hashed at another cost is accepted and needs a new hash', async () => {
    const hasher = open();
    const cheap = keyring.seal('password-hash', hashSync('password', { memoryCost: 8192, timeCost: 1, parallelism: 1 }));
    expect(await hasher.verify(cheap, asked('password'))).toBe(true);
    expect(hasher.needsRehash(cheap)).toBe(true);
  });

  it('fails against an invalid stored hash', async () => {
    const hasher = open();
    const stored = await hasher.hash(asked('password'));
    const phc = keyring.open('password-hash', stored);
    const sealed = [phc.slice(1), phc.slice(0, -30), phc.replace('argon2id', 'argon2i')].map((text) => keyring.seal('password-hash', text));
    for (const broken of ['', 'password', phc, stored.slice(0, -30), ...sealed]) {
      expect(await hasher.verify(broken, asked('password'))).toBe(false);
      expect(hasher.needsRehash(broken)).toBe(true);
    }
  });

  it('of no account takes the same path as a real one', async () => {
    const hasher = open(1, 7, quick);
    const stored = await hasher.hash(asked('password'));
    using posted = vi.spyOn(Worker.prototype, 'postMessage');
    const seen = [];
    // Of an account, of no account, and of an account without a readable password.
    const looksAt: readonly (() => Promise<unknown>)[] = [
      () => hasher.verify(stored, asked('wrong')),
      () => hasher.verifyNothing(asked('wrong')),
      () => hasher.verify('', asked('wrong')),
    ];
    for (const look of looksAt) {
      posted.mockClear();
      const looks = Array.from({ length: 40 }, look);
      const waiting = hasher.waiting();
      const results = await Promise.allSettled(looks);
      // The jobs of the workers, in batches: identical except for salt and hash.
      const jobs = posted.mock.calls
        .flatMap(([batch]: readonly unknown[]) => batch)
        .map((job) => JSON.stringify(job).replaceAll(/\$[\w+/]{22}\$[\w+/]{43}/g, ''));
      seen.push({ waiting, outcomes: results.map(({ status }) => status), jobs: [...new Set(jobs)], times: jobs.length });
    }
    expect(seen[0]).toMatchObject({ waiting: 32, times: 33, jobs: [expect.stringContaining('m=64,t=1,p=1')] });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});

describe('a password under a root key that was replaced', () => {
  it('matches its hash and needs no new one', async () => {
    const stored = await open(1, 7, quick).hash(asked('password'));
    const ring = createKeyring(Buffer.alloc(32, 8), { accepted: [Buffer.alloc(32, 7)] });
    const hasher = createPasswordHasher({ keyring: ring, threads: 1, cost: quick });
    hashers.push(hasher);
    expect([await hasher.verify(stored, asked('password')), await hasher.verify(stored, asked('other'))]).toEqual([true, false]);
    expect(hasher.needsRehash(stored)).toBe(false);
  });
});

describe('the queue of passwords', () => {
  it('is bounded: requests beyond it are told to retry', async () => {
    const hasher = open(2, 7, quick);
    const results = await Promise.allSettled(Array.from({ length: 40 }, async () => hasher.hash(asked('password'))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
    expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { refusal: 'unavailable', detail: { retryAfter: 1 } } });
    await expect(hasher.hash(asked('password'))).resolves.toMatch(/^[\w-]+$/);
    expect([hasher.waiting(), hasher.refused()]).toEqual([0, { full: 6, gaveWay: 0, late: 0 }]);
  });

  it('displaces a crowd for others, its newest request first', async () => {
    const hasher = open(1, 7, quick);
    const crowd = Array.from({ length: 33 }, async () => hasher.hash(asked('password')));
    const others = ['198.51.100.1', '198.51.100.2'].map(async (id) =>
      hasher.hash({ password: 'other', source: { kind: 'network', ids: [id] } }),
    );
    const signedIn = hasher.hash({ password: 'other', source: { kind: 'account', ids: ['somebody'] } });
    const results = await Promise.allSettled(crowd);
    expect(results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([30, 31, 32]);
    expect(results.at(-1)).toMatchObject({ reason: { refusal: 'unavailable', detail: { retryAfter: 1 } } });
    expect(await Promise.all([...others, signedIn])).toHaveLength(3);
    expect(hasher.refused()).toEqual({ full: 0, gaveWay: 3, late: 0 });
  });

  it('also serves hashes from other systems', async () => {
    const hasher = open(1, 7, quick);
    const foreign = { scheme: 'bcrypt', hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' } as const;
    const looks = Array.from({ length: 34 }, async () => hasher.verifyForeign(foreign, asked('U*U')));
    expect(hasher.waiting()).toBe(32);
    await expect(looks.at(-1)).rejects.toMatchObject({ refusal: 'unavailable' });
    expect(new Set(await Promise.all(looks.slice(0, -1)))).toEqual(new Set([true]));
    expect(await hasher.verifyForeign(foreign, asked('U*V'))).toBe(false);
    expect(await hasher.verify(await hasher.hash(asked('next')), asked('next'))).toBe(true);
  });

  it('gives each request its own answer', async () => {
    const hasher = open(1, 7, quick);
    const stored = await hasher.hash(asked('right'));
    const passwords = Array.from({ length: 20 }, (_password, n) => (n % 3 === 0 ? 'right' : `wrong ${n}`));
    const matches = await Promise.all(passwords.map((password) => hasher.verify(stored, asked(password))));
    expect(matches).toEqual(passwords.map((password) => password === 'right'));
  });

  it('is emptied when the server stops', async () => {
    const hasher = open(1, 7, quick);
    const results = Promise.allSettled(Array.from({ length: 5 }, async () => hasher.hash(asked('password'))));
    await hasher.close();
    expect((await results).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    await expect(hasher.hash(asked('password'))).rejects.toMatchObject({ refusal: 'unavailable' });
  });
});

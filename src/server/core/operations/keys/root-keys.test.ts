import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minute } from '#server/platform/clock.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { race } from '#server/testing/lives/races.ts';
import { newRootKey, rootConfig, type RootConfig } from '#server/testing/server/root-keys.ts';
import { testClock, type TestClock } from '#server/testing/server/test-core.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { nameOfKey, type Keyring } from '#server/platform/crypto/keyring.ts';
import { addKey } from '#server/platform/crypto/keys.repository.ts';
import { noteRootKey } from './root-keys.guarded.ts';
import { listRootKeys } from './root-keys.repository.ts';
import { openKeyring } from './root-keys.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';

const [first, second] = [newRootKey(), newRootKey()];
const [firstName, secondName] = [nameOfKey(first), nameOfKey(second)];

let database: TestDatabase;
let clock: TestClock;

beforeEach(async () => {
  database = await openTestDatabase();
  clock = testClock();
});

afterEach(async () => {
  vi.useRealTimers();
  await database.close();
});

async function start(config: RootConfig): Promise<Keyring> {
  return (await openKeyring({ db: database.db, clock }, config)).keyring;
}

const known = async () => (await listRootKeys(database.db)).map(({ name, position }) => [position, name]);

/** A sealed value that every served database has. */
async function sealKey(keyring: Keyring): Promise<void> {
  const sealed = keyring.seal('field-encryption', 'private part');
  const key = { id: 'field-encryption:1', purpose: 'field-encryption', public_part: '', sealed_part: sealed, created_at: 0 };
  await addKey(database.db, { key, othersRetireAt: 0 });
}

describe('the root key of a database', () => {
  it('is the one of the first opening', async () => {
    const keyring = await start(rootConfig(first));
    expect([keyring.name, await known()]).toEqual([firstName, [[1, firstName]]]);
    await sealKey(keyring);
    await expect(start(rootConfig(second))).rejects.toThrow(ConfigError);
    await expect(start(rootConfig(second))).rejects.toThrow(`until npm run admin -- keys rekey has ended it: 1 keys are still sealed`);
    expect(await known()).toEqual([[1, firstName]]);
  });

  it('is known to all instances that start together for the first time', async () => {
    // Rarely do two of them insert at the same moment.
    for (let round = 0; round < 300; round += 1) {
      await database.db.q().deleteFrom('root_keys').execute();
      await race(10, () => noteRootKey(database.db, { name: firstName, position: 1, at: clock.now() }));
    }
    await database.db.q().deleteFrom('root_keys').execute();
    const names = (await race(4, () => start(rootConfig(first)))).map(({ name }) => name);
    expect([new Set(names).size, await known()]).toEqual([1, [[1, firstName]]]);
  });

  it('is never the one of two instances with different keys that start together for the first time', async () => {
    await noteRootKey(database.db, { name: firstName, position: 1, at: clock.now() });
    await expect(noteRootKey(database.db, { name: secondName, position: 1, at: clock.now() })).rejects.toThrow('place 1');
    expect(await known()).toEqual([[1, firstName]]);
  });

  it('is named in its seals', async () => {
    const begins = (keyring: Keyring) => keyring.seal('outbox', 'text').slice(0, 8);
    expect(begins(await start(rootConfig(first)))).toBe(firstName);
    expect(begins(await start(rootConfig(second, first)))).toBe(secondName);
    expect(begins(await start(rootConfig(first, second)))).toBe(firstName);
  });

  it('is reported by every process that may seal with it, for as long as the process lives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { job } = await openKeyring({ db: database.db, clock }, rootConfig(first));
    const server = startJob(job, { error: () => undefined });
    const usedAt = async () => (await listRootKeys(database.db))[0]?.current_at;
    const startedAt = clock.now();
    expect(await usedAt()).toBe(startedAt);
    clock.advance(minute);
    vi.advanceTimersByTime(20_000);
    await server.close();
    expect(await usedAt()).toBe(startedAt + minute);
    clock.advance(minute);
    vi.advanceTimersByTime(60_000);
    expect(await usedAt()).toBe(startedAt + minute);
  });
});

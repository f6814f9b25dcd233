import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { nameRests, restName } from '#server/core/account/identifiers/resting-names.repository.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { sealAudit, trimAudit, withMacs } from '#server/core/protection/audit/audit-chain.ts';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { createDevices } from '#server/core/protection/devices/devices.repository.ts';
import { day, minute } from '#server/platform/clock.ts';
import { createKeyring, nameOfKey, type Keyring } from '#server/platform/crypto/keyring.ts';
import { openKeyring } from '#server/core/operations/keys/root-keys.ts';
import { endDevice } from '#server/core/protection/devices/devices.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { emptyProfileColumns } from '#server/core/account/accounts/profile-columns.ts';
import { newId } from '#server/platform/ids.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { newRootKey, rootConfig, type RootConfig } from '#server/testing/server/root-keys.ts';
import { testClock, type TestClock } from '#server/testing/server/test-core.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { keysStatus } from './key-status.ts';
import { rekey, type Rekeyed } from './rekey.ts';

const [oldKey, newKey, thirdKey] = [newRootKey(), newRootKey(), newRootKey()];

let database: TestDatabase;
let db: Db;
let clock: TestClock;

beforeEach(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  clock = testClock();
});

afterEach(async () => {
  await database.close();
});

/** A server, or a command, that starts with these root keys. */
async function start(config: RootConfig): Promise<Keyring> {
  return (await openKeyring({ db, clock }, config)).keyring;
}

/** The old key has sealed the texts of `fill`, and has not been anyone's current key for some minutes. */
async function replaced(fill: (keyring: Keyring) => Promise<void>, config = rootConfig(newKey, oldKey)): Promise<Keyring> {
  await fill(await start(rootConfig(oldKey)));
  clock.advance(2 * minute);
  return start(config);
}

function rekeying(keyring: Keyring, on: Db = db): Promise<Rekeyed> {
  const legacyAccounts = createLegacyAccounts({ db: on, keyring, accounts: createAccounts({ db: on, clock, keyring }) });
  const audit = createAudit({ db: on, clock, keyring });
  return rekey({ db: on, clock, keyring, audit, legacyAccounts }, { operator: 'somebody', onProgress: () => undefined });
}

/** The same database with a side effect before each transaction. */
function disturbed(before: () => Promise<unknown>): Db {
  return {
    engine: db.engine,
    tables: db.tables,
    q: () => db.q(),
    async tx(work) {
      if (!db.inTransaction) await before();
      return db.tx(work);
    },
    snapshot: (work) => db.snapshot(work),
    beforeCommit: (key, work) => db.beforeCommit(key, work),
    afterCommit: (work) => db.afterCommit(work),
    get inTransaction() {
      return db.inTransaction;
    },
    prepare: (build) => db.prepare(build),
    counters: db.counters,
    ping: () => db.ping(),
    forgetDeleted: () => db.forgetDeleted(),
    close: () => db.close(),
  };
}

function outbox(keyring: Keyring) {
  return createOutboxQueue({ db, keyring, clock });
}

async function queue(keyring: Keyring, count: number, text = 'text'): Promise<void> {
  const message = { channel: 'sms', to: '13800000000', scene: 'notice', language: 'zh_CN', text } as const;
  for (let index = 0; index < count; index += 1)
    await outbox(keyring).put({ message, lane: 'notice', discard: false, expiresAt: clock.now() + day });
}

async function waiting(keyring: Keyring): Promise<readonly string[]> {
  const rows = await db.q().selectFrom('outbox').select('sealed').execute();
  return rows.map(({ sealed }) => outbox(keyring).open(sealed).message).map((message) => ('text' in message ? message.text : ''));
}

const eventsOf = async () =>
  (await db.q().selectFrom('audit').select('detail').where('event', '=', 'installation.rekeyed').execute()).map(
    ({ detail }) => JSON.parse(detail) as Record<string, unknown>,
  );

describe('a rekeying', () => {
  it('reseals everything in batches, ends the old key, records it, and then has nothing left to do', async () => {
    const keyring = await replaced((old) => queue(old, 450));
    const done = await rekeying(keyring);
    expect([...done.resealed]).toEqual([['outbox.sealed', 450]]);
    expect(done).toMatchObject({ broken: [], ended: [nameOfKey(oldKey)], inUse: [] });
    expect(await waiting(createKeyring(newKey))).toHaveLength(450);
    expect(await rekeying(keyring)).toMatchObject({ resealed: new Map(), broken: [], ended: [], inUse: [] });
    expect(await eventsOf()).toEqual([{ operator: 'somebody', to: nameOfKey(newKey), count: 450, ended: nameOfKey(oldKey) }]);
    await start(rootConfig(newKey));
  });

  it('leaves a concurrently changed row alone and seals its new content in the next pass', async () => {
    const keyring = await replaced((old) => queue(old, 3, 'before'));
    const old = createKeyring(oldKey);
    const message = { channel: 'sms', to: '13800000000', scene: 'notice', language: 'zh_CN', text: 'after' } as const;
    let isChanged = false;
    const change = async () => {
      if (isChanged) return;
      isChanged = true;
      const { id } = await db.q().selectFrom('outbox').select('id').executeTakeFirstOrThrow();
      const sealed = old.seal('outbox', JSON.stringify({ message, discard: false }));
      await db.q().updateTable('outbox').set({ sealed }).where('id', '=', id).execute();
    };
    expect(await rekeying(keyring, disturbed(change))).toMatchObject({ ended: [nameOfKey(oldKey)] });
    expect((await waiting(createKeyring(newKey))).toSorted()).toEqual(['after', 'before', 'before']);
  });

  it('covers all writes of a server with the old key and ends the key only afterwards', async () => {
    const keyring = await replaced((old) => queue(old, 10));
    const server = await start(rootConfig(oldKey, newKey));
    const during = await rekeying(
      keyring,
      disturbed(() => queue(server, 1)),
    );
    expect(during).toMatchObject({ ended: [], inUse: [nameOfKey(oldKey)] });
    await queue(server, 5);
    expect((await keysStatus({ db, clock, keyring })).keys[0]).toMatchObject({ name: nameOfKey(oldKey), endedAt: null });
    clock.advance(2 * minute);
    const after = await rekeying(keyring);
    expect(after).toMatchObject({ ended: [nameOfKey(oldKey)], inUse: [] });
    expect(after.resealed.get('outbox.sealed')).toBeGreaterThanOrEqual(5);
    expect((await waiting(createKeyring(newKey))).length).toBeGreaterThanOrEqual(16);
  });

  it('does not end a key that is used again at the last moment', async () => {
    const keyring = await replaced((old) => queue(old, 1));
    await rekeying(
      keyring,
      disturbed(() => start(rootConfig(oldKey, newKey))),
    );
    const [status] = (await keysStatus({ db, clock, keyring })).keys;
    expect(status).toMatchObject({ endedAt: null });
    await expect(start(rootConfig(newKey))).rejects.toThrow(`${nameOfKey(oldKey)} was in use after that was run last`);
  });

  it('ends no key permanently: a reused key must be left behind again', async () => {
    const keyring = await replaced((old) => queue(old, 1));
    await rekeying(keyring);
    await queue(await start(rootConfig(oldKey, newKey)), 1, 'late');
    await expect(start(rootConfig(newKey))).rejects.toThrow('1 messages that wait are still sealed');
    clock.advance(2 * minute);
    expect(await rekeying(keyring)).toMatchObject({ ended: [nameOfKey(oldKey)] });
    expect(await waiting(await start(rootConfig(newKey)))).toHaveLength(2);
  });

  it('reports texts that no key opens, leaves them, and does not end the old key', async () => {
    const keyring = await replaced((old) => queue(old, 2));
    const { id, sealed } = await db.q().selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const broken = `${sealed.slice(0, -4)}AAAA`;
    await db.q().updateTable('outbox').set({ sealed: broken }).where('id', '=', id).execute();
    const done = await rekeying(keyring);
    expect(done).toMatchObject({ broken: [{ column: 'outbox.sealed', key: [id] }], ended: [], inUse: [] });
    expect(done.resealed.get('outbox.sealed')).toBe(1);
    expect(await db.q().selectFrom('outbox').select('sealed').where('id', '=', id).executeTakeFirst()).toEqual({ sealed: broken });
    await outbox(keyring).remove(id);
    expect(await rekeying(keyring)).toMatchObject({ broken: [], ended: [nameOfKey(oldKey)] });
  });

  it('may run twice at once', async () => {
    const keyring = await replaced((old) => queue(old, 250));
    const both = await Promise.all([rekeying(keyring), rekeying(keyring)]);
    expect(both.flatMap(({ ended }) => ended)).toEqual([nameOfKey(oldKey)]);
    const sealed = both.map(({ resealed }) => resealed.get('outbox.sealed') ?? 0);
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(250);
    expect(await waiting(createKeyring(newKey))).toHaveLength(250);
  });

  it('leaves several keys behind, together or one after the other', async () => {
    const second = await replaced((old) => queue(old, 2));
    await queue(second, 2);
    clock.advance(2 * minute);
    const third = await start(rootConfig(thirdKey, newKey, oldKey));
    expect(await rekeying(third)).toMatchObject({ ended: [nameOfKey(oldKey), nameOfKey(newKey)] });
    expect(await waiting(await start(rootConfig(thirdKey)))).toHaveLength(4);
  });

  it('changes nothing with a single key', async () => {
    const keyring = await start(rootConfig(oldKey));
    await queue(keyring, 2);
    const before = await db.q().selectFrom('outbox').selectAll().orderBy('id').execute();
    expect(await rekeying(keyring)).toEqual({ resealed: new Map(), broken: [], ended: [], inUse: [] });
    expect(await db.q().selectFrom('outbox').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await eventsOf()).toEqual([]);
  });
});

describe('the status of the keys', () => {
  it('counts the texts of each key, and those of unknown keys', async () => {
    const keyring = await replaced((old) => queue(old, 3));
    await queue(keyring, 2);
    await queue(createKeyring(oldKey, { accepted: [newKey] }), 1);
    await queue(createKeyring(thirdKey), 4);
    const { keys, unknown } = await keysStatus({ db, clock, keyring });
    expect(keys.map(({ name, isCurrent, sealed }) => [name, isCurrent, sealed.get('outbox.sealed')])).toEqual([
      [nameOfKey(oldKey), false, 4],
      [nameOfKey(newKey), true, 2],
    ]);
    expect([...unknown]).toEqual([['outbox.sealed', 4]]);
  });

  it('shows a key that every instance must know before it seals', async () => {
    const keyring = await start(rootConfig(oldKey, newKey));
    const { keys } = await keysStatus({ db, clock, keyring });
    expect(keys).toMatchObject([
      { name: nameOfKey(oldKey), isCurrent: true },
      { name: nameOfKey(newKey), usedAt: undefined },
    ]);
  });
});

describe('the kept part of a root key', () => {
  const origin = { clientIp: '203.0.113.7', requestId: '' };
  const bequests = async () =>
    (await db.q().selectFrom('keys').select('public_part').where('purpose', '=', 'inherited-key').orderBy('id').execute()).map(
      ({ public_part }) => public_part.split(':')[1],
    );

  it('is sealed with the new key, and only where it is needed', async () => {
    const keyring = await replaced((old) => queue(old, 1));
    await rekeying(keyring);
    expect(await bequests()).toEqual([]);
  });

  it('covers the trail until its last seal is too old, and accepts no new forgery', async () => {
    const keyring = await replaced(async (old) => {
      const audit = createAudit({ db, clock, keyring: old });
      await audit.record({ event: 'sign-out', accountId: null, origin });
      await sealAudit({ db, clock, keyring: old });
      await audit.record({ event: 'sign-out', accountId: null, origin });
    });
    await rekeying(keyring);
    expect(await bequests()).toEqual(['audit client ip', 'audit row', 'audit rows', 'audit seal']);
    const heir = await start(rootConfig(newKey));
    const deps = { db, clock, keyring: heir };
    expect(await verifyAudit(deps)).toMatchObject({
      faults: [],
      rows: 2,
      unsealed: 1,
      earlierKeys: [{ name: nameOfKey(oldKey), through: 1 }],
    });
    await sealAudit(deps);
    expect(await verifyAudit(deps)).toMatchObject({ faults: [], rows: 3, seals: 3 });

    // By now an intruder has the old key and the database.
    const row = {
      id: newId(),
      at: clock.now(),
      account_id: null,
      event: 'sign-out',
      session: '',
      client_ip: '',
      request_id: '',
      detail: '',
    };
    await db
      .q()
      .insertInto('audit')
      .values({ ...withMacs(createKeyring(oldKey), row), seal: 0 })
      .execute();
    expect((await verifyAudit(deps)).faults).toEqual([{ fault: 'row changed', row: row.id, seal: 0 }]);
    await sealAudit({ ...deps, keyring: createKeyring(oldKey) });
    expect((await verifyAudit(deps)).faults.map(({ fault }) => fault).toSorted()).toEqual([
      'row changed',
      'rows do not fit the seal',
      'seal changed',
    ]);

    clock.advance(10 * day);
    await createAudit(deps).record({ event: 'sign-out', accountId: null, origin });
    await sealAudit(deps);
    await trimAudit(deps, clock.now() - day);
    await rekeying(await start(rootConfig(newKey)));
    expect(await bequests()).toEqual([]);
  });

  it('covers resting names until the last of them is available', async () => {
    const name = { kind: 'username', value: 'resting' } as const;
    const keyring = await replaced((old) => restName({ db, keyring: old }, { ...name, until: clock.now() + 90 * day }));
    await rekeying(keyring);
    expect(await bequests()).toEqual(['resting-name']);
    expect(await nameRests({ db, keyring: await start(rootConfig(newKey)) }, name)).toBe(true);
    clock.advance(90 * day);
    await start(rootConfig(newKey));
    expect(await bequests()).toEqual([]);
  });

  it('covers devices until they are removed', async () => {
    const whose = { accountId: 'somebody', credentialEpoch: 1, clientId: 'app', at: clock.now() };
    const about = { name: '', type: 'pc', model: '', os: '', osVersion: '', address: '' } as const;
    const keyring = await replaced(async (old) => {
      await db.q().insertInto('accounts').values(accountRow('somebody')).execute();
      await createDevices(db).insert({ ...whose, ...about, id: 'device', hardware: old.mac('device-hardware', 'somebody', 'hw') });
    });
    await rekeying(keyring);
    expect(await bequests()).toEqual(['device-hardware']);
    const heir = await start(rootConfig(newKey));
    const same = { ...whose, hardware: heir.macs('device-hardware', 'somebody', 'hw') };
    expect(await createDevices(db).withHardware(same)).toEqual(['device']);
    await endDevice(db, { id: 'device', accountId: 'somebody', at: clock.now() });
    await rekeying(heir);
    expect(await bequests()).toEqual([]);
  });
});

/** An account without a name, as the database keeps it. */
function accountRow(id: string) {
  const numbers = { username_changes: 0, region_changes: 0, show_qrcode: 1, password_weak: 0, credential_epoch: 1, version: 1 };
  const rest = { nickname_changed_at: null, profile_image: null, password_changed_at: null };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has every column
  return {
    id,
    number: '100000000001',
    state: 'active',
    region: 'CN',
    language: 'zh_CN',
    ...emptyProfileColumns,
    ...numbers,
    ...rest,
    password_hash: null,
    created_at: 0,
  } as never;
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccountNumber, newId } from '#server/platform/ids.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import { emptyProfileColumns } from './profile-columns.ts';
import {
  admitTry,
  type BlockSchedule,
  claimCode,
  claimOnce,
  clearFailures,
  countCodeTry,
  endAccountSessions,
  endSession,
  leaseOutbox,
  raiseCredentialEpoch,
  raiseVersion,
  readFailures,
  recordFailure,
  retryOutbox,
  setVerifiedUntil,
  takeNicknameChange,
  takeRegionChange,
  takeUsernameChange,
  transitionAccount,
  voidAccountCodes,
  voidCodes,
} from './consumption.ts';
import type { Db } from './db.ts';

let database: TestDatabase;
let db: Db;
const at = 1_800_000_000_000;
const minute = 60_000;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(async () => {
  await database.close();
});

async function race<T>(racers: number, run: () => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: racers }, run));
}

function wins(results: readonly boolean[]): number {
  return results.filter(Boolean).length;
}

async function newAccount(): Promise<string> {
  const id = newId();
  await db
    .q()
    .insertInto('accounts')
    .values({
      id,
      number: newAccountNumber(),
      state: 'active',
      region: 'CN',
      language: 'zh_CN',
      nickname_changed_at: null,
      username_changes: 0,
      region_changes: 0,
      profile_image: null,
      ...emptyProfileColumns,
      show_qrcode: 1,
      password_hash: null,
      password_changed_at: null,
      credential_epoch: 1,
      version: 1,
      created_at: at,
    })
    .execute();
  return id;
}

async function account(id: string) {
  return await db.q().selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function newCode({ holder = `visitor:${newId()}`, targetHash = newId() } = {}) {
  const code = { id: newId(), scene: 'login', channel: 'sms', target_hash: targetHash, holder, asker: 'stranger' } as const;
  await db
    .q()
    .insertInto('codes')
    .values({ ...code, code_hash: '', attempts: 0, created_at: at, expires_at: at + 10 * minute, voided_at: null, used_at: null })
    .execute();
  return code;
}

async function newSession(accountId: string): Promise<string> {
  const id = newId();
  await db
    .q()
    .insertInto('sessions')
    .values({
      id,
      account_id: accountId,
      credential_epoch: 1,
      created_at: at,
      last_seen_at: at,
      idle_expires_at: at + minute,
      expires_at: at + minute,
      ended_at: null,
      verified_until: null,
      address: '',
      user_agent: '',
    })
    .execute();
  return id;
}

describe('a code', () => {
  it('is claimed by one of many', async () => {
    const { id } = await newCode();
    expect(wins(await race(16, async () => claimCode(db, { id, at })))).toBe(1);
  });

  it('is not spent when the transaction of its effect fails', async () => {
    const { id } = await newCode();
    await expect(
      db.tx(async () => {
        expect(await claimCode(db, { id, at })).toBe(true);
        throw new Error('the effect failed');
      }),
    ).rejects.toThrow('the effect failed');
    expect(await claimCode(db, { id, at })).toBe(true);
  });

  it('admits five tries, whatever the concurrency', async () => {
    const { id } = await newCode();
    expect(wins(await race(200, async () => countCodeTry(db, { id, limit: 5, at })))).toBe(5);
    expect(await countCodeTry(db, { id, limit: 5, at })).toBe(false);
  });

  it('counts no try inside a transaction, which could give it back', async () => {
    const { id } = await newCode();
    await expect(db.tx(async () => countCodeTry(db, { id, limit: 5, at }))).rejects.toThrow('inside a transaction');
  });

  it('is worth nothing from the moment of its expiry on', async () => {
    const { id } = await newCode();
    const expiry = at + 10 * minute;
    expect(await countCodeTry(db, { id, limit: 5, at: expiry })).toBe(false);
    expect(await claimCode(db, { id, at: expiry })).toBe(false);
    expect(await claimCode(db, { id, at: expiry - 1 })).toBe(true);
  });

  it('is replaced by a newer one with the same bindings only', async () => {
    const { id, scene, channel, target_hash: targetHash, holder } = await newCode();
    const other = await newCode({ targetHash });
    await voidCodes(db, { scene, channel, targetHash, holder, at });
    expect(await countCodeTry(db, { id, limit: 5, at })).toBe(false);
    expect(await claimCode(db, { id, at })).toBe(false);
    expect(await claimCode(db, { id: other.id, at })).toBe(true);
  });

  it('dies with the others of its holder when credentials change', async () => {
    const holder = `account:${newId()}`;
    const codes = [await newCode({ holder }), await newCode({ holder })];
    await voidAccountCodes(db, holder, at);
    expect(await Promise.all(codes.map(async ({ id }) => claimCode(db, { id, at })))).toEqual([false, false]);
  });
});

describe('a claim', () => {
  it('is had by one of many, once for ever', async () => {
    const claim = { kind: 'captcha', id: newId(), at, expiresAt: at + minute };
    expect(wins(await race(16, async () => claimOnce(db, claim)))).toBe(1);
    expect(await claimOnce(db, { ...claim, at: at + 2 * minute })).toBe(false);
  });

  it('of one kind says nothing about another kind', async () => {
    const claim = { id: newId(), at, expiresAt: at + minute };
    expect(await claimOnce(db, { ...claim, kind: 'captcha' })).toBe(true);
    expect(await claimOnce(db, { ...claim, kind: 'ticket' })).toBe(true);
  });
});

describe('a session', () => {
  it('is ended by one of many', async () => {
    const id = await newSession(await newAccount());
    expect(wins(await race(16, async () => endSession(db, { id, at })))).toBe(1);
  });

  it('ends with all others of its account, or is the one that stays', async () => {
    const accountId = await newAccount();
    const mine = await newSession(accountId);
    await race(3, async () => newSession(accountId));
    const foreign = await newSession(await newAccount());
    expect(await endAccountSessions(db, { accountId, except: mine, at })).toBe(3);
    expect(await endAccountSessions(db, { accountId, at })).toBe(1);
    expect(await endSession(db, { id: foreign, at })).toBe(true);
  });

  it('is not verified after its end', async () => {
    const id = await newSession(await newAccount());
    const verifiedUntil = async () =>
      (await db.q().selectFrom('sessions').select('verified_until').where('id', '=', id).executeTakeFirstOrThrow()).verified_until;
    await setVerifiedUntil(db, { sessionId: id, until: at + minute });
    expect(await verifiedUntil()).toBe(at + minute);
    await setVerifiedUntil(db, { sessionId: id, until: null });
    await endSession(db, { id, at });
    await setVerifiedUntil(db, { sessionId: id, until: at + minute });
    expect(await verifiedUntil()).toBeNull();
  });
});

describe('an account', () => {
  it('raises its epoch and version by one for each call', async () => {
    const id = await newAccount();
    const epochs = await race(16, async () => raiseCredentialEpoch(db, id));
    expect(epochs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i + 2));
    await race(16, async () => raiseVersion(db, id));
    expect(await account(id)).toMatchObject({ credential_epoch: 17, version: 17 });
  });

  it('changes from one state to another once', async () => {
    const id = await newAccount();
    expect(wins(await race(16, async () => transitionAccount(db, { id, from: 'active', to: 'deleting' })))).toBe(1);
    expect(await transitionAccount(db, { id, from: 'active', to: 'locked' })).toBe(false);
    expect((await account(id)).state).toBe('deleting');
  });

  it('changes its nickname once in a period, also when the clock steps back', async () => {
    const accountId = await newAccount();
    const week = 7 * 24 * 60 * minute;
    const change = async (now: number): Promise<boolean> => takeNicknameChange(db, { accountId, at: now, notBefore: now - week });
    expect(wins(await race(16, async () => change(at)))).toBe(1);
    expect(await change(at + week - 1)).toBe(false);
    expect(await change(at - week)).toBe(false);
    expect(await change(at + week)).toBe(true);
  });

  it('changes its username once and its region once', async () => {
    const id = await newAccount();
    expect(wins(await race(16, async () => takeUsernameChange(db, id)))).toBe(1);
    expect(wins(await race(16, async () => takeRegionChange(db, id)))).toBe(1);
  });
});

describe('failures', () => {
  const schedule: BlockSchedule = [
    [10, minute],
    [11, 2 * minute],
    [12, 4 * minute],
  ];
  const rule = () => ({ key: newId(), at, windowMs: 15 * minute, schedule });

  it('are all counted when they come at once', async () => {
    const failure = rule();
    const results = await race(100, async () => recordFailure(db, { ...failure, schedule: [] }));
    expect(new Set(results.map(({ failures }) => failures)).size).toBe(100);
    expect(await readFailures(db, failure.key)).toEqual({ failures: 100, firstAt: at, blockedUntil: 0 });
  });

  it('block for longer and longer', async () => {
    const failure = rule();
    const blocks: number[] = [];
    for (let i = 0; i < 13; i++) {
      blocks.push((await recordFailure(db, failure)).blockedUntil);
    }
    expect(blocks).toEqual([...Array.from({ length: 9 }, () => 0), at + minute, at + 2 * minute, at + 4 * minute, at + 4 * minute]);
  });

  it('block from the first one on when the schedule says so', async () => {
    expect(await recordFailure(db, { ...rule(), schedule: [[1, minute]] })).toEqual({
      failures: 1,
      firstAt: at,
      blockedUntil: at + minute,
    });
  });

  it('are forgotten a window after the first, but not before a window after the last block', async () => {
    const failure = { ...rule(), schedule: [[2, 10 * minute]] } as const;
    await recordFailure(db, { ...failure, schedule: [] });
    expect(await recordFailure(db, { ...failure, schedule: [], at: at + 15 * minute })).toEqual({
      failures: 1,
      firstAt: at + 15 * minute,
      blockedUntil: 0,
    });
    expect((await recordFailure(db, { ...failure, at: at + 20 * minute })).blockedUntil).toBe(at + 30 * minute);
    expect((await recordFailure(db, { ...failure, at: at + 44 * minute })).failures).toBe(3);
    expect((await recordFailure(db, { ...failure, at: at + 90 * minute })).failures).toBe(1);
  });

  it('are forgotten after a success', async () => {
    const failure = rule();
    await recordFailure(db, failure);
    await clearFailures(db, failure.key);
    expect(await readFailures(db, failure.key)).toBeUndefined();
  });

  it('admit exactly as many tries as the schedule, whatever the concurrency', async () => {
    const failure = rule();
    const results = await race(100, async () => admitTry(db, failure));
    expect(wins(results.map(({ admitted }) => admitted))).toBe(10);
    expect(results.filter(({ admitted }) => !admitted).every(({ blockedUntil }) => blockedUntil === at + minute)).toBe(true);
    const later = await race(16, async () => admitTry(db, { ...failure, at: at + minute }));
    expect(wins(later.map(({ admitted }) => admitted))).toBe(1);
    expect(await readFailures(db, failure.key)).toEqual({ failures: 11, firstAt: at, blockedUntil: at + 3 * minute });
  });

  it('count no try inside a transaction, which could give it back', async () => {
    await expect(db.tx(async () => admitTry(db, rule()))).rejects.toThrow('inside a transaction');
  });
});

describe('the outbox', () => {
  it('gives each message to one worker, and again when the lease has run out or the message is given back', async () => {
    const ids = Array.from({ length: 60 }, () => newId());
    for (const id of ids) {
      await db
        .q()
        .insertInto('outbox')
        .values({
          id,
          channel: 'sms',
          sealed: '',
          lane: 'stranger',
          created_at: at,
          not_before: at,
          expires_at: at + 10 * minute,
          attempts: 0,
          leased_until: 0,
        })
        .execute();
    }
    const lease = async (now: number) => leaseOutbox(db, { channel: 'sms', at: now, leaseMs: minute, limit: 20 });
    const leased = (await Promise.all(Array.from({ length: 4 }, async () => lease(at)))).flat();
    expect(new Set(leased.map(({ id }) => id)).size).toBe(leased.length);
    const rest = await Promise.all(Array.from({ length: 4 }, async () => lease(at)));
    expect([...leased, ...rest.flat()].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());

    const [first, second] = leased;
    await retryOutbox(db, { id: first?.id ?? '', leasedUntil: at + minute, notBefore: at + 10 });
    await retryOutbox(db, { id: second?.id ?? '', leasedUntil: at + 2 * minute, notBefore: at + 10 });
    expect(await lease(at + 9)).toEqual([]);
    expect(await lease(at + 10)).toMatchObject([{ id: first?.id, attempts: 2 }]);
    expect(await lease(at + minute)).toHaveLength(20);
    expect(await leaseOutbox(db, { channel: 'email', at: at + minute, leaseMs: minute, limit: 100 })).toEqual([]);
    expect(await leaseOutbox(db, { channel: 'sms', at: at + 10 * minute, leaseMs: minute, limit: 100 })).toEqual([]);
  });
});

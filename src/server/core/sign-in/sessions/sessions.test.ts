import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#server/core/account/accounts/account.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { raiseCredentialEpoch, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { sessionsPerAccount, type StartedSession } from './sessions.ts';

let core: TestCore;
let account: Account;
let phones = 13_700_000_000;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(async () => {
  await core.close();
});

beforeEach(async () => {
  phones += 1;
  account = await core.account({ phone: String(phones), email: `a${phones}@example.com` });
});

const assurance = { authAt: 7, acr: '2', amr: ['pwd', 'otp', 'mfa'], ways: ['password:1', 'totp:1'] } as const;

function start(): Promise<StartedSession> {
  const { id: accountId, credentialEpoch } = account;
  return core.db.tx(() =>
    core.sessions.start({
      accountId,
      credentialEpoch,
      clientIp: '10.0.0.1',
      userAgent: 'test',
      assurance,
    }),
  );
}

async function statusOf({ token }: StartedSession): Promise<string> {
  return (await core.sessions.find(token)).status;
}

describe('a session', () => {
  it('includes its whole account', async () => {
    const { token, sessionId } = await start();
    expect(await core.sessions.find(token)).toEqual({
      status: 'live',
      session: {
        sessionId,
        accountId: account.id,
        language: 'zh_CN',
        verifiedUntil: null,
        startedAt: core.clock.now(),
        assurance,
        account,
      },
    });
  });

  it('is stored only as a hash', async () => {
    const { token } = await start();
    const rows = await core.db.q().selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await core.sessions.find('another'.padEnd(43, 'x'))).toEqual({ status: 'unknown' });
  });

  it('expires seven days after its last use', async () => {
    const session = await start();
    core.clock.advance(7 * day - 1);
    expect(await statusOf(session)).toBe('live');
    core.clock.advance(7 * day - 1);
    expect(await statusOf(session)).toBe('live');
    core.clock.advance(7 * day);
    expect(await statusOf(session)).toBe('expired');
  });

  it('expires a month after its start, under any use', async () => {
    const session = await start();
    for (let weeks = 0; weeks < 4; weeks += 1) {
      core.clock.advance(7 * day - minute);
      expect(await statusOf(session)).toBe('live');
    }
    core.clock.advance(2 * day);
    expect(await statusOf(session)).toBe('live');
    core.clock.advance(hour);
    expect(await statusOf(session)).toBe('expired');
  });

  it('records its use once per five minutes', async () => {
    const session = await start();
    const seen = async () => {
      await core.sessions.writeUses();
      const row = await core.db.q().selectFrom('sessions').select('last_seen_at').where('id', '=', session.sessionId).executeTakeFirst();
      return (row?.last_seen_at ?? 0) - session.startedAt;
    };
    core.clock.advance(5 * minute - 1);
    await statusOf(session);
    expect(await seen()).toBe(0);
    core.clock.advance(1);
    await statusOf(session);
    expect(await seen()).toBe(5 * minute);
  });

  it('is unknown after its end, even past its expiry', async () => {
    const session = await start();
    expect(await core.sessions.end(session.sessionId)).toBe(true);
    expect(await core.sessions.end(session.sessionId)).toBe(false);
    expect(await statusOf(session)).toBe('unknown');
    core.clock.advance(31 * day);
    expect(await statusOf(session)).toBe('unknown');
  });

  it('ends by the value of its cookie', async () => {
    const session = await start();
    expect(await core.sessions.endByToken(session.token)).toBe(true);
    expect(await core.sessions.endByToken('nothing')).toBe(false);
    expect(await statusOf(session)).toBe('unknown');
  });

  it('ends with all others of the account but one', async () => {
    const [kept, ...others] = [await start(), await start(), await start()];
    expect(await core.sessions.endAll(account.id, kept?.sessionId)).toBe(2);
    expect(await Promise.all(others.map(statusOf))).toEqual(['unknown', 'unknown']);
    expect(kept && (await statusOf(kept))).toBe('live');
  });

  it('is invalid after a change of a credential', async () => {
    const session = await start();
    await raiseCredentialEpoch(core.db, account.id);
    expect(await statusOf(session)).toBe('unknown');
  });

  it.each(['deleting', 'purged'] as const)('is invalid when its account is %s', async (to) => {
    const session = await start();
    await transitionAccount(core.db, { id: account.id, from: 'active', to });
    expect(await statusOf(session)).toBe('unknown');
  });

  it('reports the lock that ended it, unless it had ended before', async () => {
    const [signedOut, session] = [await start(), await start()];
    await core.sessions.end(signedOut.sessionId);
    core.clock.advance(minute);
    await transitionAccount(core.db, { id: account.id, from: 'active', to: 'locked' });
    expect(await statusOf(session)).toBe('locked');
    await raiseCredentialEpoch(core.db, account.id);
    await core.sessions.endAll(account.id);
    expect(await Promise.all([signedOut, session].map(statusOf))).toEqual(['unknown', 'locked']);
    core.clock.advance(minute);
    await transitionAccount(core.db, { id: account.id, from: 'locked', to: 'active' });
    expect(await statusOf(session)).toBe('unknown');
  });

  it('makes room for newer ones: the oldest of an account end', async () => {
    const started: StartedSession[] = [];
    for (let count = 0; count < sessionsPerAccount + 2; count += 1) {
      started.push(await start());
      core.clock.advance(1);
    }
    const statuses = await Promise.all(started.map(statusOf));
    expect(statuses.slice(0, 2)).toEqual(['unknown', 'unknown']);
    expect(statuses.slice(2)).toEqual(Array.from({ length: sessionsPerAccount }, () => 'live'));
  });

  it('shows the end of its identity proof', async () => {
    const { token, sessionId } = await start();
    const until = core.clock.now() + 10 * minute;
    await core.sessions.verify(sessionId, until);
    expect(await core.sessions.find(token)).toMatchObject({ session: { verifiedUntil: until } });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { day, minute } from '#server/platform/clock.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/platform/crypto/password-hasher.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createCredentials } from './credentials.repository.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import { accountDayTries, checkSessionPassword, sessionLifeTries, sessionPasswordTries } from './session-password.ts';

const password = 'violet7-Harbour';
const origin = { clientIp: '10.0.0.1', requestId: 'request', userAgent: 'test' };

let core: TestCore;
let hasher: PasswordHasher;
let token: string;
let otherToken: string;
let session: Session;
let newSession: () => Promise<Session>;
let phones = 13_500_000_000;

beforeAll(async () => {
  core = await openTestCore();
  hasher = createPasswordHasher({ keyring: core.keyring, threads: 2 });
});

afterAll(async () => {
  await hasher.close();
  await core.close();
});

beforeEach(async () => {
  phones += 1;
  const { id, credentialEpoch } = await core.account({ phone: String(phones) });
  const hash = await hasher.hash({ password, source: accountSource('somebody') });
  await createCredentials(core.db).setPassword(id, { hash, at: core.clock.now() });
  const start = () =>
    core.db.tx(() =>
      core.sessions.start({
        accountId: id,
        credentialEpoch,
        clientIp: '10.0.0.1',
        userAgent: 'test',
        assurance: { authAt: 0, acr: '1', amr: [], ways: [] },
      }),
    );
  token = (await start()).token;
  otherToken = (await start()).token;
  session = await sessionOf(token);
  newSession = async () => sessionOf((await start()).token);
});

async function sessionOf(of: string): Promise<Session> {
  const found = await core.sessions.find(of);
  if (found.status !== 'live') throw new Error('no session');
  return found.session;
}

async function check(tried: string, within = session): Promise<string> {
  try {
    await checkSessionPassword({ ...core, hasher }, within, { password: tried, wrong: 'oldPasswordInvalid', origin });
    return 'right';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.refusal;
  }
}

describe('the password inside a session', () => {
  it('ends this session, and no other, with the fifth wrong one in 15 minutes', async () => {
    for (let tries = 1; tries < sessionPasswordTries; tries += 1) expect(await check('wrong')).toBe('oldPasswordInvalid');
    expect(await check('wrong')).toBe('passwordLocked');
    expect(await core.sessions.find(token)).toEqual({ status: 'unknown' });
    expect(await core.sessions.find(otherToken)).toMatchObject({ status: 'live' });
    const events = await core.db.q().selectFrom('audit').select('event').where('account_id', '=', session.accountId).execute();
    expect(events).toEqual([{ event: 'session.locked' }]);
  });

  it('resets the counter after the right one, and after 15 minutes', async () => {
    for (let tries = 1; tries < sessionPasswordTries; tries += 1) await check('wrong');
    expect(await check(password)).toBe('right');
    for (let tries = 1; tries < sessionPasswordTries; tries += 1) expect(await check('wrong')).toBe('oldPasswordInvalid');
    core.clock.advance(15 * minute);
    expect(await check('wrong')).toBe('oldPasswordInvalid');
  });

  it('ends a session with the twentieth wrong one of its life, however slowly they come', async () => {
    let looked = 0;
    for (let days = 0; days < 30; days += 1) {
      const result = await check('wrong');
      if (result === 'oldPasswordInvalid' || result === 'passwordLocked') looked += 1;
      if (result === 'passwordLocked') break;
      core.clock.advance(day);
    }
    expect(looked).toBe(sessionLifeTries);
    expect(await core.sessions.find(token)).toEqual({ status: 'unknown' });
  });

  it('is not looked at for a day after thirty wrong ones in all sessions, and the owner is told', async () => {
    const phone = session.account.phone ?? '';
    for (let tries = 0; tries < accountDayTries; tries += 1) {
      const within = tries % (sessionPasswordTries - 1) === 0 ? (session = await newSession()) : session;
      expect(await check('wrong', within)).toBe('oldPasswordInvalid');
    }
    const fresh = await newSession();
    expect(await check(password, fresh)).toBe('tooFrequent');
    expect((await core.sentTo(phone)).filter(({ text }) => text.includes('多次输错您的密码'))).toHaveLength(1);
    core.clock.advance(day);
    expect(await check(password, fresh)).toBe('right');
  });

  it('is checked five times when fifty requests arrive together', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => check('wrong')));
    expect(results.filter((result) => result === 'oldPasswordInvalid')).toHaveLength(sessionPasswordTries - 1);
    expect(await core.sessions.find(token)).toEqual({ status: 'unknown' });
  });
});

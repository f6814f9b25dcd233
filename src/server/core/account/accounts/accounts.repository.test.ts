import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';

let core: TestCore;

beforeAll(async () => {
  core = await openTestCore();
});

afterAll(async () => {
  await core.close();
});

describe('accounts', () => {
  it('are found by each of their identifiers, and include all of them', async () => {
    const made = await core.account({ phone: '13900000001', email: 'Anna@example.com', username: 'anna', nickname: '安娜' });
    for (const [kind, value] of [
      ['phone', '13900000001'],
      ['email', 'anna@example.com'],
      ['username', 'anna'],
      ['nickname', '安娜'],
    ] as const) {
      expect(await core.accounts.find(kind, value)).toEqual(made);
      expect(await core.accounts.exists(kind, value)).toBe(true);
    }
    expect(made).toMatchObject({ email: 'anna@example.com', emailShown: 'Anna@example.com', state: 'active', credentialEpoch: 1 });
    expect(made.number).toMatch(/^[1-9]\d{11}$/);
    expect(await core.accounts.find('phone', '13900000009')).toBeUndefined();
    expect(await core.accounts.exists('email', '13900000001')).toBe(false);
  });

  it('leave nothing behind when an identifier is taken', async () => {
    await core.account({ phone: '13900000002' });
    const rival = core.account({ email: 'second@example.com', phone: '13900000002' });
    await expect(rival).rejects.toSatisfy((error) => error instanceof IdentifierTaken && error.kind === 'phone');
    expect(await core.accounts.exists('email', 'second@example.com')).toBe(false);
  });

  it('are created once when sixteen requests for one phone arrive together', async () => {
    const results = await Promise.allSettled(Array.from({ length: 16 }, () => core.account({ phone: '13900000003' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons.every((reason) => reason instanceof IdentifierTaken)).toBe(true);
    const rows = await core.db.q().selectFrom('identifiers').select('account_id').where('value', '=', '13900000003').execute();
    expect(rows).toHaveLength(1);
  });

  it('remember the browsers that signed in', async () => {
    const { id } = await core.account({ phone: '13900000004' });
    const identifier = { kind: 'phone', value: '13900000004' } as const;
    expect(await core.accounts.findForSignIn(identifier, 'browser-a')).toMatchObject({ browserIsKnown: false });
    await core.accounts.knowBrowser(id, 'browser-a', { at: core.clock.now(), clientIp: '10.0.0.1', userAgent: 'test' });
    await core.accounts.knowBrowser(id, 'browser-a', { at: core.clock.now(), clientIp: '10.0.0.1', userAgent: 'test' });
    expect(await core.accounts.findForSignIn(identifier, 'browser-a')).toMatchObject({ browserIsKnown: true });
    expect(await core.accounts.findForSignIn(identifier, 'browser-b')).toMatchObject({ browserIsKnown: false });
    expect(await core.accounts.findForSignIn(identifier, '')).toMatchObject({ browserIsKnown: false });
  });

  it('remember the last fifty browsers', async () => {
    const { id } = await core.account({ phone: '13900000006' });
    const at = core.clock.now();
    for (let count = 0; count < 52; count += 1) {
      await core.accounts.knowBrowser(id, `browser-${count}`, { at: at + count, clientIp: '10.0.0.1', userAgent: 'test' });
    }
    const knows = async (browser: string) =>
      (await core.accounts.findForSignIn({ kind: 'phone', value: '13900000006' }, browser))?.browserIsKnown;
    expect(await Promise.all(['browser-1', 'browser-2', 'browser-51'].map(knows))).toEqual([false, true, true]);
  });

  it('keep a social account whatever its name holds, and take no platform from a name', async () => {
    const { id } = await core.account({ phone: '13900000007' });
    const names = { weibo: 'Anna  B ', wechat: 'Anna\nqq 1 Mallory' } as const;
    const rows = Object.entries(names).map(([platform, name], bound_at) => ({ account_id: id, platform, name, avatar_url: '', bound_at }));
    await core.db.q().insertInto('social_accounts').values(rows).execute();
    expect((await core.accounts.findById(id))?.socials).toEqual([
      { platform: 'wechat', boundAt: 1, name: 'Anna qq 1 Mallory' },
      { platform: 'weibo', boundAt: 0, name: 'Anna  B ' },
    ]);
  });

  it('get a new version after each change that their owner can see', async () => {
    const { id, version } = await core.account({ phone: '13900000005' });
    await core.accounts.setShowQrcode(id, false);
    expect(await core.accounts.findById(id)).toMatchObject({ showQrcode: false, version: version + 1 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { day, minute } from '#server/platform/clock.ts';
import { raiseVersion, takeNicknameChange } from '#server/core/account/accounts/accounts.guarded.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { followQrUrl: 'https://follow.example.com/cedar', geoHeader: 'x-country' } });
});

afterAll(async () => {
  await app.close();
});

async function rowOf(number: string): Promise<{ id: string }> {
  return app.db.q().selectFrom('accounts').select('id').where('number', '=', number).executeTakeFirstOrThrow();
}

describe('metainfo', () => {
  it('shows the account without secrets', async () => {
    const email = freshEmail();
    const { browser, account } = await signUp(app, { email });
    const answer = await browser.get<AccountView>('/account/metainfo?t=1');
    expect(answer).toMatchObject({ status: 200, code: 200, data: account });
    const { id } = await rowOf(account.id);
    for (const secret of [email, id, 'argon2', browser.cookies.get('sid') ?? 'sid']) expect(answer.text).not.toContain(secret);
  });

  it('answers 304 without a change, but not to another account', async () => {
    const { browser, account } = await signUp(app);
    const first = await browser.get('/account/metainfo');
    const etag = first.headers['etag'] ?? '';
    const again = await browser.get(`/account/metainfo?t=${app.clock.now()}`, { 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, text: '' });
    const other = await signUp(app);
    expect(await other.browser.get('/account/metainfo', { 'if-none-match': etag })).toMatchObject({ status: 200 });
    await raiseVersion(app.db, (await rowOf(account.id)).id);
    expect(await browser.get('/account/metainfo', { 'if-none-match': etag })).toMatchObject({ status: 200, code: 200 });
  });

  it('keeps a birthday only if it is later than 1800-01-01', async () => {
    const { browser, account } = await signUp(app);
    for (const [stored, shown] of [
      ['1800-01-01', ''],
      ['1800-01-02', '1800-01-02'],
      ['1987-06-05', '1987-06-05'],
    ] as const) {
      await app.db.q().updateTable('accounts').set({ birthday: stored }).where('number', '=', account.id).execute();
      expect(await browser.get('/account/metainfo')).toMatchObject({ data: { birthday: shown } });
    }
  });

  it('reports the time of the next nickname change and refuses earlier ones', async () => {
    const { browser, account } = await signUp(app);
    const { id } = await rowOf(account.id);
    const at = app.clock.now();
    await takeNicknameChange(app.db, { accountId: id, at, notBefore: at });
    const nextAt = new Date(at + 7 * day).toISOString();
    const answer = await browser.get('/account/metainfo');
    expect(answer).toMatchObject({ data: { limits: { nickname: { nextAt } } } });
    for (let days = 0; days < 7; days += 1) {
      app.clock.advance(day - minute);
      await browser.get('/account/metainfo');
    }
    app.clock.advance(7 * minute);
    const later = await browser.get('/account/metainfo', { 'if-none-match': answer.headers['etag'] });
    expect(later).toMatchObject({ status: 200, data: { limits: { nickname: { nextAt: null } } } });
  });

  it('reports the end of the identity proof of this session', async () => {
    const { browser, account } = await signUp(app);
    const until = app.clock.now() + 10 * minute;
    const { id } = await rowOf(account.id);
    const session = await app.db.q().selectFrom('sessions').select('id').where('account_id', '=', id).executeTakeFirstOrThrow();
    await app.wiring.core.access.sessions.verify(session.id, until);
    expect(await browser.get('/account/metainfo')).toMatchObject({ data: { verifiedUntil: new Date(until).toISOString() } });
  });
});

describe('the account', () => {
  it('hides and shows its QR code', async () => {
    const { browser, account } = await signUp(app);
    const url = 'https://follow.example.com/cedar';
    expect(account.showQrcode).toBe(true);
    expect(await browser.get('/account/qrcodeconfig')).toMatchObject({ code: 200, data: { showQrcode: true, url } });
    expect(await browser.post('/update/showqrcode', { showQrcode: false })).toMatchObject({ code: 200, data: {} });
    expect(await browser.get('/account/qrcodeconfig')).toMatchObject({ data: { showQrcode: false, url } });
    expect(await browser.get('/account/metainfo')).toMatchObject({ data: { showQrcode: false } });
    expect(await browser.post('/update/showqrcode', { showQrcode: 'no' })).toMatchObject({ status: 400, code: 400 });
  });

  it('learns the country of a request from the proxy', async () => {
    const { browser } = await signUp(app);
    expect(await browser.get('/account/location')).toMatchObject({ code: 200, data: { country: '', region: '', city: '' } });
    expect(await browser.get('/account/location', { 'x-country': 'de' })).toMatchObject({ data: { country: 'DE', region: '', city: '' } });
  });

  it('needs a session', async () => {
    for (const path of ['/account/metainfo', '/account/location', '/account/qrcodeconfig']) {
      expect(await app.newBrowser().get(path)).toMatchObject({ status: 401, code: 401 });
    }
    expect(await app.newBrowser().post('/update/showqrcode', { showQrcode: true })).toMatchObject({ status: 401, code: 401 });
  });
});

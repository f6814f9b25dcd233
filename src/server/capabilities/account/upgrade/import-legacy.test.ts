import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOld, importRows, oldAccount, upgrade } from '#server/testing/people/legacy.ts';
import { freshPhone, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

describe('an import', () => {
  it('accepts two thousand rows and gives the reason for each bad one', async () => {
    const server = await buildTestApp();
    try {
      const bad: readonly (readonly [unknown, string])[] = [
        ['{"id": "1", "phone": "13800138000"', 'row: no JSON object'],
        ['[]', 'row: no JSON object'],
        ['', 'row: no JSON object'],
        [{ ...oldAccount().row, id: '' }, 'id: required'],
        [{ ...oldAccount().row, phone: '12800138000' }, 'phone: regex'],
        [{ ...oldAccount().row, email: 'nobody' }, 'email: regex'],
        [{ ...oldAccount().row, username: 'Not A Name' }, 'username: regex'],
        [{ ...oldAccount().row, nickname: '<b>' }, 'nickname: regex'],
        [{ ...oldAccount().row, password: { scheme: 'md5', hash: '' } }, 'password: scheme'],
        [{ id: 'alone' }, 'phone: required'],
        [{ ...oldAccount().row, region: 'US', language: 'fr' }, 'region: choice, language: choice'],
        [{ ...oldAccount().row, phoneVerified: 'yes' }, 'phoneVerified: boolean'],
        [{ ...oldAccount().row, createdAt: 'long ago' }, 'createdAt: date'],
        [{ ...oldAccount().row, admin: true }, 'admin: unknown'],
        [
          { ...oldAccount().row, profile: { birthday: '1700-01-01', year: 'x', gender: 7 } },
          'profile.birthday: min, profile.year: regex, profile.gender: choice',
        ],
        [{ ...oldAccount().row, profile: { company: 'x'.repeat(101), shoe: 44 } }, 'profile.company: max, profile.shoe: unknown'],
      ];
      const rows: unknown[] = Array.from({ length: 2000 - bad.length }, () => oldAccount().row);
      for (const [index, [row]] of bad.entries()) rows.splice(index * 120, 0, row);
      const report = await importRows(server, rows);
      expect(report).toMatchObject({ lines: 2000, imported: 2000 - bad.length, updated: 0, unchanged: 0, refused: bad.length });
      expect(report.refusals).toEqual(bad.map(([, reason], index) => ({ line: index * 120 + 1, reason })));
      expect(await importRows(server, rows)).toMatchObject({ imported: 0, updated: 0, unchanged: 2000 - bad.length, refused: bad.length });
    } finally {
      await server.close();
    }
  });

  it('keeps no readable contact, name or hash', async () => {
    const old = await importOld(app);
    const stored = JSON.stringify(await app.db.q().selectFrom('legacy_accounts').selectAll().execute());
    for (const secret of [old.id, old.phone, old.email, old.username, 'Li Lei', 'E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW']) {
      expect(stored).not.toContain(secret);
    }
    expect(JSON.stringify(app.logLines)).not.toContain(old.phone);
  });

  it('replaces a changed row, refuses a second one of the same id, and leaves upgraded ones alone', async () => {
    const old = await importOld(app);
    const phone = freshPhone();
    expect(
      await importRows(app, [
        { ...old.row, phone },
        { ...old.row, phone: freshPhone() },
      ]),
    ).toMatchObject({
      updated: 1,
      refusals: [{ line: 2, reason: 'id: exists' }],
    });
    expect(await upgrade(app, app.newBrowser(), { ...old, phone })).toMatchObject({ code: 200 });
    expect(await importRows(app, [old.row])).toMatchObject({ imported: 0, updated: 0, unchanged: 1 });
    expect(await app.newBrowser().post('/check/phone', { phone: old.phone })).toMatchObject({ code: 200, data: false });
  });

  it('offers the upgrade to accounts with the same phone', async () => {
    const { browser, contact } = await signUp(app);
    const before = await browser.get('/account/metainfo');
    expect(before).toMatchObject({ data: { legacy: false } });
    await importOld(app, { phone: contact });
    const after = await browser.get('/account/metainfo', { 'if-none-match': before.headers['etag'] });
    expect(after).toMatchObject({ status: 200, data: { legacy: true } });
  });
});

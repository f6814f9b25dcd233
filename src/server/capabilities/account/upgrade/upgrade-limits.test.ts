// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode } from '#contract/fixtures/codes.ts';
import { day, hour } from '#server/platform/clock.ts';
import { bind, importOld, proveContact } from '#server/testing/people/legacy.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { visitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1 } });
});

afterAll(async () => {
  await app.close();
});

describe('the limits of an upgrade', () => {
  it('allow one browser five searches an hour, and one client IP fifteen', { timeout: 60_000 }, async () => {
    const browser = app.newBrowser();
    for (let n = 0; n < 5; n += 1) await proveContact(app, browser, freshEmail());
    const email = freshEmail();
    const code = await visitorCode(app, browser, { contact: email, scene: 'upgrade' });
    const wrong = await browser.post('/register/search', { email, code: otherCode(code) });
    expect(wrong).toMatchObject({ code: 1004 });
    const refused = await browser.post('/register/search', { email, code });
    expect(refused).toMatchObject({ code: 3004, data: { retryAfter: expect.any(Number) } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let n = 0; n < 2; n += 1) {
      const other = app.newBrowser({ clientIp: browser.clientIp });
      for (let m = 0; m < 5; m += 1) await proveContact(app, other, freshEmail());
    }
    await expect(proveContact(app, app.newBrowser({ clientIp: browser.clientIp }), freshEmail())).rejects.toThrow('3004');
    await proveContact(app, app.newBrowser(), freshEmail());
    app.clock.advance(2 * hour);
    await proveContact(app, browser, freshEmail());
  });

  it('allow one account ten changes a day in any browser, without counting previews', { timeout: 60_000 }, async () => {
    const { browser } = await signUp(app);
    const release = async (n: number) => {
      const { email } = await importOld(app);
      // Searches have their limit by the hour.
      if (n % 4 === 0) app.clock.advance(2 * hour);
      const { ticket, legacy } = await proveContact(app, browser, email);
      const body = { legacyId: legacy[0]?.legacyId, tickets: [ticket] };
      for (let m = 0; m < 2; m += 1) expect(await bind(browser, { step: 'preview', ...body })).toMatchObject({ code: 200 });
      return bind(browser, { step: 'release', ...body });
    };
    for (let n = 0; n < 10; n += 1) expect(await release(n)).toMatchObject({ code: 200 });
    expect(await release(10)).toMatchObject({ code: 3004, data: { retryAfter: expect.any(Number) } });
    app.clock.advance(2 * day);
    expect(await release(11)).toMatchObject({ code: 200 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf } from '#server/testing/people/proving.ts';
import { protectedOwner, type Owner } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { provePassword, proveTwo, switchTwoStepOn } from '#server/testing/people/two-step.ts';

let app: TestApp;
let strict: TestApp;

beforeAll(async () => {
  const twoStep = { sms: false, trustDays: 2, claimHours: { shared: 30, single: 100 } };
  app = await buildTestApp({ config: { rateFactor: 1000, twoStep } });
  strict = await buildTestApp({ config: { rateFactor: 1000, twoStep: { ...twoStep, trustDays: 0 } } });
});

afterAll(async () => {
  await app.close();
  await strict.close();
});

async function show(owner: Owner, method: 'phone' | 'email'): Promise<void> {
  app.clock.advance(2 * minute);
  const code = await accountCode(app, owner.browser, { contact: owner[method] });
  expect(await owner.browser.post('/account/auth', { method, code, action: 'unbindEmail' })).toMatchObject({ code: 200 });
}

/** Whether a browser that was to be trusted signs in by only the password, so much later. */
async function skipsStep(on: TestApp, laterMs: number): Promise<boolean> {
  const person = await signUp(on);
  const { authenticator } = await switchTwoStepOn(on, person);
  const browser = on.newBrowser();
  const login = () => browser.post<{ ticket: string }>('/login/password', { account: person.contact, password: person.password });
  const { ticket } = (await login()).data;
  const second = { ticket, method: 'totp', code: authenticator.next(), trust: true };
  expect(await browser.post('/login/second', second)).toMatchObject({ code: 200 });
  await browser.post('/logout', {});
  on.clock.advance(laterMs);
  return (await login()).code === 200;
}

describe('an installation', () => {
  it('says how long claims wait: with one way, and with two on one device', async () => {
    const owner = await protectedOwner(app);
    await show(owner, 'phone');
    expect(await owner.browser.post('/update/email', { email: '' })).toMatchObject({ code: 3001, data: { slow: true, hours: 100 } });
    await show(owner, 'email');
    const opened = await owner.browser.post<{ dueAt: string }>('/claim/wait', { action: 'unbindEmail' });
    expect(Date.parse(opened.data.dueAt)).toBe(app.clock.now() + 30 * hour);
  });

  it('says how long a browser is trusted, and whether at all', async () => {
    expect(await skipsStep(app, 2 * day - hour)).toBe(true);
    expect(await skipsStep(app, 2 * day)).toBe(false);
    expect(await skipsStep(strict, hour)).toBe(false);
  });

  it('lets no text message become a second step, and leaves those that are one', async () => {
    const person = await signUp(app);
    const { authenticator } = await switchTwoStepOn(app, person);
    await proveTwo({ ...person, authenticator });
    expect(await person.browser.post('/two-step/update', { sms: true })).toMatchObject({ code: 400 });
    await setTwoStep(app.db, await accountIdOf(app, person.contact), { methods: ['phone'] });
    expect(await person.browser.post('/two-step/update', { sms: true })).toMatchObject({ code: 200 });
    const other = await signUp(app);
    await provePassword(other, 'enableTwoStep');
    expect(await other.browser.post('/two-step/enable', { codes: 'saved', sms: true })).toMatchObject({ code: 400 });
  });

  it('may be left out: no account gets it, and those that have it keep it', async () => {
    const without = await buildTestApp({ config: { offersTwoStep: false } });
    try {
      const person = await signUp(without);
      await provePassword(person, 'enableTwoStep');
      expect(await person.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject({ code: 400 });
      await setTwoStep(without.db, await accountIdOf(without, person.contact), { since: without.clock.now(), methods: ['phone'] });
      expect(await person.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject({ code: 200 });
      expect(await without.newBrowser().get('/config.json')).toMatchObject({ data: { features: { twoStep: false } } });
    } finally {
      await without.close();
    }
  });

  it('tells its pages', async () => {
    const { data } = await app.newBrowser().get<AppConfig>('/config.json');
    expect(data).toMatchObject({ features: { twoStepSms: false }, limits: { trustDays: 2, claimHoursShared: 30 } });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileWritesFail } from '#server/testing/costs/failing-writes.ts';
import { freshPhone } from '#server/testing/server/http-client.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

let app: TestApp;
/** Only on PostgreSQL. */
let second: SecondInstance | undefined;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
  if (app.config.databaseUrl !== undefined) second = await startSecondInstance(app);
});

afterAll(async () => {
  await second?.close();
  await app.close();
});

const elsewhere = () => (second ?? app).newBrowser();
const spent = { code: 3008 };

async function send(browser: TestBrowser, validate: string) {
  await browser.prepare();
  return browser.post('/captcha/sms/send/register', { phone: freshPhone(), validate });
}

describe('the proof of a captcha', () => {
  it('admits one of sixteen calls at two instances, and none later', async () => {
    const validate = await app.newBrowser().solveCaptcha('register');
    const browsers = Array.from({ length: 16 }, (_each, n) => (n % 2 === 0 ? app.newBrowser() : elsewhere()));
    const answers = await Promise.all(browsers.map((browser) => send(browser, validate)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === spent.code)).toHaveLength(15);
    for (const browser of [app.newBrowser(), elsewhere()]) expect(await send(browser, validate)).toMatchObject(spent);
  });

  it('is spent although the call fails', async () => {
    const browser = app.newBrowser();
    const validate = await browser.solveCaptcha('login');
    const wrong = { account: freshPhone(), password: 'wrong-7-Harbour', validate };
    for (let tries = 0; tries < 10; tries += 1) await browser.post('/login/password', { account: wrong.account, password: wrong.password });
    expect(await browser.post('/login/password', wrong)).toMatchObject({ code: 3007 });
    expect(await elsewhere().post('/login/password', wrong)).toMatchObject(spent);
  });

  it('admits nobody while the database cannot note it, and one call afterwards', async () => {
    const validate = await app.newBrowser().solveCaptcha('register');
    await whileWritesFail(app, {
      table: 'claims',
      work: async () => {
        for (const browser of [app.newBrowser(), elsewhere()]) expect(await send(browser, validate)).toMatchObject({ status: 500 });
      },
    });
    expect(await send(elsewhere(), validate)).toMatchObject({ code: 200 });
    expect(await send(app.newBrowser(), validate)).toMatchObject(spent);
  });
});

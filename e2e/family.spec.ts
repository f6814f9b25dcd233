import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { onEven } from './support/projects.ts';
import { scan } from './support/scan.ts';

/** A server with an age gate, beside the one of all other tests, which asks nobody. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startServerProcess({ env: { AGE_GATE: 'CN=14 DE=16', RATE_FACTOR: '10' } });
});

test.afterAll(async () => {
  await server.stop();
});

async function born(page: Page, year: string): Promise<void> {
  for (const [index, value] of [year, '05', '06'].entries()) await page.getByRole('combobox').nth(index).selectOption(value);
}

/** Registers a person over HTTP, who was asked for the birthday, and gives the session to a context. */
async function registered(year: number, context: BrowserContext) {
  const client = connectHttp(server.origin);
  expectOk(await client.post('/register/age', { birthday: `${year}-05-06`, region: 'CN' }));
  const account = await client.register();
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.origin })));
  return { ...account, client };
}

/** A guardian's account is older than seven days. */
function ageAllAccounts(): void {
  const database = new DatabaseSync(join(server.dataDir, 'cedar.db'), { timeout: 5000 });
  database.exec('UPDATE accounts SET created_at = created_at - 864000000');
  database.close();
}

const contextOf = (browser: Browser, locale = 'zh-CN') =>
  browser.newContext({ locale, baseURL: server.origin, viewport: { width: 390, height: 844 } });

test('a child asks, and a guardian agrees by the link and another one by the code', onEven, async ({ browser, t }) => {
  test.slow();
  // The question comes first, the same for everybody; no console error comes with it.
  const visitor = await (await contextOf(browser)).newPage();
  const errors: string[] = [];
  visitor.on('pageerror', (error) => errors.push(String(error)));
  visitor.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await visitor.goto('/register');
  await hydrated(visitor);
  await expect(visitor.getByText(t('ag.why'))).toBeVisible();
  await expectAccessible(visitor);
  await born(visitor, '2016');
  await visitor.getByRole('button', { name: t('ag.childGo') }).click();
  await expect(visitor.getByText(t('ag.child'))).toBeVisible();
  expect(errors).toEqual([]);

  const childContext = await contextOf(browser);
  await registered(2016, childContext);
  const [mother, father] = [await contextOf(browser), await contextOf(browser)];
  const guardians = [await registered(1985, mother), await registered(1983, father)];
  ageAllAccounts();

  const page = await childContext.newPage();
  await page.goto('/pc-application');
  await expect(page).toHaveURL(/\/(pc|mobile)-family$/);
  await hydrated(page);
  const prove = async (at: Page, index: number) => {
    const dialog = at.getByRole('dialog', { name: t('vf.h') });
    await confirmBy(dialog, t, 'vf.byPassword');
    await dialog.locator('input[type=password]').fill(guardians[index]?.password ?? '');
    await at.keyboard.press('Enter');
  };
  for (const [index, context] of [mother, father].entries()) {
    // The child asks the first guardian, and that one the second.
    const asking = index === 0 ? page : await mother.newPage();
    if (index === 1) {
      await asking.goto('/family');
      await asking.getByRole('main').getByRole('listitem').getByRole('button').click();
      await asking.getByRole('button', { name: t('gd.another') }).click();
    }
    await asking.getByRole('button', { name: t('gd.make') }).click();
    if (index === 1) await prove(asking, 0);
    await expect(asking.getByRole('img', { name: t('gd.qr') })).toBeVisible();
    await expectAccessible(asking);
    const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(await asking.getByText(/[0-9A-Z]{4}-[0-9A-Z]{4}/).innerText())?.[0] ?? '';
    const open = await context.newPage();
    if (index === 0) await open.goto(await scan(asking.getByRole('img', { name: t('gd.qr') })));
    else {
      await open.goto('/family');
      await open.getByLabel(t('gd.hasCode')).fill(code.toLowerCase());
      await open.getByRole('button', { name: t('gd.open') }).click();
    }
    await expect(open.getByRole('link', { name: t('title.childAgreement') })).toBeVisible();
    await expectAccessible(open);
    await open.getByLabel(t('gd.parent')).check();
    await open.getByRole('button', { name: t('gd.agree'), exact: true }).click();
    await prove(open, index);
    await expect(open.getByRole('link', { name: t('gd.family') })).toBeVisible();
    await page.reload();
    await hydrated(page);
  }
  // Free: other pages open.
  await page.goto('/mobile-application');
  await hydrated(page);
  await expect(page).toHaveURL(/\/mobile-application$/);
});

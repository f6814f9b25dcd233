import type { Browser } from '@playwright/test';
import { connectHttp, expectOk, freshEmail } from '#server/testing/server/http-client.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { expect, test } from './support/fixtures.ts';
import { actingLinkOf, linkOf } from './support/outbox.ts';
import { onEven } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';

/** Calls that only read what a link leads to. With an empty password the last one says whether the link is alive. */
const readings = ['/api/notice/read', '/api/account/ticket', '/api/delete/ticket', '/api/password/reset/reset_password/email'];

/** Opens a link as a mail scanner with scripts does: from nowhere, for half a minute of the page's own time. Returns what it sent. */
async function scan(browser: Browser, link: string): Promise<readonly string[]> {
  const context = await browser.newContext({ baseURL: serverOrigin() });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !pathname.startsWith('/api/')) return;
    const opensPage = pathname === '/api/account/unregister' && request.postData()?.includes('"action":"open"');
    if (!readings.includes(pathname) && opensPage !== true) sent.push(pathname);
  });
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await page.clock.runFor(30_000);
  await page.waitForLoadState('networkidle');
  // Some read the page, and its links.
  await page.evaluate(() => document.body.innerText + [...document.links].map(({ href }) => href).join(''));
  await context.close();
  return sent;
}

test(
  'a scanner that opens each kind of link with scripts for half a minute spends none',
  onEven,
  async ({ page, browser, t, freshAccount, database }) => {
    test.slow();
    const account = await freshAccount({ email: true });
    database.ageAccount(account);
    const client = connectHttp(serverOrigin());
    expectOk(await client.signIn(account));
    const notice = await actingLinkOf(page, account.email);
    expectOk(await sendVisitorCode(connectHttp(serverOrigin()), { contact: account.email, scene: 'reset' }));
    const reset = await linkOf('register/support', page, account.email);
    const email = freshEmail();
    expectOk(await client.post('/account/auth', { method: 'password', password: account.password, action: 'changeEmail', target: email }));
    expectOk(await client.post('/captcha/account/email/send/login', { scene: 'bind', email }));
    const activation = await linkOf('activate-email', page, email);

    const leaving = await freshAccount({ email: true });
    const other = connectHttp(serverOrigin());
    expectOk(await other.signIn(leaving));
    const { ticket } = expectOk(await other.post<{ ticket: string }>('/delete/password', { password: leaving.password }));
    expectOk(await other.post('/delete', { ticket, channel: 'none', reason: 'other' }));
    const withdrawal = await linkOf('apply-cancellation', page, leaving.email);

    for (const link of [notice, reset, activation, withdrawal]) expect(await scan(browser, link), link).toEqual([]);

    // Each still does what it is for.
    await page.goto(withdrawal);
    await expect(page.getByRole('heading', { level: 1, name: t('wd.h') })).toBeVisible();
    await page.goto(notice);
    await expect(page.getByRole('button', { name: t('wy.btn') })).toBeVisible();
    const post = (path: string, link: string, body: object = {}) =>
      connectHttp(serverOrigin()).post(path, { token: new URL(link, serverOrigin()).searchParams.get('token'), ...body });
    // Alive: it names its contact. A new email or a new password ends the other link.
    const asked = await post('/password/reset/reset_password/email', reset, { newPassword: '' });
    expect(asked.data).toEqual({ contact: expect.any(String) });
    expectOk(await post('/update/activate', activation));
  },
);

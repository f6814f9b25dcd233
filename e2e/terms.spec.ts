import { execFile } from 'node:child_process';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import { digestOf } from '#server/core/account/agreements/document.ts';
import { readZip } from '#server/platform/zip/read-zip.ts';
import { cookieNames } from '#server/platform/http/sessions/cookies.ts';
import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { inBothLayouts, onOdd } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';

/** A separate server: its terms change, and its time passes. */
let server: ServerProcess;
let dataDir: string;

const start = () => startServerProcess({ dataDir, env: { RATE_FACTOR: '10' } });

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-terms-'));
  server = await start();
});

test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Device = Pick<BrowserContextOptions, 'locale' | 'viewport' | 'isMobile' | 'hasTouch'>;

const contextOf = (browser: Browser, device: Device = { locale: 'zh-CN' }) => browser.newContext({ ...device, baseURL: server.origin });

function change(work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'cedar.db'), { timeout: 5000 });
  work(database);
  database.close();
}

const day = 86_400_000;
const version = '2031-01-01';

/** Publishes both agreements again, as of a month ago: they are in force, and may be put off for a day. */
function publish(): void {
  change((database) => {
    const [before, from, until] = [Date.now() - 31 * day, Date.now() - day, Date.now() + day];
    database.exec('BEGIN IMMEDIATE');
    database.prepare(`INSERT INTO publications VALUES (2, 'operator', ?, ?, ?)`).run(before, from, until);
    const insert = database.prepare(`INSERT INTO documents VALUES (?, ?, ?, ?, 2, ?, ?, ?)`);
    const changes = JSON.stringify([{ kind: 'new', text: '我们说明了数据的去向。' }]);
    for (const { type, region, language, body } of database.prepare('SELECT * FROM documents WHERE publication = 1').all()) {
      const newer = String(body).replace('"paragraphs":["', '"paragraphs":["2031: ');
      insert.run(type ?? '', version, region ?? '', language ?? '', newer, digestOf(newer), changes);
    }
    database.exec('COMMIT');
  });
}

/** Lets the last day of the new terms pass; the server reads what was published at its start. */
async function endDays(): Promise<void> {
  await server.stop();
  change((database) => {
    database.exec('DROP TRIGGER publications_are_fixed');
    database.prepare('UPDATE publications SET later_until = ? WHERE number = 2').run(Date.now() - 1000);
  });
  server = await start();
}

/** Erases accounts as another server whose clock is ahead, in its own process: Playwright would translate the whole server. */
async function eraseIn(days: number): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'warn', DATA_DIR: dataDir, PUBLIC_URL: server.origin };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'support/erase-ahead.ts'), String(days)], { env });
}

test(
  'changed terms are put off at a sign-in, and after their date accepted, or left in one of three ways',
  inBothLayouts,
  async ({ browser, t, locale, viewport, isMobile, hasTouch }) => {
    test.slow();
    const device = { ...(locale !== undefined && { locale }), viewport, isMobile, hasTouch };
    const [home, path] = isMobile ? ['/mobile-account-home', '/mobile-application'] : ['/pc-account-home', '/pc-security'];
    const client = connectHttp(server.origin);
    // The account has the language of the page where it was made.
    if (locale !== undefined) client.cookies.set('lang', locale.replace('-', '_'));
    const account = await client.register();
    const context = await contextOf(browser, device);
    const page = await context.newPage();
    const form = signInPage(page, t);
    await form.open();
    await form.signIn(account.phone, account.password);
    await expect(page).toHaveURL(`${server.origin}${home}`);
    publish();
    await expect
      .poll(async () => expectOk(await client.get<{ terms: string }>('/account/metainfo')).terms, { timeout: 20_000 })
      .toBe('ask');
    // A person who is here is asked at the next page, and one who is not at the next sign-in.
    await page.goto(path);
    await expect(page).toHaveURL(`${server.origin}/terms?redirect=${encodeURIComponent(path)}`);
    await context.clearCookies();
    await form.open();
    await form.signIn(account.phone, account.password);
    await expect(page.getByRole('heading', { level: 1, name: t('tm.h') })).toBeVisible();
    await expect(page.getByRole('link', { name: t('tm.compare') })).toHaveCount(2);
    await expectAccessible(page);
    const later = page.getByRole('button', { name: t('tm.later') });
    await tabTo(page, later);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.origin}${home}`);
    const cookies = await context.cookies();

    await endDays();
    const held = await contextOf(browser, device);
    await held.addCookies(cookies.map(({ name, value }) => ({ name, value, url: server.origin })));
    const gate = await held.newPage();
    await gate.goto(path);
    await expect(gate).toHaveURL(/\/terms\?redirect=/);
    await hydrated(gate);
    await expect(gate.getByText(t('tm.due'))).toBeVisible();
    await expect(gate.getByRole('button', { name: t('tm.later') })).toHaveCount(0);
    await expectAccessible(gate);
    const main = gate.getByRole('main');
    const ways = [
      main.getByRole('link', { name: t('tm.download') }),
      main.getByRole('link', { name: t('tm.delete') }),
      main.getByRole('button', { name: t('head.logout') }),
    ];
    const accept = main.getByRole('button', { name: t('tm.accept'), exact: true });
    const boxes = await Promise.all([accept, ...ways].map((way) => way.boundingBox()));
    expect(new Set(boxes.map((box) => `${box?.width} × ${box?.height}`)).size).toBe(1);
    // Open although the account is held: two of the ways out are pages.
    for (const [way, shown] of [
      [t('tm.download'), gate.getByRole('button', { name: t('ex.getBtn') })],
      [t('tm.delete'), gate.getByText(t('dl.h'))],
    ] as const) {
      await main.getByRole('link', { name: way }).click();
      await expect(shown).toBeVisible();
      await gate.goBack();
      await expect(accept).toBeVisible();
    }
    await tabTo(gate, accept);
    await gate.keyboard.press('Enter');
    await expect(gate).toHaveURL(`${server.origin}${path}`);
  },
);

test('the receipt of a deletion opens without an account, and anybody can check it', onOdd, async ({ browser, t }) => {
  test.slow();
  const client = connectHttp(server.origin);
  const { password } = await client.register();
  const { ticket } = expectOk(await client.post<{ ticket: string }>('/delete/password', { password }));
  const body = { ticket, channel: 'none', reason: 'other' };
  const { hash } = new URL(expectOk(await client.post<{ receiptUrl: string }>('/delete', body)).receiptUrl);
  const waiting = await (await contextOf(browser)).newPage();
  await waiting.goto(`/receipt${hash}`);
  await expect(waiting.getByText(t('er.pending'))).toBeVisible();
  await expectAccessible(waiting);

  await eraseIn(16);
  const context = await contextOf(browser);
  const page = await context.newPage();
  await page.goto(`/receipt${hash}`);
  await expect(page.getByRole('region', { name: t('er.erased') })).toBeVisible();
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: cookieNames(false).session }));
  const saved = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: t('er.save') }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByText(t('er.check')));
  await page.keyboard.press('Enter');
  await expect(page.getByText('openssl dgst')).toBeVisible();
  await expectAccessible(page);
  const files = readZip(await readFile(await (await saved).path()), 1_000_000);
  const [document, signature, key] = [receiptFiles.receipt, receiptFiles.signature, receiptFiles.key].map(
    (name) => files.get(name) ?? Buffer.alloc(0),
  );
  if (document === undefined || signature === undefined || key === undefined) throw new Error('a file is missing');
  expect(verify('sha256', document, createPublicKey(key), signature)).toBe(true);
  await page.goto(`/receipt${hash.slice(0, -1)}${hash.endsWith('A') ? 'B' : 'A'}`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: t('er.unknown') })).toBeVisible();
});

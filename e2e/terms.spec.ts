import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { builtInDocuments } from '#server/core/agreements/built-in.ts';
import { bodyOf, digestOf } from '#server/core/agreements/document.ts';
import { day } from '#server/platform/clock.ts';
import { connectHttp } from '#server/testing/http-client.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server-process.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { inBothLayouts } from './support/projects.ts';

/** A server with changed agreements, beside the one of all other tests, which asks nobody. */
let server: ServerProcess;
let folder: string;
let person: Awaited<ReturnType<ReturnType<typeof connectHttp>['register']>>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cedar-id-terms-'));
  const before = await startServerProcess({ dataDir: folder });
  person = await connectHttp(before.origin).register();
  await before.stop();
  publishChanged();
  server = await startServerProcess({ dataDir: folder });
});

test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** In force for ten days; the answer may be put off for twenty more. */
function publishChanged(): void {
  using database = new DatabaseSync(join(folder, 'cedar.db'));
  const now = Date.now();
  database
    .prepare(`insert into publications (number, origin, published_at, effective_at, later_until) values (2, 'operator', ?, ?, ?)`)
    .run(now - 40 * day, now - 10 * day, now + 20 * day);
  const add = database.prepare(
    `insert into documents (type, version, region, language, publication, body, digest, changes) values (?, 'changed', ?, ?, 2, ?, ?, ?)`,
  );
  for (const { type, region, language } of builtInDocuments()) {
    const body = bodyOf({ title: type, sections: [{ heading: '1', paragraphs: [`${type} ${region} ${language}`] }] });
    add.run(type, region, language, body, digestOf(body), JSON.stringify([{ kind: 'changed', text: 'Now shorter' }]));
  }
}

test('changed terms are compared, put off and accepted by the keyboard alone', inBothLayouts, async ({ browser, t }, { project }) => {
  const client = connectHttp(server.origin);
  await client.signIn(person);
  const context = await browser.newContext({ ...project.use, baseURL: server.origin });
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: server.origin })));
  const page = await context.newPage();
  await page.goto('/avatar');
  await expect(page).toHaveURL(/\/terms\?/);
  await hydrated(page);
  await expectAccessible(page);

  const text = await context.newPage();
  await text.goto(
    (await page
      .getByRole('link', { name: t('tm.compare') })
      .first()
      .getAttribute('href')) ?? '',
  );
  await expect(text.locator('ins').first()).toBeVisible();
  await expectAccessible(text);
  await text.close();

  await tabTo(page, page.getByRole('button', { name: t('tm.later') }));
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/terms/);
  await page.goto('/terms');
  await expect(page).not.toHaveURL(/\/terms/);
  await context.close();
});

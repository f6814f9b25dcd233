import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { DataMap } from '#contract/vocabulary/kept-data.ts';
import { readZip } from '#server/platform/zip/read-zip.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf } from './support/outbox.ts';
import { languageOf, type Translate } from './support/texts.ts';

/** Proves the identity by the phone, with only the keyboard. Two codes of one scene differ. */
async function prove(page: Page, t: Translate, { phone }: FreshAccount, before?: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: t('vf.h') });
  await expect(dialog).toBeVisible();
  const slots = dialog.getByRole('textbox', { name: t('f.code') });
  const other = dialog.getByRole('button', { name: t('vf.other') });
  await expect(slots.or(other).first()).toBeVisible();
  // The second time it opens with the way that was used last.
  if (!(await slots.isVisible())) {
    await tabTo(page, other);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button').filter({ hasText: phone.slice(-4) }));
    await page.keyboard.press('Enter');
  }
  await expect(slots).toBeFocused();
  const code = await codeOf('verify', page, phone, before);
  await page.keyboard.type(code);
  await expect(dialog).toBeHidden();
  return code;
}

test('a copy is asked for, downloaded and removed, and a request is sent, with only the keyboard', async ({ page, lang, t, signedIn }) => {
  test.slow();
  const account = await signedIn();
  await page.goto('/pc-data');
  await hydrated(page);
  await page.getByRole('button', { name: t('ex.getBtn') }).focus();
  await page.keyboard.press('Enter');
  const first = await prove(page, t, account);
  const save = page.getByRole('button', { name: t('ex.download'), exact: true });
  // The page asks every five seconds.
  await expect(save).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await save.focus();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  // The proof of the request counts for nothing else.
  await prove(page, t, account, first);
  const files = readZip(await readFile(await (await saved).path()), 1_000_000);
  expect([...files.keys()]).toEqual(expect.arrayContaining(['index.html', 'manifest.json', 'manifest.sig', 'data/account.json']));
  expect(String(files.get('data/account.json'))).toContain(account.phone);

  // The focus is back where it was.
  await expect(save).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: t('ex.remove') })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await tabTo(page, question.getByRole('button', { name: t('ex.remove') }));
  // A danger button takes no key in its first half second.
  await expect(async () => {
    if (await question.isVisible()) await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: t('ex.getBtn') })).toBeVisible({ timeout: 1000 });
  }).toPass();

  // Everything that is kept, by the same file that everybody can read.
  await page.getByRole('link', { name: t('dt.full') }).click();
  const map = (await (await page.request.get('/data-map.json')).json()) as DataMap;
  for (const { topic, keeps } of map.topics) {
    const card = page.getByRole('region', { name: t(`dt.t.${topic}`), exact: true });
    await expect(card.getByRole('term')).toHaveText(keeps.map(({ says }) => says[languageOf(lang)]));
  }
  await expectAccessible(page);

  await page.goto('/pc-data-requests');
  await hydrated(page);
  await page.getByRole('button', { name: t('rq.new') }).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel(t('rq.text')));
  await page.keyboard.type('1994');
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: t('rq.send') }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pc-data-requests\/[\w-]+$/);
  await expect(page.getByText('1994')).toBeVisible();
  await expectAccessible(page);
});

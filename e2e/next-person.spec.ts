import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { importLegacy, legacyPassword } from './support/legacy.ts';
import { codeOf } from './support/outbox.ts';
import { lendSession, newPerson, plantWords, watchFor, type Person } from './support/persons.ts';
import { onPhone, onPhoneEven } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';
import {
  answerMetainfo,
  comeBack,
  endingsOfTurn,
  homeOf,
  lookAround,
  profileOf,
  signIn,
  type Stage,
  stopTime,
} from './support/session-endings.ts';

/** The session of Anna's profile page ends, and Ben signs in with another tab. */
async function signInBesides(
  { page, t, context, isMobile, database }: Stage,
  { anna, ben }: { readonly anna: Person; readonly ben: Person },
): Promise<{ readonly other: Page; readonly watch: Awaited<ReturnType<typeof watchFor>> }> {
  await lendSession(context, anna);
  await page.goto(profileOf(isMobile));
  await expect(page.getByRole('main')).toContainText(anna.company);
  await plantWords(page, anna);
  database.endSessions(anna);
  const other = await context.newPage();
  const watch = await watchFor(anna, other);
  await signInPage(other, t).open();
  await signInPage(other, t).signIn(ben.phone, ben.password);
  await expect(other.getByRole('main')).toContainText(ben.nickname);
  return { other, watch };
}

// Each in one layout, in turns.
for (const [index, [how, end]] of endingsOfTurn(0).entries()) {
  test.describe(`after ${how}`, () => {
    test(
      'the next person in the tab sees no data of the previous one',
      index % 2 === 0 ? {} : onPhone,
      async ({ page, context, t, lang, isMobile, database }) => {
        test.slow();
        const stage = { page, context, t, isMobile, database };
        const [anna, ben] = await Promise.all([newPerson('anna', { lang, database }), newPerson('ben', { lang, database })]);
        await page.goto('/login');
        await signIn(stage, anna);
        await lookAround(stage, anna);
        await plantWords(page, anna);

        await end(stage, anna);
        const watch = await watchFor(anna, page);
        await watch.sawNothing(page);
        await signIn(stage, ben);
        await lookAround(stage, ben);
        // Input typed for the sign-in is not kept longer.
        expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(ben.phone);
        // Nor after Back.
        await page.goBack();
        await hydrated(page);
        await watch.sawNothing(page);
      },
    );
  });
}

test(
  'a pending redirect does not come once the person has gone elsewhere',
  onPhone,
  async ({ page, context, t, lang, isMobile, database }) => {
    const anna = await newPerson('anna', { lang, database });
    await lendSession(context, anna);
    await page.goto(homeOf(isMobile));
    await expect(page.getByRole('main')).toContainText(anna.nickname);
    await stopTime(page);
    await answerMetainfo(page, 1022, t('toast.1022'));
    await comeBack(page);
    await expect(toast(page, t('toast.1022'))).toBeVisible();
    await page.unroute('**/api/account/metainfo*');
    await page
      .locator(`a[href="${isMobile ? '/mobile-account-info' : profileOf(isMobile)}"]`)
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByRole('main')).toContainText(isMobile ? anna.nickname : anna.company);
    await page.clock.fastForward(6000);
    await expect(page).toHaveURL(isMobile ? /\/mobile-account-info$/ : /\/privacy-information$/);
  },
);

test(
  'a session that an upgrade begins shows no data of the previous person, and the upgrade leaves none',
  onPhoneEven,
  async ({ page, context, t, lang, isMobile, database }) => {
    test.slow();
    const [anna, old] = await Promise.all([newPerson('anna', { lang, database }), importLegacy()]);
    await lendSession(context, anna);
    await page.goto(homeOf(isMobile));
    await expect(page.getByRole('main')).toContainText(anna.nickname);
    await plantWords(page, anna);
    database.endSessions(anna);
    await comeBack(page);
    await expect(page).toHaveURL(/\/login\?/);
    const watch = await watchFor(anna, page);

    await hydrated(page);
    await signInPage(page, t).signIn(old.username, legacyPassword);
    // The page of the sign-in, which has a field of the same name, stays until this one has loaded.
    await expect(page.getByRole('heading', { name: t('home.upgrade.h') })).toBeVisible();
    await page.getByRole('combobox', { name: t('f.account') }).fill(old.phone);
    await page.getByRole('button', { name: t('f.getCode') }).click();
    const code = page.getByRole('textbox', { name: t('f.code') });
    await expect(code).toBeFocused();
    await code.fill(await codeOf('upgrade', page, old.phone));
    await page
      .getByRole('main')
      .getByRole('button', { name: t('btn.continue') })
      .click();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('home.upgrade.btn') })
      .click();
    await page.getByRole('button', { name: t('agree.dlg.btn') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.resUpgrade'));
    expect(await page.evaluate(() => sessionStorage.getItem('upgrade.visit'))).toBeNull();
    await page.goto('/');
    await expect(page.getByRole('main')).toContainText(old.nickname);
    await watch.sawNothing(page);
  },
);

test.describe('a page in the browser’s back/forward cache', () => {
  // The headless browser has no such cache, so the page gets the same events: none while it is away, then its return.
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true));
  });
  /** The page's remaining text at the moment of its return. */
  const bringBack = (page: Page) =>
    page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      return document.body.textContent;
    });

  test('is empty for another person, then shows their own data', async ({ page, context, t, lang, isMobile, database }) => {
    test.slow();
    const [anna, ben] = await Promise.all([newPerson('anna', { lang, database }), newPerson('ben', { lang, database })]);
    const { watch } = await signInBesides({ page, t, context, isMobile, database }, { anna, ben });

    expect(await bringBack(page)).toBe('');
    await expect(page.getByRole('main')).toContainText(ben.company);
    await watch.sawNothing(page);
  });

  test('is unchanged if the person is the same', onPhone, async ({ page, context, lang, isMobile, database }) => {
    const anna = await newPerson('anna', { lang, database });
    await lendSession(context, anna);
    await page.goto(profileOf(isMobile));
    await expect(page.getByRole('main')).toContainText(anna.company);
    expect(await bringBack(page)).toContain(anna.company);
  });
});

test.describe('a page in another tab', () => {
  test('becomes the page of the person who signs in', onPhone, async ({ page, context, t, lang, isMobile, database }) => {
    test.slow();
    const [anna, ben] = await Promise.all([newPerson('anna', { lang, database }), newPerson('ben', { lang, database })]);
    const { other, watch } = await signInBesides({ page, t, context, isMobile, database }, { anna, ben });
    await expect(page.getByRole('main')).toContainText(ben.company);
    await watch.sawNothing(page);
    await watch.sawNothing(other);
  });

  test('keeps the input when the same person signs in again', async ({ page, context, t, lang, isMobile, database }) => {
    test.slow();
    const anna = await newPerson('anna', { lang, database });
    await lendSession(context, anna);
    await page.goto(isMobile ? '/mobile-modify-privacy/company' : profileOf(isMobile));
    await hydrated(page);
    if (!isMobile) await page.getByRole('button', { name: t('pf.editOf', { name: t('pf.g.work') }) }).click();
    const field = page.getByRole('textbox', { name: t('pf.company'), exact: true });
    await field.fill('not saved yet');
    database.endSessions(anna);
    const other = await context.newPage();
    await signInPage(other, t).open();
    await signInPage(other, t).signIn(anna.phone, anna.password);
    await expect(other.getByRole('main')).toContainText(anna.nickname);
    await page.bringToFront();
    await expect(field).toHaveValue('not saved yet');
    await page.getByRole('button', { name: t('btn.save') }).click();
    await expect(toast(page, t('sys.saved'))).toBeVisible();
  });
});

import type { BrowserContext, Page } from '@playwright/test';
import { expectOk } from '#server/testing/http-client.ts';
import type { ServerDatabase } from './support/database.ts';
import { deletionWizard } from './support/deletion-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { importLegacy, legacyPassword } from './support/legacy.ts';
import { codeOf } from './support/outbox.ts';
import { lendSession, newPerson, plantWords, watchFor, type Person } from './support/persons.ts';
import { signOutBy } from './support/sign-out.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

interface Stage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly t: Translate;
  readonly isMobile: boolean;
  readonly database: ServerDatabase;
}

const homeOf = (isMobile: boolean) => (isMobile ? '/mobile-account-home' : '/pc-account-home');
const profileOf = (isMobile: boolean) => (isMobile ? '/mobile-privacy-info' : '/privacy-information');

interface Shown {
  readonly nickname: string;
  readonly company: string;
}

/** Visits home and profile, one after the other in one document, and checks that they show this person. */
async function lookAround({ page, isMobile }: Stage, { nickname, company }: Shown): Promise<void> {
  const places = [
    { path: homeOf(isMobile), text: nickname },
    { path: profileOf(isMobile), text: company },
  ];
  await expect(page).toHaveURL(new RegExp(`(${places.map(({ path }) => path).join('|')})$`));
  if (page.url().endsWith(profileOf(isMobile))) places.reverse();
  for (const { path, text } of places) {
    if (!page.url().endsWith(path)) await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('main')).toContainText(text);
    await hydrated(page);
  }
}

/** Signs in from the page where a session has ended. */
async function signIn({ page, t }: Stage, { phone, password }: { readonly phone: string; readonly password: string }): Promise<void> {
  if (!page.url().includes('/login'))
    await page
      .getByRole('main')
      .getByRole('link', { name: t('si.btn') })
      .click();
  await expect(page).toHaveURL(/\/login/);
  await hydrated(page);
  await signInPage(page, t).signIn(phone, password);
}

/** A person returns to a page that was left open: it requests the account. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
}

/** Fakes the server's answer for situations that cannot be caused from outside. */
async function answerMetainfo(page: Page, code: number, msg: string): Promise<void> {
  await page.route('**/api/account/metainfo*', (route) => route.fulfill({ json: { code, msg, data: {} } }));
}

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

/** The ways to end a session. Each leads to a page with a sign-in. */
const endings: Readonly<Record<string, (stage: Stage, person: Person) => Promise<void>>> = {
  async 'a sign-out'({ page, t, isMobile }) {
    await page.goto(homeOf(isMobile));
    await signOutBy({ page, t, isMobile });
    await expect(page).toHaveURL(/\/logout$/);
  },
  async 'a sign-out in another tab'({ page, context, t, isMobile }) {
    const other = await context.newPage();
    await other.goto(homeOf(isMobile));
    await other.bringToFront();
    await signOutBy({ page: other, t, isMobile });
    await page.bringToFront();
    await expect(page).toHaveURL(/\/logout$/);
    await other.close();
  },
  async 'a session that was ended elsewhere (401)'({ page, database }, person) {
    database.endSessions(person);
    await comeBack(page);
    await expect(page).toHaveURL(/\/login\?/);
  },
  async 'a session that has run out (2000)'({ page, t, database }, person) {
    await page.clock.install();
    database.expireSessions(person);
    await comeBack(page);
    await expect(toast(page, t('toast.2000'))).toBeVisible();
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/login\?/);
    await page.clock.resume();
  },
  async 'a locked account (4010)'({ page, t, database }, person) {
    await answerMetainfo(page, 4010, t('toast.4010'));
    await comeBack(page);
    await expect(page).toHaveURL(/\/logout\?reason=risk$/);
    await page.unroute('**/api/account/metainfo*');
    database.endSessions(person);
    await page.goto('/login');
  },
  async 'a sign-out while a redirect is awaited (1022)'({ page, t, isMobile }) {
    await page.goto(homeOf(isMobile));
    await page.clock.install();
    await answerMetainfo(page, 1022, t('toast.1022'));
    await comeBack(page);
    await expect(toast(page, t('toast.1022'))).toBeVisible();
    await page.unroute('**/api/account/metainfo*');
    await signOutBy({ page, t, isMobile });
    await expect(page).toHaveURL(/\/logout$/);
    await page.clock.fastForward(6000);
    await expect(page).toHaveURL(/\/logout$/);
    await page.clock.resume();
  },
  async 'the deletion of the account'({ page, t, isMobile }, person) {
    const wizard = deletionWizard(page, t, isMobile);
    await wizard.open();
    await wizard.answer();
    await expect(wizard.code).toBeFocused();
    await wizard.code.fill(await codeOf('delete', page, person.phone));
    await wizard.remove.click();
    await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('dl.ok.h') })).toBeVisible();
  },
};

for (const [how, end] of Object.entries(endings)) {
  test.describe(`after ${how}`, () => {
    test('the next person in the tab sees no data of the previous one', async ({ page, context, t, lang, isMobile, database }) => {
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
    });

    test('the same person returns to their own current data', async ({ page, context, t, lang, isMobile, database }) => {
      test.slow();
      const stage = { page, context, t, isMobile, database };
      const anna = await newPerson('anna', { lang, database });
      await lendSession(context, anna);
      await page.goto(homeOf(isMobile));
      await lookAround(stage, anna);

      await end(stage, anna);
      const isKept = how === 'the deletion of the account';
      if (isKept) {
        await signIn(stage, anna);
        await page.getByRole('button', { name: t('wd.btn') }).click();
        await expect(page).toHaveURL(/account-home$/);
      }
      expectOk(await anna.elsewhere.signIn(anna));
      const company = `moved to ${anna.nickname}`;
      expectOk(await anna.elsewhere.post('/userinfo', { company }));
      if (isKept) await page.reload();
      else await signIn(stage, anna);
      await lookAround(stage, { ...anna, company });
    });
  });
}

test('a pending redirect does not come once the person has gone elsewhere', async ({ page, context, t, lang, isMobile, database }) => {
  const anna = await newPerson('anna', { lang, database });
  await lendSession(context, anna);
  await page.clock.install();
  await page.goto(homeOf(isMobile));
  await expect(page.getByRole('main')).toContainText(anna.nickname);
  await answerMetainfo(page, 1022, t('toast.1022'));
  await comeBack(page);
  await expect(toast(page, t('toast.1022'))).toBeVisible();
  await page.unroute('**/api/account/metainfo*');
  await page
    .locator(`a[href="${profileOf(isMobile)}"]`)
    .filter({ visible: true })
    .first()
    .click();
  await expect(page.getByRole('main')).toContainText(anna.company);
  await page.clock.fastForward(6000);
  await expect(page).toHaveURL(new RegExp(`${profileOf(isMobile)}$`));
});

test('a session that an upgrade begins shows no data of the previous person, and the upgrade leaves none', async ({
  page,
  context,
  t,
  lang,
  isMobile,
  database,
}) => {
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
});

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

  test('is unchanged if the person is the same', async ({ page, context, lang, isMobile, database }) => {
    const anna = await newPerson('anna', { lang, database });
    await lendSession(context, anna);
    await page.goto(profileOf(isMobile));
    await expect(page.getByRole('main')).toContainText(anna.company);
    expect(await bringBack(page)).toContain(anna.company);
  });
});

test.describe('a page in another tab', () => {
  test('becomes the page of the person who signs in', async ({ page, context, t, lang, isMobile, database }) => {
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

import type { Page } from '@playwright/test';
import { expectAccessible, expectRoomForText } from './support/accessibility.ts';
import { expectWithin, measure, type Budget } from './support/budgets.ts';
import type { ServerDatabase } from './support/database.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { readerRequest } from './support/openid.ts';
import { inBothLayouts, onEven } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';

interface Asked {
  readonly at: readonly [wide: string, phone: string];
  readonly budget: Budget;
}

/** The pages whose limits security.spec.ts does not measure. */
const pages: Readonly<Record<'owner' | 'visitor', readonly Asked[]>> = {
  owner: [
    { at: ['/pc-data', '/mobile-data'], budget: { controls: 8, height: [1000, 1250], han: 200, words: 120 } },
    { at: ['/cancellation', '/mobile-cancellation/statement'], budget: { controls: 6, height: [1050, 1400], han: 420, words: 260 } },
    { at: ['/freeze', '/freeze'], budget: { controls: 3, height: [900, 844], han: 110, words: 70 } },
    { at: ['/pc-notices', '/mobile-notices'], budget: { controls: 4, height: [900, 900], han: 90, words: 60 } },
    { at: [readerRequest(), readerRequest()], budget: { controls: 8, height: [1030, 1000], han: 100, words: 65 } },
  ],
  visitor: [
    { at: ['/login', '/login'], budget: { controls: 9, height: [900, 844], han: 120, words: 65 } },
    { at: ['/register', '/register'], budget: { controls: 9, height: [1040, 1000], han: 100, words: 65 } },
  ],
};

/** Opens a page whose calls are answered only when `answer` is called. */
async function openSlowly(page: Page, at: string): Promise<() => Promise<void>> {
  const answered = Promise.withResolvers<void>();
  await page.route('**/{api,data-map.json}**', async (route) => {
    if (route.request().method() === 'GET') await answered.promise;
    await route.fallback();
  });
  await page.goto(at);
  await hydrated(page);
  return async () => {
    answered.resolve();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
  };
}

for (const who of ['owner', 'visitor'] as const) {
  test(
    `pages of a ${who} are within their limits, with text of twice the size and at 320 px; axe finds no barrier, also while they load`,
    inBothLayouts,
    async ({ page, signedIn, isMobile }) => {
      test.slow();
      if (who === 'owner') await signedIn({ email: true });
      for (const { at, budget } of pages[who]) {
        await test.step(at[isMobile ? 1 : 0], async () => {
          const answer = await openSlowly(page, at[isMobile ? 1 : 0]);
          await expectAccessible(page);
          await answer();
          await expectWithin(page, budget, isMobile);
          await expectAccessible(page);
          await expectRoomForText(page);
          const size = page.viewportSize();
          await page.setViewportSize({ width: 320, height: 700 });
          await expect.poll(async () => (await measure(page)).sideways).toBe(0);
          if (size !== null) await page.setViewportSize(size);
        });
      }
    },
  );
}

interface Stage {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
  readonly account: FreshAccount;
  readonly database: ServerDatabase;
}

interface Step {
  readonly heading: Parameters<Translate>[0];
  readonly budget: Budget;
  readonly reach: (stage: Stage) => Promise<void>;
}

/** The steps that no address opens. The last one begins in a session. */
const steps: readonly Step[] = [
  {
    heading: 'vf.more',
    budget: { controls: 6, height: [900, 844], han: 120, words: 65 },
    async reach({ account, database, ...stage }) {
      database.protect(account);
      await recoveryPage(stage).prove(account.phone);
    },
  },
  {
    heading: 'vf.h',
    budget: { controls: 4, height: [900, 844], han: 120, words: 65 },
    async reach({ page, t, account, database }) {
      database.leaveUnused(account);
      await signInPage(page, t).signInByCode(account.phone);
    },
  },
  {
    heading: 'fz.h',
    budget: { controls: 5, height: [920, 900], han: 110, words: 70 },
    async reach({ page, t }) {
      // The browser learns there that a person is signed in.
      await page.goto('/');
      await expect(page).toHaveURL(/\/\w+-account-home$/);
      await page.goto('/freeze');
      // The question of a signed-in person, which takes the place of the form that everybody gets first.
      await expect(page.getByRole('button', { name: t('btn.cancel') })).toBeVisible();
      await page.getByRole('button', { name: t('wy.btn') }).click();
    },
  },
];

test(
  'steps that no address opens are within their limits',
  inBothLayouts,
  async ({ page, t, freshAccount, signedIn, database, isMobile }) => {
    test.slow();
    for (const { heading, budget, reach } of steps) {
      await test.step(t(heading), async () => {
        const account = await (heading === 'fz.h' ? signedIn : freshAccount)({ email: true });
        database.ageAccount(account);
        await reach({ page, t, isMobile, account, database });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(heading));
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectWithin(page, budget, isMobile);
      });
    }
  },
);

test('the question to a new person moves nothing that can be pressed already', onEven, async ({ page, t, signedIn }) => {
  await signedIn();
  const [account, scripts] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/account/metainfo*', (route) => account.promise.then(() => route.fallback()));
  // Another test waits for its line.
  await page.route('**/api/account/checkup*', () => undefined);
  await page.goto('/pc-account-home');
  await hydrated(page);
  await page.route('**/assets/*.js', (route) => scripts.promise.then(() => route.fallback()));
  account.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.welcome'));
  const password = page.locator('main a[href="/pc-way/password"]');
  const before = await password.boundingBox();
  scripts.resolve();
  await expect(page.locator('input[name=nickname]')).toBeVisible();
  expect(await password.boundingBox()).toEqual(before);
});

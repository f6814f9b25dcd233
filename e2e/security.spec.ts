import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { expectAccessible, expectRoomForText } from './support/accessibility.ts';
import { expectWithin, measure } from './support/budgets.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { inBothLayouts } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';

const home = (isMobile: boolean) => (isMobile ? '/mobile-account-home' : '/pc-account-home');
const security = (isMobile: boolean) => (isMobile ? '/mobile-security' : '/pc-security');

/** A risky sign-in of another browser. */
async function signInElsewhere({ phone, password }: FreshAccount): Promise<void> {
  expectOk(await connectHttp(serverOrigin()).post('/login/password', { account: phone, password }));
}

/** The limits of a calm page, and of a list's first view: a question or a suggestion adds to them. */
const budgets = {
  home: { controls: 10, height: [900, 890], han: 130, words: 85 },
  security: { controls: 12, height: [1100, 1190], han: 170, words: 90 },
  place: { controls: 8, height: [900, 900], han: 90, words: 60 },
  messages: { controls: 14, height: [1100, 1300], han: Infinity, words: Infinity },
  activity: { controls: 20, height: [1600, 1900], han: Infinity, words: Infinity },
} as const;

const hour = 3_600_000;
const before = (hours: number) => new Date(Date.now() - hours * hour).toISOString();
const location = { country: 'CN', region: '', city: '杭州' };
const signIn = {
  event: 'sign-in.password',
  count: 1,
  platform: '',
  app: '',
  clientID: '',
  browser: 'Chrome',
  os: 'Linux',
  location,
  address: '203.0.*.*',
  because: [],
  current: false,
  asks: false,
  isOwn: false,
  device: '',
};

/** Answers of the calls that the lists show: as full as a first view can be, with one alarm. */
const lists = [
  {
    call: 'device/list',
    pages: ['/device', '/mobile-device-info'],
    budget: budgets.place,
    dialog: 'dv.others',
    data: Array.from({ length: 5 }, (_, n) => ({
      id: `${n}`,
      kind: 'browser',
      name: 'Chrome',
      type: 'pc',
      model: '',
      os: 'Linux',
      osVersion: '',
      firstSeenAt: before(100),
      lastSeenAt: before(n),
      location,
      address: '203.0.*.*',
      signedInHere: false,
      current: n === 0,
    })),
  },
  {
    call: 'oauthclient/list',
    pages: ['/pc-application', '/mobile-application'],
    budget: budgets.place,
    dialog: undefined,
    data: Array.from({ length: 5 }, (_, n) => ({
      clientID: `${n}`,
      name: '雪松天气',
      domain: 'weather.example.com',
      icon: '',
      links: { home: '', privacy: { zh_CN: '', en_US: '' }, terms: { zh_CN: '', en_US: '' } },
      scopes: [{ name: 'profile', title: '昵称、用户名和头像', detail: '' }],
      apis: [],
      language: 'zh_CN',
      moved: null,
      authorizedAt: before(100),
      lastUsedAt: before(n),
    })),
  },
  {
    call: 'account/messages',
    pages: ['/pc-transparency', '/mobile-transparency'],
    budget: budgets.messages,
    dialog: 'tp.check.h',
    data: {
      items: Array.from({ length: 30 }, (_, n) => ({
        id: `${n}`,
        at: before(n - (n % 2)),
        title: '有新的登录',
        channel: n % 2 === 0 ? 'email' : 'sms',
        target: n % 2 === 0 ? 'li***@example.com' : '138****8000',
        reference: '',
        state: 'sent',
      })),
      next: '',
    },
  },
  {
    call: 'account/activity',
    pages: ['/pc-activity', '/mobile-activity'],
    budget: budgets.activity,
    dialog: 'ac.filter',
    data: {
      items: Array.from({ length: 24 }, (_, n) => ({
        ...signIn,
        id: `${n}`,
        by: `${n}`,
        at: before(12 * n),
        ...(n === 1 && { asks: true, because: ['newBrowser', 'newNetwork'] }),
      })),
      next: '',
    },
  },
] as const;

test('asks the same question on both pages, and one press answers it', inBothLayouts, async ({ page, t, signedIn, database, isMobile }) => {
  const account = await signedIn({ email: true });
  database.ageAccount(account);
  await signInElsewhere(account);
  const question = page.getByRole('region', { name: t('ck.a.answer') });
  await page.goto(security(isMobile));
  await expect(question).toBeVisible();
  await page.goto(home(isMobile));
  await expect(question).toBeVisible();
  await expectAccessible(page);
  const mark = isMobile ? page.getByText(t('ck.toConfirm', { n: 1 })) : page.getByText(t('ck.needs'));
  await expect(mark).toBeVisible();
  await question.getByRole('button', { name: t('nt.me') }).click();
  await expect(page.getByRole('main').getByText(t('ac.own'))).toBeVisible();
  await expect(question).toBeHidden();
  await expect(mark).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(question).toBeHidden();
  await page.goto(isMobile ? '/mobile-activity' : '/pc-activity');
  await expect(page.getByRole('button', { name: t('nt.me') })).toHaveCount(0);
  await expect(page.getByText(t('ac.e.notice.answered')).first()).toBeVisible();
  await expectAccessible(page);
});

test(
  'has the state of each way, within its budget, and freezes from the menu in three presses',
  inBothLayouts,
  async ({ page, t, signedIn, database, isMobile }) => {
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    await page.goto(home(isMobile));
    await hydrated(page);
    await expect(page.getByRole('main').getByText(t('nav.devices')).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWithin(page, budgets.home, isMobile);
    await page.goto(security(isMobile));
    await hydrated(page);
    const main = page.getByRole('main');
    await expect(main.getByText(t('a11y.phoneEnd', { n: account.phone.slice(-4) }))).toBeAttached();
    await page.waitForLoadState('networkidle');
    await expect(main.getByRole('link', { name: new RegExp(`^${t('pk.title')}`) })).toContainText(t('pk.noneYet'));
    await expect(main.getByRole('link', { name: t('ts.title') })).toContainText(t('ts.off'));
    await expectWithin(page, budgets.security, isMobile);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect((await measure(page)).sideways).toBe(0);
    await page.setViewportSize(isMobile ? { width: 390, height: 844 } : { width: 1440, height: 900 });

    await page
      .getByRole('banner')
      .getByRole('button', { name: t('head.menu') })
      .click();
    await page
      .getByRole('link', { name: t('head.stolen') })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveURL(/\/freeze$/);
  },
);

for (const { call, pages, budget, dialog, data } of lists) {
  test(
    `shows a full list of ${call} within its budget, at 320 px, and with text of twice the size; it has no barrier, also while it loads`,
    inBothLayouts,
    async ({ page, t, signedIn, isMobile }) => {
      test.slow();
      await signedIn({ email: true });
      const answered = Promise.withResolvers<void>();
      await page.route(`**/api/${call}*`, async (route) => {
        await answered.promise;
        await route.fulfill({ json: { code: 200, msg: '', data } });
      });
      await page.goto(pages[isMobile ? 1 : 0]);
      await hydrated(page);
      await expect(page.locator('main [aria-busy=true]').first()).toBeVisible();
      await expectAccessible(page);
      answered.resolve();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      await expectWithin(page, budget, isMobile);
      await expectAccessible(page);
      await expectRoomForText(page);
      if (dialog !== undefined) {
        await page.getByRole('button', { name: t(dialog) }).click();
        await expect(page.locator('dialog[open]')).toBeVisible();
        await expectAccessible(page);
        await expectRoomForText(page);
        await page.keyboard.press('Escape');
      }
      await page.setViewportSize({ width: 320, height: 700 });
      await expect.poll(async () => (await measure(page)).sideways).toBe(0);
    },
  );
}

test('leads on from older addresses, opens a change by its URL, and Back closes it', async ({ page, t, signedIn }) => {
  await signedIn();
  await page.goto('/pc-checkup');
  await expect(page).toHaveURL(/\/pc-security$/);
  await page.goto('/pc-account-home');
  await hydrated(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('sec.email') })
    .click();
  await expect(page).toHaveURL(/\/pc-way\/email$/);
  const button = page.getByRole('button', { name: `${t('btn.add')} ${t('sec.email')}`, exact: true });
  const dialog = page.getByRole('dialog');
  await button.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await button.click();
  await dialog.getByRole('button', { name: t('sys.close') }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/pc-account-home$/);
});

test('selects a place of the menu at once, and does nothing irreversible by Enter', async ({ page, t, signedIn }) => {
  await signedIn({ email: true });
  await page.goto('/pc-way/phone');
  await hydrated(page);
  const remove = page.getByRole('button', { name: t('ad.unbind.phone') });
  await remove.focus();
  // The second press meets the question, whose safe answer has the focus.
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(remove).toBeVisible();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: t('ad.unbind.phone') });
  await expect(question.getByRole('button', { name: t('btn.cancel') })).toBeFocused();
  await page.keyboard.press('Escape');

  const devices = page.getByRole('navigation', { name: t('a11y.nav') }).getByRole('link', { name: t('nav.devices') });
  await devices.hover();
  await page.mouse.down();
  await expect(devices).toHaveAttribute('aria-current', 'page');
  await page.mouse.up();
  await expect(page).toHaveURL(/\/device$/);
});

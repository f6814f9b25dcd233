import type { Page } from '@playwright/test';
import { callbackPath, platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { importLegacy } from './support/legacy.ts';
import { registerNeighbors } from './support/neighbors.ts';
import { codeOf } from './support/outbox.ts';
import { inBothLayouts, onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import { accountBoundTo, consentPage, platformButton, proveByPassword, someone } from './support/social.ts';
import { languageOf, type Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/** The page of the social accounts, in either layout. */
function socialPage(page: Page, t: Translate, isMobile: boolean) {
  const main = page.getByRole('main');
  const button = (action: 'btn.bind' | 'btn.unbind') => (platform: Platform) =>
    main.getByRole('button', { name: new RegExp(`^${t(`social.${platform}`)}.*${t(action)}$`) });
  return {
    main,
    path: isMobile ? '/mobile-social-accounts' : '/pc-social-accounts',
    bind: button('btn.bind'),
    unbind: button('btn.unbind'),
    async open() {
      await page.goto(this.path);
      await hydrated(page);
    },
  };
}

// Without a chosen language, a signed-in page uses the account's language.
test.beforeEach(async ({ context, lang }) => {
  await context.addCookies([{ name: 'lang', value: languageOf(lang), url: serverOrigin() }]);
});

test('registers a new person with their phone, by keyboard, and signs them in the next time', async ({ page, t, freshPhone, context }) => {
  test.slow();
  const person = someone();
  await page.goto('/login');
  await hydrated(page);
  const button = platformButton(page, t, 'wechat');
  await button.focus();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await consentPage(page).approveAs(person.id);

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(t('so.new.h'));
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${callbackPath('wechat')}$`));
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(person.name)).toBeVisible();

  await registerAs(page, t, freshPhone());
  await expect(page).toHaveURL(/\/register\/result-center\/bind-succeeded$/);
  await expect(heading).toHaveText(t('title.resRegister'));
  await page.getByRole('link', { name: t('rs.home') }).click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await expect(page.getByRole('main')).toContainText(person.name);

  await context.clearCookies({ name: 'sid' });
  await page.goto('/login?redirect=%2Favatar');
  await hydrated(page);
  await platformButton(page, t, 'wechat').click();
  await consentPage(page).approveAs(person.id);
  await expect(page).toHaveURL(/\/avatar$/);
});

/** The steps of a new person who makes an account with their phone. */
async function registerAs(page: Page, t: Translate, phone: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: t('f.phone') }).fill(phone);
  await main.getByRole('button', { name: t('f.getCode') }).click();
  const code = main.getByRole('textbox', { name: t('f.code') });
  await expect(code).toBeFocused();
  await code.fill(await codeOf('register', page, phone));
  await main.getByRole('checkbox').check();
  await code.press('Enter');
}

async function leaveFor(page: Page, t: Translate, platform: Platform, from = '/login'): Promise<void> {
  await page.goto(from);
  await hydrated(page);
  await platformButton(page, t, platform).click();
}

test('registers by Weibo and QQ too, and asks again when the terms have changed', onPhoneOdd, async ({ page, t, freshPhone, context }) => {
  test.slow();
  const heading = page.getByRole('heading', { level: 1 });
  const registration = '**/api/oauth2/platform/regist_phone';
  for (const platform of ['weibo', 'qq'] as const) {
    await test.step(`registers by ${platform}`, async () => {
      const person = someone();
      await leaveFor(page, t, platform, '/login?redirect=%2Favatar');
      await consentPage(page).approveAs(person.id);
      await expect(page.getByText(person.name)).toBeVisible();
      if (platform === 'qq') {
        // The page was opened before the terms changed (3010).
        await page.route(registration, (route) => {
          const body =
            route
              .request()
              .postData()
              ?.replaceAll(/"version":"[^"]+"/g, '"version":"2020-01-01"') ?? '';
          return route.continue({ postData: body });
        });
      }
      await registerAs(page, t, freshPhone());
      if (platform === 'qq') {
        await expect(toast(page, t('agreementChanged'))).toBeVisible();
        await page.unroute(registration);
        await page.getByRole('main').getByRole('checkbox').check();
        await page.getByRole('button', { name: t('rg.btn') }).click();
      }
      await expect(heading).toHaveText(t('title.resRegister'));
      await context.clearCookies({ name: 'sid' });
    });
  }
});

test(
  'registers from a network with many registrations, with a captcha that is usually omitted',
  onOdd,
  async ({ page, t, freshPhone, extraHTTPHeaders }) => {
    test.slow();
    const address = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
    // Ten times the limits of production.
    await registerNeighbors({ origin: serverOrigin(), address, count: 30 });
    const person = someone();
    await leaveFor(page, t, 'qq');
    await consentPage(page).approveAs(person.id);
    await expect(page.getByText(person.name)).toBeVisible();
    const harder = page.waitForRequest('**/api/captcha/challenge?scene=register&work=2');
    await registerAs(page, t, freshPhone());
    await harder;
    await expect(page).toHaveURL(/\/register\/result-center\/bind-succeeded$/);
  },
);

test(
  'leads the phone of a legacy account to its upgrade, and reports a social account taken meanwhile',
  onPhoneEven,
  async ({ page, t, freshPhone }) => {
    test.slow();
    await test.step('a phone of a legacy account leads to its upgrade (1020)', async () => {
      const old = await importLegacy();
      await leaveFor(page, t, 'weibo');
      await consentPage(page).approveAs(someone().id);
      const phone = page.getByRole('textbox', { name: t('f.phone') });
      await phone.fill(old.phone);
      await page.getByRole('button', { name: t('f.getCode') }).click();
      await expect(page.getByText(t('v.phone.legacy'))).toBeVisible();
      await page.getByRole('link', { name: t('rg.upgrade') }).click();
      await expect(page).toHaveURL(/\/(mobile-)?account-upgrade\/account$/);
      await expect(page.getByRole('combobox', { name: t('f.account') })).toHaveValue(old.phone);
    });

    for (const [platform, text] of [
      ['wechat', t('toast.1026')],
      ['qq', t('socialAlreadyBound')],
    ] as const) {
      await test.step(`${platform} was bound to another account meanwhile`, async () => {
        const person = someone();
        await leaveFor(page, t, platform);
        await consentPage(page).approveAs(person.id);
        await expect(page.getByText(person.name)).toBeVisible();
        await accountBoundTo(platform, person.id);
        await registerAs(page, t, freshPhone());
        await expect(toast(page, text)).toBeVisible();
      });
    }
  },
);

test(
  'reports within seconds that a platform is slow, down, answers nonsense or refuses the person',
  onPhoneOdd,
  async ({ page, t, expectedErrors }) => {
    expectedErrors.push(/status of 50[34]/);
    const platform = 'weibo';
    await leaveFor(page, t, platform);
    for (const [trouble, text] of [
      ['slow', t('toast.504')],
      ['down', t('toast.500')],
      ['garbage', t('toast.500')],
      ['limited', t('toast.1010')],
    ] as const) {
      await test.step(trouble, async () => {
        await consentPage(page).approveInTrouble(trouble);
        await expect(page.getByText(text)).toBeVisible({ timeout: 8000 });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('so.fail.h', { platform: t(`social.${platform}`) }));
        await page.getByRole('button', { name: t('sys.retry') }).click();
      });
    }
    await consentPage(page).approveAs(someone().id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('so.new.h'));
  },
);

test('the code for following on WeChat: a scan leads on, and Skip is permanent', onEven, async ({ page, t, signedIn }) => {
  const heading = page.getByRole('heading', { level: 1 });
  const address = async () => (await (await page.request.get('/api/account/qrcodeconfig')).json()).data;
  await signedIn();
  const { url } = await address();
  await page.goto('/register/follow?redirect=%2Favatar');
  await expect(heading).toHaveText(t('follow.h'));
  const code = page.locator('img[src^="data:"]').and(page.getByRole('img', { name: t('foot.followHint') }));
  await expect(code).toBeVisible();
  await expectAccessible(page);
  expect((await fetch(`${url}&person=${someone().id}`, { method: 'POST' })).status).toBe(200);
  await expect(page).toHaveURL(/\/avatar$/);
  expect(await address()).toMatchObject({ showQrcode: false });

  await signedIn();
  await page.goto('/register/follow');
  await hydrated(page);
  const skipped = page.waitForResponse('**/api/update/showqrcode');
  await page.getByRole('link', { name: t('follow.skip'), exact: true }).click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  expect((await skipped).status()).toBe(200);
  expect(await address()).toMatchObject({ showQrcode: false });
  await page.goto('/register/result-center/scan');
  await expect(heading).toHaveText(t('title.resScan'));
});

for (const platform of ['weibo', 'qq'] as const) {
  test(`signs in by ${platform}, and accepts a callback URL only once`, platform === 'qq' ? onPhone : {}, async ({ page, t, context }) => {
    const person = someone();
    await accountBoundTo(platform, person.id);
    const back = page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes(`${callbackPath(platform)}?`));
    await page.goto('/login?redirect=%2Favatar');
    await hydrated(page);
    await platformButton(page, t, platform).click();
    await consentPage(page).approveAs(person.id);
    await expect(page).toHaveURL(/\/avatar$/);
    const used = (await back).url();

    await context.clearCookies({ name: 'sid' });
    await page.goto(used);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('so.fail.h', { platform: t(`social.${platform}`) }));
    await expect(page.getByText(t('msg.respTimeout'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${callbackPath(platform)}$`));
  });
}

test('goes back silently when the person refuses, and offers two ways on after a failure', onPhoneEven, async ({ page, t }) => {
  test.slow();
  const names = { platform: t('social.qq') };
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/login?redirect=%2Favatar');
  await hydrated(page);
  for (const platform of platforms) {
    await platformButton(page, t, platform).click();
    await consentPage(page).refuse();
    await expect(heading).toHaveText(t('si.h'));
    await expect(page).toHaveURL(/\/login\?redirect=%2Favatar$/);
  }

  await platformButton(page, t, 'qq').click();
  await consentPage(page).approveWithWrongState();
  await expect(heading).toHaveText(t('so.fail.h', names));
  await expect(page.getByText(t('msg.respTimeout'))).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${callbackPath('qq')}?error=100048&msg=broken`);
  await expect(page.getByText(t('so.fail.b', names))).toBeVisible();
  await page.getByRole('button', { name: t('sys.retry') }).click();
  await consentPage(page).approveAs(someone().id);
  await expect(heading).toHaveText(t('so.new.h'));

  await page.goto(`${callbackPath('qq')}?error=100048&msg=broken`);
  await page.getByRole('link', { name: t('so.fail.other') }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(heading).toHaveText(t('si.h'));
});

test(
  'suggests sign-in to the owner of an account, and binds only after a confirmation',
  onEven,
  async ({ page, t, freshAccount, isMobile }) => {
    test.slow();
    const account = await freshAccount();
    const person = someone();
    const platform = t('social.weibo');
    await page.goto('/login?redirect=%2Favatar');
    await hydrated(page);
    await platformButton(page, t, 'weibo').click();
    await consentPage(page).approveAs(person.id);
    const phone = page.getByRole('textbox', { name: t('f.phone') });
    await phone.fill(account.phone);
    await phone.blur();
    await expect(page.getByText(t('v.phone.exists'))).toBeVisible();
    await page.getByRole('link', { name: t('si.btn'), exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goBack();
    await expect(page.getByText(person.name)).toBeVisible();
    await page.getByRole('button', { name: t('so.signIn', { platform }) }).click();
    const form = signInPage(page, t);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
    await form.signIn(account.phone, account.password);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('so.link.h', { platform }));
    await expect(page.getByText(person.name)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('so.link.btn'), exact: true }).click();
    await proveByPassword(page, t, account.password);
    await expect(toast(page, t('bind.ok', { platform }))).toBeVisible();
    await expect(page).toHaveURL(/\/avatar$/);
    const social = socialPage(page, t, isMobile);
    await social.open();
    await expect(social.main).toContainText(t('sec.boundAs', { name: person.name }));
  },
);

test(
  'binds with an identity proof and consent at the platform, and unbinds after a confirmation',
  inBothLayouts,
  async ({ page, t, signedIn, isMobile }) => {
    test.slow();
    const account = await signedIn();
    const person = someone();
    const platform = t('social.wechat');
    const social = socialPage(page, t, isMobile);
    await social.open();
    await expectAccessible(page);
    await social.bind('wechat').focus();
    await page.keyboard.press('Enter');
    await proveByPassword(page, t, account.password);
    await consentPage(page).approveAs(person.id);
    await expect(toast(page, t('bind.ok', { platform }))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${social.path}$`));
    await expect(social.main).toContainText(t('sec.boundAs', { name: person.name }));

    await social.bind('qq').click();
    await proveByPassword(page, t, account.password);
    await consentPage(page).refuse();
    await expect(page).toHaveURL(new RegExp(`${social.path}$`));
    await expect(social.bind('qq')).toBeVisible();
    // The identity proof was not used up.
    await social.bind('qq').click();
    await consentPage(page).approveAs(person.id);
    await expect(toast(page, t('bind.ok', { platform: t('social.qq') }))).toBeVisible();

    if (isMobile) {
      await social.unbind('wechat').click();
      await expect(page).toHaveURL(/\/mobile-unbind\?platform=wechat$/);
      await expect(page.getByText(t('unbind.b', { platform }))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('btn.cancel') }).click();
      await social.unbind('wechat').click();
      await page.getByRole('button', { name: t('btn.unbind'), exact: true }).click();
    } else {
      await page.goto('/pc-security');
      await expect(page.getByRole('link', { name: t('title.social') })).toContainText(platform);
      await page.goto('/pc-social-accounts');
      await hydrated(page);
      await social.unbind('wechat').click();
      const question = page.getByRole('alertdialog', { name: t('unbind.h', { platform }) });
      await expect(question.getByRole('button', { name: t('btn.cancel') })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(social.unbind('wechat')).toBeFocused();
      await page.keyboard.press('Enter');
      await question.getByRole('button', { name: t('btn.unbind') }).click();
    }
    await proveByPassword(page, t, account.password);
    await expect(toast(page, t('unbind.ok', { platform }))).toBeVisible();
    await expect(social.bind('wechat')).toBeVisible();
    if (isMobile) await expect(page).toHaveURL(/\/mobile-social-accounts$/);
    else await expect(social.bind('wechat')).toBeFocused();
  },
);

test('says that a social account belongs to another account', onPhoneOdd, async ({ page, t, signedIn, isMobile }) => {
  const person = someone();
  await accountBoundTo('qq', person.id);
  const account = await signedIn();
  const social = socialPage(page, t, isMobile);
  await social.open();
  await social.bind('qq').click();
  await proveByPassword(page, t, account.password);
  await consentPage(page).approveAs(person.id);
  await expect(toast(page, t('socialAlreadyBound'))).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${social.path}$`));
  await expect(social.bind('qq')).toBeVisible();
});

test(
  'proves the identity and asks for a password before anything is bound, and keeps the last way in',
  onPhone,
  async ({ page, t, isMobile, database }) => {
    test.slow();
    const person = someone();
    const account = await accountBoundTo('weibo', person.id);
    database.takePasswordAway(account);
    await page.goto('/login');
    await hydrated(page);
    await platformButton(page, t, 'weibo').click();
    await consentPage(page).approveAs(person.id);
    await expect(page).toHaveURL(/\/\w+-account-home$/);

    const social = socialPage(page, t, isMobile);
    await social.open();
    await social.bind('qq').click();
    const code = page.getByRole('dialog', { name: t('vf.h') }).getByRole('textbox', { name: t('f.code') });
    await expect(code).toBeFocused();
    await code.fill(await codeOf('verify', page, account.phone));
    const first = page.getByRole('dialog', { name: t('title.setFirst') });
    await expect(first).toBeVisible();
    await first.getByRole('button', { name: t('btn.cancel') }).click();
    await expect(first).toBeHidden();

    database.takePhoneAway(account);
    await social.open();
    await social.unbind('weibo').click();
    await expect(page.getByText(t('unbind.last'))).toBeVisible();
    await page.getByRole('button', { name: t('btn.cancel') }).click();
    await expect(page.getByText(t('unbind.last'))).toBeHidden();
    await expect(social.unbind('weibo')).toBeVisible();
  },
);

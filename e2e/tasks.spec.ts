import type { Locator, Page } from '@playwright/test';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { fromBase32 } from '#server/testing/people/base32.ts';
import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { confirmDialog } from './support/confirm.ts';
import { deletionWizard } from './support/deletion-page.ts';
import { watchEffort, type Effort } from './support/effort.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { readerRequest } from './support/openid.ts';
import { codeOf } from './support/outbox.ts';
import { passwordPage } from './support/password-page.ts';
import { onEven, onOdd } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { goodPassword, registrationPage } from './support/registration-page.ts';
import { readerOrigin, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

interface Stage {
  readonly page: Page;
  readonly t: Translate;
  readonly main: Locator;
  readonly menu: Locator;
  readonly account: FreshAccount;
  /** A phone that no account has. */
  readonly other: string;
  /** How many have left for the contacts of the task. */
  readonly messages: () => Promise<number>;
}

interface Task {
  readonly name: string;
  readonly effort: Effort;
  /** The page on which it begins. */
  readonly from?: () => string;
  readonly before?: (stage: Stage) => Promise<void>;
  readonly run: (stage: Stage) => Promise<void>;
}

const isMobile = false;

async function confirmByPassword({ page, t, account }: Stage): Promise<void> {
  const field = confirmDialog(page, t).locator('input[name=password]');
  await expect(field).toBeFocused();
  await field.fill(account.password);
  await confirmDialog(page, t).locator('button[type=submit]').click();
  await expect(confirmDialog(page, t)).toBeHidden();
}

async function signInElsewhere({ account: { phone, password }, messages }: Stage): Promise<void> {
  const before = await messages();
  expectOk(await connectHttp(serverOrigin()).post('/login/password', { account: phone, password }));
  await expect.poll(messages).toBe(before + 2);
}

/** The browser stays one that the account knows. */
async function signedOut({ page }: Stage): Promise<void> {
  await page.context().clearCookies({ name: 'sid' });
}

/** From the home, by an owner who has a phone, an email and a password. In this order: some leave something behind. */
const ofOwner: readonly Task[] = [
  {
    name: 'allow an app',
    effort: { presses: 1, fields: 0, messages: 1 },
    from: readerRequest,
    async run({ page, t }) {
      await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
      await page.waitForURL(`${readerOrigin()}/callback?code=*`);
    },
  },
  {
    name: 'answer an alarm',
    effort: { presses: 1, fields: 0, messages: 0 },
    before: signInElsewhere,
    async run({ page, t, main }) {
      await page
        .getByRole('region', { name: t('ck.a.answer') })
        .getByRole('button', { name: t('nt.me') })
        .click();
      await expect(main.getByText(t('ac.own'))).toBeVisible();
    },
  },
  {
    name: 'see the devices and sign one out',
    effort: { presses: 4, fields: 1, messages: 0 },
    async run(stage) {
      const { page, t, main, menu } = stage;
      await menu.getByRole('link', { name: t('nav.devices') }).click();
      await expect(main.getByRole('listitem').first()).toContainText(t('dv.this'));
      await main.getByRole('listitem').nth(1).getByRole('button').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('dv.end') })
        .click();
      await confirmByPassword(stage);
      await expect(main.getByText(t('dv.ended'))).toBeVisible();
    },
  },
  {
    name: 'change the phone',
    effort: { presses: 5, fields: 3, messages: 3 },
    async run(stage) {
      const { page, t, main, other } = stage;
      await main.getByRole('link', { name: new RegExp(`^${t('sec.phone')}`) }).click();
      await main.getByRole('button', { name: `${t('btn.change')} ${t('sec.phone')}` }).click();
      await confirmByPassword(stage);
      const form = page.getByRole('dialog');
      await form.locator('input[name=contact]').fill(other);
      await form.getByRole('button', { name: t('f.getCode') }).click();
      await form.getByRole('textbox', { name: t('f.code') }).fill(await codeOf('bind', page, other));
      await form.locator('button[type=submit]').click();
      await expect(form).toBeHidden();
    },
  },
  {
    name: 'change the nickname',
    effort: { presses: 3, fields: 1, messages: 0 },
    async run({ page, t, main, menu, other }) {
      await menu.getByRole('link', { name: t('nav.profile') }).click();
      await main.getByRole('button', { name: t('pf.setOf', { name: t('pf.nickname') }) }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox').fill(`n${other}`);
      await form.locator('button[type=submit]').click();
      await expect(main.getByText(`n${other}`)).toBeVisible();
    },
  },
  {
    name: 'take a data copy',
    effort: { presses: 3, fields: 1, messages: 4 },
    async run(stage) {
      const { t, main, menu } = stage;
      await menu.getByRole('link', { name: t('dt.h') }).click();
      await main.getByRole('button', { name: t('ex.getBtn') }).click();
      await confirmByPassword(stage);
      // The page asks every five seconds.
      await expect(main.getByRole('button', { name: t('ex.download'), exact: true })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'add a passkey',
    effort: { presses: 4, fields: 1, messages: 2 },
    before: async ({ page }) => void (await addAuthenticator(page)),
    async run(stage) {
      const { t, main, menu } = stage;
      await menu.getByRole('link', { name: t('nav.security') }).click();
      await main.getByRole('link', { name: new RegExp(`^${t('pk.title')}`) }).click();
      await main.getByRole('button', { name: t('pk.add'), exact: true }).click();
      await confirmByPassword(stage);
      await expect(main.getByText(t('pk.synced'))).toBeVisible();
    },
  },
  {
    name: 'delete the account',
    effort: { presses: 9, fields: 0, messages: 2 },
    async run(stage) {
      const { page, t, main, menu } = stage;
      await menu.getByRole('link', { name: t('dt.h') }).click();
      await main.getByRole('link', { name: t('nav.delete') }).click();
      const wizard = deletionWizard(page, t, isMobile);
      await wizard.answer();
      await main.getByRole('button', { name: t('pk.signIn') }).click();
      await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('dl.ok.h') })).toBeVisible();
    },
  },
];

const ofVisitor: readonly Task[] = [
  {
    name: 'sign in',
    effort: { presses: 1, fields: 2, messages: 0 },
    async run({ page, t, account }) {
      await signInPage(page, t).signIn(account.phone, account.password);
      await expect(page).toHaveURL(/\/\w+-account-home$/);
    },
  },
  {
    name: 'change the password',
    effort: { presses: 2, fields: 3, messages: 2 },
    from: () => '/pc-account-home',
    async run({ t, main, account, page }) {
      await main.getByRole('link', { name: new RegExp(`^${t('sec.pw')}`) }).click();
      const form = passwordPage({ page, t, isMobile });
      await form.current.fill(account.password);
      await form.fillNew('maple-seed-2032');
      await form.submit.click();
      await expect(toast(page, t('rs.ok.pw'))).toBeVisible();
    },
  },
  {
    name: 'recover',
    effort: { presses: 3, fields: 4, messages: 4 },
    before: signedOut,
    async run({ page, t, account }) {
      await page.getByRole('link', { name: t('si.forgot') }).click();
      const form = recoveryPage({ page, t, isMobile });
      await expect(page).toHaveURL(form.path);
      await form.name(account.phone);
      await form.code.fill(await codeOf('reset', page, account.phone));
      await form.setNew('maple-seed-2031');
      await expect(page).toHaveURL(/\/result-center\/resetPassword$/);
    },
  },
  {
    name: 'register',
    effort: { presses: 3, fields: 4, messages: 1 },
    from: () => '/register',
    before: signedOut,
    async run({ page, t, other }) {
      const form = registrationPage(page, t);
      await form.phone.fill(other);
      await form.getCode();
      await form.fillRest(await codeOf('register', page, other));
      await form.send();
      await form.reachResult();
    },
  },
  {
    name: 'turn on the second step',
    effort: { presses: 6, fields: 2, messages: 1 },
    from: () => '/pc-account-home',
    async run({ page, t, main, menu }) {
      await menu.getByRole('link', { name: t('nav.security') }).click();
      await main.getByRole('link', { name: new RegExp(`^${t('ts.title')}`) }).click();
      const begun = page.waitForResponse(
        async (answer) => answer.url().endsWith('/totp/begin') && (await answer.text()).includes('secret'),
      );
      await main.getByRole('link', { name: t('ts.turnOn') }).click();
      await confirmDialog(page, t).locator('input[name=password]').fill(goodPassword);
      await confirmDialog(page, t).locator('button[type=submit]').click();
      await expect(confirmDialog(page, t)).toBeHidden();
      const { data } = (await (await begun).json()) as { readonly data: { readonly secret: string } };
      await expect(main.getByRole('button', { name: t('ts.key') })).toBeVisible();
      await main.getByRole('textbox', { name: t('f.code') }).fill(totpCode(fromBase32(data.secret), totpStep(Date.now())));
      await main.getByRole('checkbox', { name: t('ts.saved') }).check();
      await main.getByRole('button', { name: t('ts.finish') }).click();
      await expect(main.getByRole('button', { name: t('ts.turnOff') })).toBeVisible();
    },
  },
  {
    name: 'freeze',
    effort: { presses: 3, fields: 0, messages: 1 },
    async run({ page, t, main }) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('head.menu') })
        .click();
      await page
        .getByRole('link', { name: t('head.stolen') })
        .filter({ visible: true })
        .click();
      await main.getByRole('button', { name: t('wy.btn') }).click();
      await expect(page).toHaveURL(/\/frozen$/);
    },
  },
];

async function walk(stage: Omit<Stage, 'main' | 'menu' | 'messages'>, tasks: readonly Task[], home: string): Promise<void> {
  const { page, t, account, other } = stage;
  const counted = await watchEffort(page);
  const messages = async () => {
    const sent = await Promise.all(
      [account.phone, account.email, other].map(async (to) => {
        const answer = await page.request.get(`/dev/outbox.json?to=${encodeURIComponent(to)}`, {
          headers: { 'x-forwarded-for': '127.0.0.1' },
        });
        return ((await answer.json()) as readonly unknown[]).length;
      }),
    );
    return sent.reduce((sum, each) => sum + each, 0);
  };
  const whole: Stage = { ...stage, main: page.getByRole('main'), messages, menu: page.getByRole('navigation', { name: t('a11y.nav') }) };
  for (const { name, effort, from, before, run } of tasks) {
    await test.step(name, async () => {
      await before?.(whole);
      const at = from?.() ?? home;
      // Its answer adds a line above the rows of the home: a press before it would have to be made again.
      const settled =
        at === '/pc-account-home' ? page.waitForResponse((answer) => answer.url().endsWith('/api/account/checkup')) : undefined;
      await page.goto(at);
      await hydrated(page);
      await settled;
      const start = { ...counted, messages: await messages() };
      await run(whole);
      await expect.poll(async () => (await messages()) - start.messages).toBe(effort.messages);
      expect({ presses: counted.presses - start.presses, fields: counted.fields - start.fields }).toEqual({
        presses: effort.presses,
        fields: effort.fields,
      });
    });
  }
}

test(
  'ordinary tasks of an owner cost no more presses, fields and messages',
  onEven,
  async ({ page, t, signedIn, database, freshPhone }) => {
    test.slow();
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    await walk({ page, t, account, other: freshPhone() }, ofOwner, '/pc-account-home');
  },
);

test('so do those of a visitor', onOdd, async ({ page, t, freshAccount, freshPhone }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  await walk({ page, t, account, other: freshPhone() }, ofVisitor, '/login');
});

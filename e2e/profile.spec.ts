import type { Locator, Page } from '@playwright/test';
import { isItem, itemRows, profileGroups, type ProfileGroup } from '#contract/account/profile/items.ts';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible } from './support/accessibility.ts';
import { dateOf, writtenDay } from './support/dates.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { inBothLayouts, onEven, onOdd, onPhone, onPhoneOdd } from './support/projects.ts';
import type { TextKey, Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

interface Where {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

/** The profile page as a person uses it, in both layouts. */
function profilePage({ page, t, isMobile }: Where) {
  const main = page.getByRole('main');
  const label = (item: string) => t(`pf.${item}` as TextKey);
  const save = page.getByRole('button', { name: t('btn.save') });
  return {
    main,
    save,
    label,
    cancel: page.getByRole('button', { name: t('btn.cancel') }),
    edit: (group: ProfileGroup) => page.getByRole('button', { name: t('pf.editOf', { name: t(`pf.g.${group}`) }) }),
    change: (item: 'nickname' | 'username' | 'region') =>
      page
        .getByRole('button', { name: t('pf.modifyOf', { name: label(item) }) })
        .or(page.getByRole('button', { name: t('pf.setOf', { name: label(item) }) })),
    text: (item: string) => page.getByRole('textbox', { name: label(item), exact: true }),
    /** The row with the item's value. */
    row: (item: string) =>
      isMobile
        ? main.getByRole('listitem').filter({ has: page.getByText(label(item), { exact: true }) })
        : main.locator('dl > div').filter({ has: page.getByText(label(item), { exact: true }) }),
    async open() {
      await page.goto(isMobile ? '/mobile-privacy-info' : '/privacy-information');
      await expect(main.getByText(label('school'), { exact: true })).toBeVisible();
      await hydrated(page);
    },
    /** Opens the field of an item: its group, or its page. */
    async begin(item: string) {
      if (isMobile) {
        if (!page.url().endsWith('/mobile-privacy-info')) await this.open();
        await this.row(item).getByRole('link').click();
        await expect(save).toBeVisible();
      } else {
        await this.edit(isItem(item) ? itemRows[item].group : 'personal').click();
      }
    },
    /** Opens the dialog or page of a name or of the region. */
    async beginLimited(item: 'nickname' | 'username' | 'region') {
      if (isMobile) await page.goto(`/mobile-modify-base/${item}`);
      else await this.change(item).click();
      await expect(save).toBeVisible();
      await hydrated(page);
    },
    /** A press within 100 ms of the previous one counts as the same. */
    async saveUntil(outcome: Locator) {
      await expect(async () => {
        await save.click();
        await expect(outcome).toBeVisible({ timeout: 1000 });
      }).toPass();
    },
    /** A press while a request is in flight does nothing. */
    async send() {
      await expect(save).not.toHaveAttribute('aria-busy', 'true');
      await save.click();
    },
    async saved() {
      await this.send();
      await expect(toast(page, t('sys.saved'))).toBeVisible();
    },
  };
}

/** The account on the server. */
async function accountOf(page: Page): Promise<Readonly<Record<string, unknown>>> {
  const { data } = await (await page.request.get('/api/account/metainfo')).json();
  return data;
}

const choose = async (field: Locator, value: string) => field.selectOption(value);

test(
  'edits every item, sends only the changes, and shows them after a reload',
  inBothLayouts,
  async ({ page, t, lang, signedIn, isMobile }) => {
    await signedIn();
    const profile = profilePage({ page, t, isMobile });
    const bodies: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/userinfo')) bodies.push(request.postDataJSON());
    });
    await profile.open();
    await expect(profile.row('school').getByText(t('pf.empty'))).toBeVisible();

    const texts = { realName: '李明 Lì', address: '北京市 朝阳区', signature: 'Slower is clearer', profile: 'one\ntwo 🌲' };
    const fill = {
      personal: async () => {
        for (const [item, value] of Object.entries(texts)) await profile.text(item).fill(value);
        await page.getByRole('radio', { name: t('g.2') }).check();
        const parts = [t('pf.bd.year'), t('pf.bd.month'), t('pf.bd.day')].map((name) => page.getByLabel(name, { exact: true }));
        for (const [index, value] of ['1990', '02', '28'].entries()) await parts[index]?.selectOption(value);
      },
      edu: async () => {
        await choose(page.getByLabel(t('pf.degree')), 'master');
        for (const [item, value] of Object.entries({ school: '同济大学', department: 'Design', year: '２００８' }))
          await profile.text(item).fill(value);
      },
      work: async () => {
        const industry = page.getByRole('combobox', { name: t('pf.industry') });
        await industry.fill(t('ind.56'));
        await industry.press('Enter');
        await profile.text('company').fill('Company');
      },
    };
    if (isMobile) {
      const others = { school: '同济大学', department: 'Design', year: '２００８', company: 'Company' };
      for (const [item, value] of Object.entries({ ...texts, ...others })) {
        await profile.begin(item);
        await profile.text(item).fill(value);
        await profile.saved();
        await expect(page).toHaveURL(/\/mobile-privacy-info$/);
      }
      await profile.begin('gender');
      await page.getByRole('radio', { name: t('g.2') }).check();
      await profile.saved();
      await profile.begin('birthday');
      await page.getByLabel(t('pf.birthday')).fill('1990-02-28');
      await profile.saved();
      for (const [item, value] of Object.entries({ degree: 'master', industry: '56' })) {
        await profile.begin(item);
        await choose(page.getByLabel(profile.label(item)), value);
        await profile.saved();
      }
    } else {
      for (const group of profileGroups) {
        await profile.edit(group).click();
        await fill[group]();
        await profile.saved();
        await expect(profile.edit(group)).toBeFocused();
      }
      expect(bodies.at(-1)).toEqual({ industry: 56, company: 'Company' });
    }
    const whole = { ...texts, gender: 2, birthday: '1990-02-28', degree: 'master', school: '同济大学', department: 'Design', year: '2008' };
    expect(await accountOf(page)).toMatchObject({ ...whole, industry: 56, company: 'Company', title: '' });
    await profile.open();
    const shown = {
      gender: t('g.2'),
      degree: t('d.5'),
      industry: t('ind.56'),
      birthday: writtenDay('1990-02-28', lang),
      year: '2008',
      title: t('pf.empty'),
    };
    for (const [item, value] of Object.entries(shown)) await expect(profile.row(item).getByText(value, { exact: true })).toBeVisible();
  },
);

test(
  'shows each field’s error, and keeps all input through a slow, a failing and an absent network',
  onOdd,
  async ({ page, t, signedIn, isMobile, expectedErrors, context }) => {
    expectedErrors.push(/Failed to load resource/);
    await signedIn();
    const profile = profilePage({ page, t, isMobile });
    await profile.open();
    await profile.begin('year');
    const year = profile.text('year');
    await year.fill('123');
    await profile.send();
    await expect(page.getByText(t('v.year'))).toBeVisible();
    await expect(year).toBeFocused();
    await year.fill('2008');
    await expect(page.getByText(t('v.year'))).toBeHidden();

    const answer = (status: number, json: unknown) => ({ status, json });
    await page.route(
      '**/api/userinfo',
      (route) => route.fulfill(answer(400, { code: 400, msg: '', data: { fields: { year: 'regex' } } })),
      {
        times: 1,
      },
    );
    await profile.send();
    await expect(page.getByText(t('v.year'))).toBeVisible();
    await page.route('**/api/userinfo', (route) => route.fulfill(answer(500, { code: 500, msg: t('toast.500'), data: {} })), { times: 1 });
    await profile.saveUntil(toast(page, t('toast.500')));
    await context.setOffline(true);
    await profile.saveUntil(toast(page, t('toast.404')));
    await context.setOffline(false);
    await expect(year).toHaveValue('2008');

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      '**/api/userinfo',
      async (route) => {
        await released;
        await route.continue();
      },
      { times: 1 },
    );
    await profile.saveUntil(page.locator('button[aria-busy=true]'));
    release();
    await expect(profile.row('year').getByText('2008')).toBeVisible();

    await profile.begin('profile');
    await profile.text('profile').fill('好'.repeat(240));
    await expect(page.getByText('240/300')).toBeVisible();
    await profile.text('profile').fill(`  ${'😀'.repeat(301)}\n`);
    await expect(page.getByText('301/300')).toBeVisible();
    await profile.send();
    await expect(page.getByText(t('v.text.max', { max: 300 }))).toBeVisible();
    if (isMobile) return;
    await profile.text('realName').fill('x'.repeat(65));
    await page.getByLabel(t('pf.bd.year'), { exact: true }).selectOption('2001');
    await page.getByLabel(t('pf.bd.month'), { exact: true }).selectOption('02');
    await profile.send();
    await expect(page.getByText(t('v.text.max', { max: 64 }))).toBeVisible();
    await expect(page.getByText(t('v.birthday'))).toBeVisible();
    await expect(profile.text('realName')).toBeFocused();
    await page.getByLabel(t('pf.bd.day'), { exact: true }).selectOption('30');
    await expect(page.getByText(t('v.birthday.date'))).toBeVisible();
  },
);

test(
  'changes the nickname everywhere at once, and then shows when it may be changed again',
  onPhone,
  async ({ page, t, signedIn, isMobile, freshAccount, database, lang, context }) => {
    await signedIn();
    const other = await freshAccount();
    const profile = profilePage({ page, t, isMobile });
    const tab = await context.newPage();
    await tab.goto('/');
    await profile.open();
    await profile.beginLimited('nickname');
    const nickname = profile.text('nickname');
    if (!isMobile) await expect(nickname).toBeFocused();
    await expect(page.getByText(t('ex.nick.limit'))).toBeVisible();
    await nickname.fill('a b');
    await profile.send();
    await expect(page.getByText(t('v.nickname.regex'))).toBeVisible();
    await nickname.fill(database.nicknameOf(other).toUpperCase());
    await expect(page.getByText(t('v.nickname.exists'))).toBeVisible();
    await nickname.fill('雪松账号客服');
    await profile.send();
    await expect(page.getByText(t('v.nickname.sensitive'))).toBeVisible();
    await expect(nickname).toHaveValue('雪松账号客服');
    // The first choice is free.
    await nickname.fill(`初${Date.now()}`);
    await profile.saved();
    await profile.beginLimited('nickname');
    const name = `林${Date.now()}`;
    await nickname.fill(name);
    await profile.saved();

    const { limits } = (await accountOf(page)) as { limits: { nickname: { nextAt: string } } };
    const reason = t('pf.nick.next', { date: dateOf(Date.parse(limits.nickname.nextAt), lang) });
    await expect(profile.row('nickname').getByText(name)).toBeVisible();
    await expect(profile.row('nickname').getByText(reason)).toBeVisible();
    if (isMobile) {
      await profile.beginLimited('nickname');
      await expect(profile.save).toBeDisabled();
      await expect(page.getByText(reason)).toBeVisible();
    } else {
      await expect(profile.change('nickname')).toBeDisabled();
    }
    // The event that a tab receives when it becomes visible again.
    await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(tab.getByRole('main').getByText(name)).toBeVisible();

    // Refuses a change made meanwhile elsewhere, and keeps all input.
    await page.route(
      '**/api/account/metainfo',
      async (route) => {
        const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
        const json = await response.json();
        json.data.limits.nickname.nextAt = null;
        // An answer from before the change, without the current tag.
        const { etag: _present, ...headers } = response.headers();
        await route.fulfill({ status: response.status(), headers, json });
      },
      { times: 1 },
    );
    await page.goto(isMobile ? '/mobile-modify-base/nickname' : '/privacy-information');
    if (!isMobile) await profile.change('nickname').click();
    await nickname.fill(`${name}-b`);
    await profile.send();
    await expect(toast(page, t('toast.1024'))).toBeVisible();
    await expect(nickname).toHaveValue(`${name}-b`);
    await expect(profile.save).toBeDisabled();
  },
);

test('changes the username once, after a confirmation', onEven, async ({ page, t, signedIn, isMobile, freshAccount }) => {
  await signedIn();
  const other = await freshAccount({ username: true });
  const profile = profilePage({ page, t, isMobile });
  await profile.open();
  await profile.beginLimited('username');
  const username = profile.text('username');
  await username.fill(other.username);
  await profile.send();
  await expect(page.getByText(t('v.username.exists'))).toBeVisible();
  await username.fill('admin');
  const question = page.getByRole('alertdialog');
  await profile.send();
  await question.getByRole('button', { name: t('btn.set') }).click();
  await expect(page.getByText(t('v.username.block'))).toBeVisible();
  const name = `lin${Date.now()}`;
  await username.fill(name);
  await expect(profile.save).not.toHaveAttribute('aria-busy', 'true');
  await username.press('Enter');
  await expect(question.getByText(t('pf.user.sure', { name }))).toBeVisible();
  await expect(question.getByText(t('ex.user.limit'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(username).toHaveValue(name);
  expect(await accountOf(page)).toMatchObject({ username: '' });
  await profile.send();
  await question.getByRole('button', { name: t('btn.set') }).click();
  await expect(toast(page, t('sys.saved'))).toBeVisible();
  expect(await accountOf(page)).toMatchObject({ username: name });
  await expect(profile.row('username').getByText(name)).toBeVisible();
  // One change is left.
  await profile.beginLimited('username');
  await expect(page.getByText(t('pf.user.last'))).toBeVisible();
});

test(
  'changes the region once, after an identity proof, and then asks for the country',
  onPhoneOdd,
  async ({ page, t, lang, signedIn, isMobile }) => {
    const account = await signedIn();
    const profile = profilePage({ page, t, isMobile });
    await profile.open();
    await expect(profile.row('country')).toBeHidden();
    await profile.beginLimited('region');
    await expect(page.getByText(t('region.once'))).toBeVisible();
    await page.getByRole('radio', { name: t('region.DE') }).check();
    await profile.send();
    const proof = page.getByRole('dialog', { name: t('vf.h') });
    await expect(proof).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    await expect(page.getByRole('radio', { name: t('region.DE') })).toBeChecked();
    expect(await accountOf(page)).toMatchObject({ region: 'CN' });
    await profile.send();
    await confirmBy(proof, t, 'vf.byPassword');
    await proof
      .locator('input')
      .and(page.getByLabel(t('f.password'), { exact: true }))
      .fill(account.password);
    await page.keyboard.press('Enter');
    await expect(toast(page, t('sys.saved'))).toBeVisible();
    await expect(profile.row('region').getByText(t('region.DE'))).toBeVisible();
    await expect(profile.row('region').getByText(t('pf.region.used'))).toBeVisible();
    expect(await accountOf(page)).toMatchObject({ region: 'DE', limits: { region: { left: 0 } } });

    await profile.begin('country');
    const name = lang === 'zh' ? '新西兰' : 'New Zealand';
    const country = page.getByRole('combobox', { name: t('pf.country') });
    if (isMobile) await country.selectOption({ label: name });
    else await country.fill(name);
    if (!isMobile) await country.press('Enter');
    await profile.send();
    await expect(profile.row('country').getByText(name)).toBeVisible();
    expect(await accountOf(page)).toMatchObject({ country: 'NZ' });
  },
);

test(
  'asks before unsaved changes are lost, and keeps them when the layout would change',
  inBothLayouts,
  async ({ page, t, signedIn, isMobile }) => {
    await page.clock.install();
    await signedIn();
    const profile = profilePage({ page, t, isMobile });
    await profile.open();
    const list = page.url();
    if (isMobile) await profile.row('school').getByRole('link').click();
    else await profile.edit('edu').click();
    const school = profile.text('school');
    await school.fill('Tongji');
    const asked = (key: TextKey) => page.getByRole('dialog', { name: t(key) });

    // A turned tablet switches to the other layout as soon as no input would be lost.
    const own = page.viewportSize() ?? { width: 0, height: 0 };
    const edited = page.url();
    await page.setViewportSize(isMobile ? { width: 1000, height: 600 } : { width: 600, height: 1000 });
    await page.clock.runFor(5000);
    await expect(school).toHaveValue('Tongji');
    expect(page.url()).toBe(edited);
    await page.setViewportSize(own);

    const away = isMobile ? page.getByRole('link', { name: t('sys.back') }) : page.getByRole('link', { name: t('nav.home'), exact: true });
    await away.click();
    await asked('sys.leave')
      .getByRole('button', { name: t('sys.stay') })
      .click();
    await expect(school).toHaveValue('Tongji');
    if (isMobile) {
      await page.goBack();
      await expect(asked('sys.leave')).toBeVisible();
      await expect(page).toHaveURL(/\/mobile-modify-privacy\/school$/);
      await asked('sys.leave')
        .getByRole('button', { name: t('sys.leaveBtn') })
        .click();
      await expect(page).toHaveURL(list);
      await page.setViewportSize({ width: 1000, height: 600 });
      await page.clock.runFor(1000);
      await expect(page).toHaveURL(/\/privacy-information$/);
      return;
    }
    await profile.edit('work').click();
    await asked('sys.discard')
      .getByRole('button', { name: t('sys.stay') })
      .click();
    await expect(school).toHaveValue('Tongji');
    await profile.edit('work').click();
    await asked('sys.discard')
      .getByRole('button', { name: t('sys.discardBtn') })
      .click();
    await expect(school).toBeHidden();
    await expect(page.getByRole('combobox', { name: t('pf.industry') })).toBeFocused();

    await profile.cancel.click();
    await profile.beginLimited('nickname');
    const nickname = profile.text('nickname');
    await nickname.fill('Cedar');
    await page.keyboard.press('Escape');
    await asked('sys.discard')
      .getByRole('button', { name: t('sys.stay') })
      .click();
    await expect(asked('sys.discard')).toBeHidden();
    await expect(nickname).toHaveValue('Cedar');
    await page.getByRole('button', { name: t('sys.close') }).click();
    await asked('sys.discard')
      .getByRole('button', { name: t('sys.discardBtn') })
      .click();
    await expect(nickname).toBeHidden();
    await profile.beginLimited('nickname');
    await expect(nickname).not.toHaveValue('Cedar');
    await nickname.fill('Cedar');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('btn.cancel') })
      .click();
    await expect(nickname).toBeHidden();
    await away.click();
    await expect(page).toHaveURL(/\/pc-account-home$/);
  },
);

test('works with only the keyboard, and with a list that follows the input', onEven, async ({ page, t, lang, signedIn, isMobile }) => {
  await signedIn();
  const profile = profilePage({ page, t, isMobile });
  await profile.open();
  if (isMobile) {
    // On a phone the system draws lists; Chinese cannot be typed into one without an input method.
    await profile.row('degree').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(profile.save).toBeVisible();
    await tabTo(page, page.getByLabel(t('pf.degree')));
    for (let degree = 1; degree <= 5; degree += 1) await page.keyboard.press('ArrowDown');
    await tabTo(page, profile.save);
    await page.keyboard.press('Enter');
    await expect(profile.row('degree').getByText(t('d.5'), { exact: true })).toBeVisible();
    return;
  }
  await profile.edit('work').focus();
  await page.keyboard.press('Enter');
  const industry = page.getByRole('combobox', { name: t('pf.industry') });
  const options = page.getByRole('option');
  await expect(industry).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveCount(57);
  await page.keyboard.press('Escape');
  await expect(industry).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.insertText(t('ind.13').slice(0, 4).toLowerCase());
  await expect(page.getByRole('option', { name: t('ind.13') })).toBeVisible();
  await page.keyboard.insertText('zzz');
  await expect(page.getByRole('option', { name: t('f.noMatch') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(industry).toHaveValue('');
  await page.keyboard.insertText(t('ind.13'));
  await page.keyboard.press('Enter');
  await expect(industry).toHaveValue(t('ind.13'));
  await expect(industry).toBeFocused();
  expect(await accountOf(page)).toMatchObject({ industry: 0 });
  // The list is closed: now Enter sends.
  await page.keyboard.press('Enter');
  await expect(toast(page, t('sys.saved'))).toBeVisible();
  expect(await accountOf(page)).toMatchObject({ industry: 13 });

  await profile.edit('personal').focus();
  await page.keyboard.press('Enter');
  await expect(profile.text('realName')).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: t('g.0') }));
  await page.keyboard.press('ArrowDown');
  // In the order of the language.
  const parts = [
    ['pf.bd.month', lang === 'zh' ? '3' : 'Mar'],
    ['pf.bd.day', '7'],
  ] as const;
  const year = ['pf.bd.year', '1990'] as const;
  for (const [label, typed] of lang === 'zh' ? [year, ...parts] : [...parts, year]) {
    await tabTo(page, page.getByLabel(t(label), { exact: true }));
    await page.keyboard.type(typed);
  }
  await tabTo(page, profile.save);
  await page.keyboard.press('Enter');
  await expect(profile.row('birthday').getByText(writtenDay('1990-03-07', lang))).toBeVisible();
  await expect(profile.row('gender').getByText(t('g.1'), { exact: true })).toBeVisible();
});

test('has no barrier that axe finds, and reports a failed load', inBothLayouts, async ({ page, t, signedIn, isMobile, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await signedIn({ username: true });
  const profile = profilePage({ page, t, isMobile });
  await page.route(
    '**/api/account/metainfo',
    (route) => route.fulfill({ status: 500, json: { code: 500, msg: t('toast.500'), data: {} } }),
    { times: 1 },
  );
  await page.goto(isMobile ? '/mobile-account-info' : '/privacy-information');
  await expect(page.getByText(t('sys.loadFail')).first()).toBeVisible();
  await page
    .getByRole('button', { name: t('sys.retry') })
    .first()
    .click();
  await expect(profile.row('username')).toBeVisible();
  if (isMobile) await expectAccessible(page);
  await expect(profile.row('nickname')).toMatchAriaSnapshot(
    isMobile
      ? `- listitem:\n  - link /${t('pf.nickname')}.*/`
      : `- term: ${t('pf.nickname')}\n- definition: ${t('pf.empty')}\n- definition:\n  - button "${t('pf.setOf', { name: t('pf.nickname') })}"`,
  );
  await profile.begin('profile');
  await profile.text('profile').fill('x'.repeat(301));
  await profile.send();
  await expect(page.getByText(t('v.text.max', { max: 300 }))).toBeVisible();
  if (!isMobile) await expectAccessible(page);
  if (isMobile) {
    const response = await page.goto('/mobile-modify-privacy/shoe-size');
    expect(response?.status()).toBe(404);
    await expect(page.getByText(t('sys.404'))).toBeVisible();
    await page.goto('/mobile-modify-base/region');
    await expect(page.getByText(t('region.once'))).toBeVisible();
    await expectAccessible(page);
    return;
  }
  await profile.cancel.click();
  await profile.edit('work').click();
  await page.getByRole('combobox').click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});

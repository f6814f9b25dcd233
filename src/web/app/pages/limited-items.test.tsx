import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, newAccount } from '#web/testing/samples.ts';

describe('the username', () => {
  const taken = { checkUsername: { data: false }, updateUsername: { data: fullAccount() } } as const;

  it.each([
    ['is set first, and the question says that one change is left', newAccount(), 'pf.setOf', 'ex.user.limit', 'btn.set'],
    ['is changed once after that', fullAccount(), 'pf.modifyOf', 'pf.user.last', 'btn.modify'],
  ] as const)('%s', async (_name, account, open, limit, verb) => {
    const { page, user, t, api } = await renderAt('/privacy-information', { account, replies: { ...fullReplies(), ...taken } });
    const row = await page.findByRole('button', { name: t(open, { name: t('pf.username') }) });
    expect(row.textContent).toBe(t(verb));
    await user.click(row);
    await fill(user, inputNamed('username'), 'lin-xi-2');
    await user.click(page.getByRole('button', { name: t('btn.save') }));
    const question = await page.findByRole('alertdialog', { name: t('pf.user.sure', { name: 'lin-xi-2' }) });
    expect(question.textContent).toContain(t(limit));
    const confirm = [...question.querySelectorAll('button')].find(({ textContent }) => textContent === t(verb));
    await user.click(confirm ?? question);
    await waitFor(() => expect(api.made.map(({ name }) => name)).toContain('updateUsername'));
  });
});

describe('the region', () => {
  const proven: AccountView = { ...fullAccount(), verifiedUntil: new Date(Date.now() + 300_000).toISOString() };
  const changed = { updateRegion: { data: { ...proven, region: 'DE' } } } as const;

  it.each([
    ['sets the language where none is chosen', '', 'zh-CN'],
    ['leaves a chosen language', 'lang=en_US', 'en'],
  ])('%s', async (_name, cookie, shown) => {
    const account: AccountView = { ...proven, region: 'DE' };
    const { page, user, t } = await renderAt('/mobile-modify-base/region', {
      layout: 'mobile',
      account,
      replies: { ...fullReplies(), ...changed, updateLanguage: { data: account } },
    });
    document.cookie = 'lang=; path=/; max-age=0';
    if (cookie !== '') document.cookie = `${cookie}; path=/`;
    await user.click(await page.findByRole('radio', { name: t('region.CN') }));
    await user.click(page.getByRole('button', { name: t('btn.save') }));
    await waitFor(() => expect(location.pathname).toBe('/mobile-account-info'));
    expect(document.documentElement.lang).toBe(shown);
  });
});

describe('an unknown gender', () => {
  it('is gray like other missing values', async () => {
    const { page, t } = await renderAt('/privacy-information', { account: newAccount(), replies: fullReplies() });
    const label = await page.findByText(t('pf.gender'));
    const value = label.nextElementSibling;
    expect(value?.textContent).toBe(t('g.0'));
    expect(value?.className).toBe((await page.findByText(t('pf.realName'))).nextElementSibling?.className);
  });
});

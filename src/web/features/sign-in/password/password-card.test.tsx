import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const removable: AccountView = { ...fullAccount(), passwordRemovable: true };
const gone: AccountView = { ...fullAccount(), password_empty: true };

function open(account: AccountView, { at = '/pc-passkeys', replies = {} }: { at?: string; replies?: Replies } = {}) {
  const layout = at.startsWith('/mobile') ? 'mobile' : 'desktop';
  return renderAt(at, { layout, account, replies: { ...fullReplies(), ...replies } });
}

it.each(['/pc-passkeys', '/mobile-passkeys'])('the password is removed on %s, and can be set again', async (at) => {
  const { page, user, t, api } = await open(removable, { at, replies: { removePassword: { data: { account: gone } } } });
  const button = await page.findByRole('button', { name: t('pw.remove') });
  await user.click(button);
  const dialog = await page.findByRole('alertdialog', { name: t('pw.removeT') });
  expect(dialog.textContent).toContain(t('ends.others'));
  await user.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === t('pw.remove')) ?? dialog);
  const set = await page.findByRole('button', { name: `${t('btn.set')} ${t('sec.pw')}` });
  expect(page.getByText(t('pw.none'))).toBeTruthy();
  expect(api.made.filter(({ name }) => name === 'removePassword')).toHaveLength(1);
  // The browser gives the focus back to it.
  expect(set).toBe(button);
  await user.click(set);
  await waitFor(() =>
    expect(location.pathname + location.search).toBe(
      at.startsWith('/mobile') ? '/mobile-modify-info/setInitialPassword' : '/pc-security?change=password',
    ),
  );
});

it('the page of a protected account says what a removal takes', async () => {
  const { page, t } = await open({ ...removable, twoStep: { ...removable.twoStep, enabled: true } });
  expect(await page.findByText(t('pt.how'))).toBeTruthy();
});

it('the password has no row where the account cannot do without it', async () => {
  const { page, t } = await open(fullAccount());
  await page.findByText('Forest Phone');
  expect(page.queryByText(t('sec.pw'))).toBeNull();
});

it('an account without a password misses none, and is asked for none before a binding', async () => {
  const { page, t } = await open(gone, { at: '/pc-account-home' });
  expect(await page.findByText(t('home.secAll'))).toBeTruthy();
  const security = await open(gone, { at: '/pc-security?change=phone' });
  expect(await security.page.findByRole('dialog', { name: t('vf.h') })).toBeTruthy();
  expect(security.page.getByText(t('pw.none'))).toBeTruthy();
});

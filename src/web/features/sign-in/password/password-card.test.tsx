import { expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const removable: AccountView = { ...fullAccount(), passwordRemovable: true };
const gone: AccountView = { ...fullAccount(), password_empty: true };

function open(account: AccountView, { at = '/pc-way/password', replies = {} }: { at?: string; replies?: Replies } = {}) {
  const layout = at.startsWith('/mobile') ? 'mobile' : 'desktop';
  return renderAt(at, { layout, account, replies: { ...fullReplies(), ...replies } });
}

it('the password is removed on its page, and can be set again', async () => {
  const { page, user, t, api } = await open(removable, { replies: { removePassword: { data: { account: gone } } } });
  const button = await page.findByRole('button', { name: t('pw.remove') });
  await user.click(button);
  const dialog = await page.findByRole('alertdialog', { name: t('pw.removeT') });
  expect(dialog.textContent).toContain(t('ends.others'));
  await user.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === t('pw.remove')) ?? dialog);
  expect(await page.findByText(t('pw.none'))).toBeTruthy();
  expect(api.made.filter(({ name }) => name === 'removePassword')).toHaveLength(1);
});

it('the password has no row where the account cannot do without it', async () => {
  const { page, t } = await open(fullAccount());
  await page.findByRole('heading', { level: 1, name: t('title.password') });
  expect(page.queryByText(t('pw.can'))).toBeNull();
});

it('an account with a passkey is asked for no password before a binding', async () => {
  const { page, t } = await open(gone, { at: '/pc-way/phone?change' });
  expect(await page.findByRole('dialog', { name: t('vf.h') })).toBeTruthy();
});

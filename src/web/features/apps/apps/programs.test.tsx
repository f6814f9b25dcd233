import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const mail = {
  clientID: 'cedar-mail',
  name: { ...forEveryLanguage(() => 'Cedar Mail'), zh_CN: '雪松邮件' },
  icon: '',
  scopes: ['openid' as const, 'profile' as const],
  devices: [
    { id: 'one', name: 'Workshop', lastUsedAt: '2026-03-04T05:06:07.000Z' },
    { id: 'two', name: '', lastUsedAt: '2026-03-03T05:06:07.000Z' },
  ],
};

it.each([
  ['/pc-application', 'desktop'],
  ['/mobile-application', 'mobile'],
] as const)('%s shows programs by computer, and removes one of them', async (at, layout) => {
  let listed = [mail];
  const replies = {
    ...fullReplies(),
    listPrograms: () => ({ data: listed }),
    removeProgram: () => {
      listed = [{ ...mail, devices: mail.devices.slice(1) }];
      return { data: {} };
    },
  };
  const { page, user, t, api } = await renderAt(at, { layout, account: fullAccount(), replies });
  const section = await page.findByRole('heading', { name: t('ap.desktop') });
  expect(section).toBeTruthy();
  expect(page.getAllByText(new RegExp(t('dv.noName'))).length).toBeGreaterThan(0);
  const app = page.getByRole('button', { name: /Workshop/ });
  await user.click(app);
  const dialog = within(await page.findByRole('alertdialog'));
  expect(api.made.map(({ name }) => name)).not.toContain('removeProgram');
  await user.click(dialog.getByRole('button', { name: t('ap.revoke') }));
  await waitFor(() => expect(page.queryByRole('button', { name: /Workshop/ })).toBeNull());
  expect(api.made.find(({ name }) => name === 'removeProgram')?.body).toEqual({ clientID: 'cedar-mail', device: 'one' });
});

import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { settle } from '#web/testing/document.ts';
import type { Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const desktops = fullReplies().listDevices.data.map((device, n) => ({
  ...device,
  id: n === 0 ? 'desk' : `desk${n}`,
  name: 'Workshop',
  signedInHere: true,
}));

async function open(layout: 'desktop' | 'mobile') {
  const replies: Replies = { ...fullReplies(), listDevices: { data: desktops }, signOut: { data: {} } };
  const at = layout === 'desktop' ? '/pc-account-home' : '/mobile-account-home';
  const rendered = await renderAt(at, { layout, account: fullAccount(), replies });
  const { page, user, t } = rendered;
  if (layout === 'desktop') {
    await page.findByRole('heading', { level: 1, name: /Lin Xi/ });
    await settle();
    await user.click(page.getByRole('button', { name: t('head.menu') }));
  }
  await user.click(await page.findByRole('button', { name: t('head.logout') }));
  if (layout === 'mobile') {
    const sure = within(await page.findByRole('dialog', { name: t('home.out.h') }));
    await user.click(sure.getByRole('button', { name: t('head.logout') }));
  }
  const box = await page.findByRole<HTMLInputElement>('checkbox', { name: t('so.dk.q', { computer: 'Workshop' }) });
  return { ...rendered, box };
}

describe('signing out of a browser that has signed in the desktop of its computer', () => {
  it.each(['desktop', 'mobile'] as const)('asks whether that one goes along, and is ticked: %s', async (layout) => {
    const { page, user, t, api, box } = await open(layout);
    expect(box.checked).toBe(true);
    expect(api.made.map(({ name }) => name)).not.toContain('signOut');
    const dialog = within(box.closest('dialog') ?? document.body);
    await user.click(dialog.getByRole('button', { name: t('head.logout') }));
    await waitFor(() => expect(api.made.find(({ name }) => name === 'signOut')?.body).toEqual({ devices: true }));
    expect(page).toBeTruthy();
  });

  it('leaves the desktop alone where the person says so', async () => {
    const { user, t, api, box } = await open('desktop');
    await user.click(box);
    await user.click(within(box.closest('dialog') ?? document.body).getByRole('button', { name: t('head.logout') }));
    await waitFor(() => expect(api.made.find(({ name }) => name === 'signOut')?.body).toEqual({}));
  });
});

import { waitFor } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, twoStep } from '#web/testing/samples.ts';

/** Another tab of the browser. */
function openTab() {
  const channel = new BroadcastChannel('account');
  const heard: unknown[] = [];
  channel.addEventListener('message', ({ data }) => heard.push(data));
  return { heard, tell: () => channel.postMessage(''), close: () => channel.close() };
}

it('a change in another tab is read here, and not told back', async () => {
  const tab = openTab();
  const { page, t, api } = await renderAt('/pc-passkeys', { account: fullAccount(), replies: fullReplies() });
  await page.findByText('Forest Phone');
  const signals = fullReplies().listPasskeys.data.signals;
  api.answer({ listPasskeys: { data: { passkeys: [], signals } }, twoStep: { data: { ...twoStep, enabled: true } } });
  // The page listens a moment after it is shown.
  await vi.waitFor(
    () => {
      tab.tell();
      expect(page.queryByText(t('pk.emptyH'))).toBeTruthy();
    },
    { interval: 100, timeout: 5000 },
  );
  expect(tab.heard).toEqual([]);
  tab.close();
});

it('a change here is told to other tabs without a word of it', async () => {
  const tab = openTab();
  const { page, user, t } = await renderAt('/pc-way/password', {
    account: { ...fullAccount(), passwordRemovable: true },
    replies: { ...fullReplies(), removePassword: { data: { account: { ...fullAccount(), password_empty: true } } } },
  });
  await user.click(await page.findByRole('button', { name: t('pw.remove') }));
  await user.click((await page.findAllByRole('button', { name: t('pw.remove') })).at(-1) ?? document.body);
  await waitFor(() => expect(tab.heard).toContain(''));
  tab.close();
});

import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, newAccount } from '#web/testing/samples.ts';

const unnamed = { ...newAccount(), nickname: 'id_3ft2uqugm7' };
const heading = () => document.querySelector('h1')?.textContent ?? '';

describe('the name on the home', () => {
  it('is no made-up nickname, and leads to the dialog for a real one', async () => {
    const { page, user, t } = await renderAt('/pc-account-home', { account: unnamed, replies: fullReplies() });
    await waitFor(() => expect(heading()).toBe(t('home.setNickname')));
    await user.click(page.getByRole('link', { name: t('home.setNickname') }));
    await waitFor(() => expect(page.getByRole('dialog', { name: t('title.nickname') })).toBeTruthy());
    expect(location.pathname + location.search).toBe('/privacy-information');
  });

  it('is the chosen one', async () => {
    const { page, t } = await renderAt('/pc-account-home', { account: fullAccount(), replies: fullReplies() });
    await waitFor(() => expect(heading()).toBe('Lin Xi'));
    expect(page.queryByRole('link', { name: t('home.setNickname') })).toBeNull();
  });

  it('offers a nickname on a phone too', async () => {
    const { page, t } = await renderAt('/mobile-account-home', { layout: 'mobile', account: unnamed, replies: fullReplies() });
    expect(await page.findByText(t('home.setNickname'))).toBeTruthy();
    expect(document.querySelector('main')?.textContent).not.toContain(unnamed.nickname);
  });
});

describe('a nickname changed too soon', () => {
  const nextAt = new Date(Date.now() + 6 * 86_400_000).toISOString();

  it.each(['updateLimit', 'changeLimit'] as const)('says with %s either the day or the date, never both', async (refusal) => {
    const { page, user, t } = await renderAt('/mobile-modify-base/nickname', {
      layout: 'mobile',
      account: fullAccount(),
      replies: { ...fullReplies(), checkNickname: { data: false }, updateNickname: refused(refusal, { item: 'nickname', nextAt }) },
    });
    await waitFor(() => inputNamed('nickname'));
    await fill(user, inputNamed('nickname'), 'Another');
    await user.click(page.getByRole('button', { name: t('btn.save') }));
    const [before = ''] = t('pf.nick.next', { date: '\n' }).split('\n');
    const day = t('toast.1024');
    await waitFor(() => expect(document.body.textContent).toContain(refusal === 'updateLimit' ? day : before));
    expect(document.body.textContent).not.toContain(refusal === 'updateLimit' ? before : day);
  });
});

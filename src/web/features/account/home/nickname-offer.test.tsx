import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
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
    expect(inputNamed('nickname').value).toBe('');
    expect(document.querySelector('main')?.textContent).not.toContain(unnamed.nickname);
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

describe('a new person', () => {
  const newcomer = { ...unnamed, createdAt: new Date().toISOString() };
  const replies = { ...fullReplies(), checkNickname: { data: false } };

  it.each([
    ['/pc-account-home', 'desktop'],
    ['/mobile-account-home', 'mobile'],
  ] as const)('is welcomed at %s and asked for a name, which is saved in its place', async (at, layout) => {
    let sent = 0;
    const updateNickname = () => {
      sent += 1;
      if (sent === 1) return refused('sensitiveWords', { fields: { nickname: 'sensitive' } });
      return { data: { ...newcomer, nickname: 'Lin' } };
    };
    const { page, user, t } = await renderAt(at, { account: newcomer, layout, replies: { ...replies, updateNickname } });
    expect((await page.findAllByText(t('home.welcome'))).length).toBeGreaterThan(0);
    await waitFor(() => inputNamed('nickname'));
    await fill(user, inputNamed('nickname'), 'admin');
    await user.click(page.getByRole('button', { name: t('btn.save') }));
    await waitFor(() => expect(lineOf(inputNamed('nickname'))).toContain(t('v.nickname.sensitive')));
    await fill(user, inputNamed('nickname'), 'Lin');
    await user.click(page.getByRole('button', { name: t('btn.save') }));
    expect((await page.findAllByText('Lin')).length).toBeGreaterThan(0);
    expect(document.querySelector('input[name=nickname]')).toBeNull();
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('is not asked again in this browser after Later, nor after seven days', async () => {
    const { page, user, t } = await renderAt('/pc-account-home', { account: newcomer, replies });
    await user.click(await page.findByRole('button', { name: t('home.later') }));
    await waitFor(() => expect(heading()).toBe(t('home.setNickname')));
    const kept = localStorage.getItem('name-later');
    expect(kept).toBe(newcomer.createdAt);
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    await renderAt('/pc-account-home', { account: { ...unnamed, createdAt: weekAgo }, replies });
    await waitFor(() => expect(heading()).toBe(t('home.setNickname')));
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

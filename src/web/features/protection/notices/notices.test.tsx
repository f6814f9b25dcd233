import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import { choiceOfAll, choices, withAll } from '#web/widgets/notices/notices.ts';

describe.each(['/pc-notices', '/mobile-notices'])('%s', (path) => {
  const layout = path.startsWith('/mobile') ? 'mobile' : 'desktop';
  const open = (replies: object = {}, account = fullAccount()) =>
    renderAt(path, {
      layout,
      account,
      replies: { ...fullReplies(), showNotices: { data: { groups: usualChoice, etag: 'one' } }, ...replies },
    });

  it('acts at once: one press chooses both, with what was read', async () => {
    const both = withAll(usualChoice, 'both');
    const { page, t, user, api } = await open({ changeNotices: { data: { groups: both, etag: 'two' } } });
    const group = within(await page.findByRole('radiogroup', { name: t('ns.h') }));
    const [mail, other] = group.getAllByRole<HTMLInputElement>('radio');
    expect(mail?.checked).toBe(true);
    await user.click(other as HTMLElement);
    await waitFor(() => expect(other?.checked).toBe(true));
    expect(api.made.find(({ name }) => name === 'changeNotices')?.body).toEqual({ groups: both, etag: 'one' });
  });

  it('stays with the choice before where no proof was given', async () => {
    const methods = [{ method: 'password', target: '' }];
    const { page, t, user } = await open({ changeNotices: refused('verificationNeeded', { methods }) });
    const group = within(await page.findByRole('radiogroup', { name: t('ns.h') }));
    const [mail, other] = group.getAllByRole<HTMLInputElement>('radio');
    await user.click(other as HTMLElement);
    await page.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(mail?.checked).toBe(true);
  });

  it('has a choice for each type below, and then says so above', async () => {
    const own = { ...usualChoice, signIns: choices.sms };
    const { page, t, user, api } = await open({ changeNotices: { data: { groups: own, etag: 'two' } } });
    await user.click(await page.findByText(t('ns.byType')));
    await user.selectOptions(page.getByRole('combobox', { name: t('ns.g.signIns') }), 'sms');
    await page.findByText(t('ns.v.byType'));
    expect(api.made.find(({ name }) => name === 'changeNotices')?.body).toEqual({ groups: own, etag: 'one' });
    // The notices of this type always come by both.
    expect(page.queryByRole('combobox', { name: t('ns.g.waysIn') })).toBeNull();
  });

  it('has no choice where there is one channel', async () => {
    const { page, t } = await open({}, { ...fullAccount(), encryptEmail: '' });
    expect(await page.findByText(t('ns.addEmail'))).toBeTruthy();
    expect(page.queryByRole('radio')).toBeNull();
  });

  it('shows the choice of another window', async () => {
    const { page, t, user, api } = await open({ changeNotices: refused('preconditionFailed', { etag: 'two' }) });
    await user.click((await page.findAllByRole('radio'))[1] as HTMLElement);
    await page.findByText(t('ns.elsewhere'));
    await waitFor(() => expect(api.made.filter(({ name }) => name === 'showNotices').length).toBeGreaterThan(1));
  });
});

it('the choice of all types is one word, or none', () => {
  expect([usualChoice, withAll(usualChoice, 'both'), { ...usualChoice, apps: choices.both }].map(choiceOfAll)).toEqual([
    'mail',
    'both',
    'byType',
  ]);
});

import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const bySms = { ...usualChoice, signIns: { mail: false, sms: true } };

describe.each(['/pc-notices', '/mobile-notices'])('%s', (path) => {
  const layout = path.startsWith('/mobile') ? 'mobile' : 'desktop';
  const open = (replies: object = {}) =>
    renderAt(path, {
      layout,
      account: fullAccount(),
      replies: { ...fullReplies(), showNotices: { data: { groups: usualChoice, etag: 'one' } }, ...replies },
    });

  it('moves a group to text messages, keeps one channel, and saves with what was read', async () => {
    const { page, t, user, api } = await open({ changeNotices: { data: { groups: bySms, etag: 'two' } } });
    const group = await page.findByRole('group', { name: t('ns.g.signIns') });
    const [mail, sms] = [...group.querySelectorAll('input')];
    if (mail === undefined || sms === undefined) throw new Error('two channels');
    const save = page.getByRole<HTMLButtonElement>('button', { name: t('ns.save') });
    expect(save.disabled).toBe(true);
    await user.click(mail);
    expect(page.getByRole('alert').textContent).toBe(t('ns.one'));
    expect(save.disabled).toBe(true);
    await user.click(sms);
    expect(page.queryByRole('alert')).toBeNull();
    await user.click(save);
    await waitFor(() => expect(api.made.find(({ name }) => name === 'changeNotices')?.body).toEqual({ groups: bySms, etag: 'one' }));
    await page.findByText(t('ns.saved'));
    await waitFor(() => expect(page.getByRole<HTMLButtonElement>('button', { name: t('ns.save') }).disabled).toBe(true));
  });

  it('says that sign-in methods are always told by both', async () => {
    const { page, t } = await open();
    expect(await page.findByText(t('ns.always'))).toBeTruthy();
    expect(page.queryByRole('group', { name: t('ns.g.waysIn') })).toBeNull();
    expect(page.getAllByRole('switch')).toHaveLength(8);
  });

  it('asks before an unsaved choice is lost, and not for one that is as it was', async () => {
    const { page, t, user } = await open();
    const group = await page.findByRole('group', { name: t('ns.g.apps') });
    const [, sms] = [...group.querySelectorAll('input')];
    if (sms === undefined) throw new Error('two channels');
    const link = page.getAllByRole<HTMLAnchorElement>('link').find(({ pathname }) => pathname !== path);
    if (link === undefined) throw new Error('no link to another page');
    await user.click(sms);
    await user.click(link);
    const question = await page.findByRole('dialog', { name: t('sys.leave') });
    expect(location.pathname).toBe(path);
    await user.click([...question.querySelectorAll('button')].find(({ textContent }) => textContent === t('sys.stay')) ?? question);
    await user.click(sms);
    await user.click(link);
    await waitFor(() => expect(location.pathname).not.toBe(path));
  });

  it('shows the choice of another window', async () => {
    const { page, t, user, api } = await open({ changeNotices: { refusal: 'preconditionFailed' } });
    const group = await page.findByRole('group', { name: t('ns.g.apps') });
    await user.click(group.querySelectorAll('input')[1] as HTMLElement);
    await user.click(page.getByRole('button', { name: t('ns.save') }));
    await page.findByText(t('ns.elsewhere'));
    await waitFor(() => expect(api.made.filter(({ name }) => name === 'showNotices').length).toBeGreaterThan(1));
  });
});

describe('the way to the notices', () => {
  it.each([
    ['/pc-security', 'desktop', '/pc-notices'],
    ['/mobile-activity', 'mobile', '/mobile-notices'],
  ] as const)('is on %s', async (path, layout, href) => {
    const { page, t } = await renderAt(path, { layout, account: fullAccount(), replies: fullReplies() });
    const link = await page.findByRole('link', { name: new RegExp(t('sec.notices')) });
    expect(link.getAttribute('href')).toContain(href);
  });
});

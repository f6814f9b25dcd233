import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { settle } from '#web/testing/document.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { emptyReplies, fullAccount, fullReplies } from '#web/testing/samples.ts';

function openMobile(replies: Replies = {}): Promise<Rendered> {
  return renderAt('/mobile-account-home', { layout: 'mobile', account: fullAccount(), replies: { ...fullReplies(), ...replies } });
}

const rowOf = ({ page, t }: Rendered, key: 'nav.apps' | 'nav.devices') => page.findByRole('link', { name: new RegExp(t(key)) });

describe('the mobile home', () => {
  it('counts apps and devices', async () => {
    const rendered = await openMobile();
    await waitFor(async () => expect((await rowOf(rendered, 'nav.apps')).textContent).toBe(`${rendered.t('nav.apps')}1`));
    await waitFor(async () => expect((await rowOf(rendered, 'nav.devices')).textContent).toBe(`${rendered.t('nav.devices')}2`));
  });

  it('shows the rows without a number while it is unknown', async () => {
    const rendered = await openMobile({ listApps: refused('serverError'), listDevices: 'no network' });
    await waitFor(() => expect(rendered.api.made.map(({ name }) => name)).toContain('listDevices'));
    await settle();
    expect((await rowOf(rendered, 'nav.apps')).textContent).toBe(rendered.t('nav.apps'));
    expect((await rowOf(rendered, 'nav.devices')).textContent).toBe(rendered.t('nav.devices'));
  });

  it('asks before sign-out; the row leads nowhere', async () => {
    const { page, user, t, api } = await openMobile({ signOut: { data: {} } });
    const row = await page.findByRole('button', { name: t('head.logout') });
    expect(row.querySelectorAll('svg')).toHaveLength(1);
    await user.click(row);
    const sheet = within(await page.findByRole('dialog', { name: t('home.out.h') }));
    expect(api.made.map(({ name }) => name)).not.toContain('signOut');
    await user.click(sheet.getByRole('button', { name: t('head.logout') }));
    await waitFor(() => expect(api.made.map(({ name }) => name)).toContain('signOut'));
  });
});

describe('the desktop home', () => {
  it('explains an empty list of apps', async () => {
    const { page, t } = await renderAt('/pc-account-home', { account: fullAccount(), replies: { ...fullReplies(), ...emptyReplies } });
    expect(await page.findByText(t('ap.empty'))).toBeTruthy();
  });

  it('has a long name in the title of the heading', async () => {
    const nickname = '雪松森林深处的一只山雀在清晨里唱歌给整个山谷的人们听直到夜幕降临';
    const { page } = await renderAt('/pc-account-home', { account: { ...fullAccount(), nickname }, replies: fullReplies() });
    const heading = await page.findByRole('heading', { level: 1, name: new RegExp(nickname) });
    expect(heading.title).toBe(nickname);
  });
});

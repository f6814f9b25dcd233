import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, newAccount } from '#web/testing/samples.ts';

describe.each([
  ['desktop', '/pc-security'],
  ['mobile', '/mobile-security'],
] as const)('the Security page, %s', (layout, path) => {
  const rowsOf = async (account: ReturnType<typeof fullAccount>, passkeys?: 'unknown') => {
    const { page, t } = await renderAt(path, { layout, account, replies: fullReplies(), ...(passkeys && { passkeys }) });
    await page.findByText(t(account.twoStep.enabled ? 'ts.on' : 'ts.off'));
    const link = (name: string) => page.getAllByRole('link').find(({ textContent }) => textContent.startsWith(name))?.textContent;
    return { t, link };
  };

  it('has the state of each way', async () => {
    const full = { ...fullAccount(), passkeys: 2, twoStep: { ...fullAccount().twoStep, enabled: true } };
    const { t, link } = await rowsOf(full);
    expect(link(t('pk.title'))).toBe(`${t('pk.title')}${t('pk.fact')}${t('pk.count', { n: 2 })}`);
    expect(link(t('ts.title'))).toBe(`${t('ts.title')}${t('ts.on')}`);
    expect(link(t('title.social'))).toContain('WeChat');
    const fresh = await rowsOf(newAccount());
    expect(fresh.link(t('pk.title'))).toContain(t('pk.noneYet'));
    expect(fresh.link(t('ts.title'))).toContain(t('ts.off'));
    expect(fresh.link(t('sec.email'))).toContain(t('st.notAdded'));
    // Without an email there is nothing to choose.
    await waitFor(() => expect(fresh.link(t('ns.title'))).toBe(`${t('ns.title')}${t('ns.v.sms')}`));
  });

  it('has no row of passkeys where the browser knows none', async () => {
    const { t, link } = await rowsOf(fullAccount(), 'unknown');
    expect(link(t('pk.title'))).toBeUndefined();
    expect(link(t('ts.title'))).toBeTruthy();
  });

  it('leads to the page that freezes the account, and asks nothing itself', async () => {
    const { page, t } = await renderAt(path, { layout, account: fullAccount(), replies: fullReplies() });
    const row = await page.findByRole('link', { name: new RegExp(t('fz.row')) });
    expect(row.getAttribute('href')).toBe('/freeze');
  });
});

it.each(['password', 'phone', 'email'])('an older address leads on to the page of the %s', async (way) => {
  await renderAt(`/pc-security?change=${way}`, { account: fullAccount(), replies: fullReplies() });
  await waitFor(() => expect(location.pathname).toBe(`/pc-way/${way}`));
});

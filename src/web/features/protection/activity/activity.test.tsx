import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { Given } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type { Entry } from './activity.ts';

const signedIn: Entry = fullReplies().listActivity.data.items[0] as Entry;
const now = Date.now();
const at = (hoursAgo: number): string => new Date(now - hoursAgo * 3_600_000).toISOString();

function open(path: string, answer: (given: Given) => { readonly items: readonly Entry[]; readonly next: string }) {
  const listActivity = (given: Given) => ({ data: { ...answer(given), items: [...answer(given).items] } });
  return renderAt(path, { account: fullAccount(), replies: { ...fullReplies(), listActivity } });
}

describe('the activity page', () => {
  it('says what happened, where, and in which browser', async () => {
    const entries = [
      { ...signedIn, id: 'a', at: at(0) },
      { ...signedIn, id: 'b', at: at(72), event: 'social.bound', platform: 'qq', current: false } as const,
      { ...signedIn, id: 'c', at: at(72), event: 'app.allowed', app: '', current: false } as const,
      { ...signedIn, id: 'd', at: at(72), event: 'sign-in.failures', count: 7, browser: '', os: '', current: false } as const,
    ];
    const { page, t } = await open('/pc-activity', () => ({ items: entries, next: '' }));
    expect(await page.findByText(t('ac.e.sign-in.password'))).toBeTruthy();
    expect(page.getAllByText(new RegExp(t('dv.near', { place: 'Wuhan' })))).toHaveLength(4);
    expect(page.getByText(t('ac.e.social.bound', { platform: t('social.qq') }))).toBeTruthy();
    expect(page.getByText(t('ac.e.app.allowed', { app: t('ac.gone') }))).toBeTruthy();
    expect(page.getByText(t('ac.e.sign-in.failures', { count: 7 }))).toBeTruthy();
    expect(page.getAllByText(new RegExp(t('ac.current')))).toHaveLength(1);
    expect(page.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(1);
  });

  it('asks for a kind, which is in the URL', async () => {
    const { page, user, t, api } = await open('/pc-activity', ({ query }) => ({
      items: query.get('group') === 'apps' ? [{ ...signedIn, event: 'device.unbound' }] : [signedIn],
      next: '',
    }));
    await page.findByText(t('ac.e.sign-in.password'));
    await user.click(page.getByRole('link', { name: t('ac.f.apps') }));
    expect(await page.findByText(t('ac.e.device.unbound'))).toBeTruthy();
    expect(location.search).toBe('?kind=apps');
    expect(page.getByRole('link', { name: t('ac.f.apps') }).getAttribute('aria-current')).toBe('page');
    const asked = api.made.flatMap(({ name, query }) => (name === 'listActivity' ? [String(query)] : []));
    expect([...new Set(asked)]).toEqual(['', 'group=apps']);
  });

  it('shows older events below, each once', async () => {
    const { page, user, t } = await open('/mobile-activity', ({ query }) =>
      query.get('cursor') === null
        ? { items: [signedIn], next: '1.YQ' }
        : { items: [{ ...signedIn, id: 'first', event: 'account.registered' }], next: '' },
    );
    await user.click(await page.findByRole('button', { name: t('ac.older') }));
    expect(await page.findByText(t('ac.e.account.registered'))).toBeTruthy();
    expect(page.getAllByText(t('ac.e.sign-in.password'))).toHaveLength(1);
    await waitFor(() => expect(page.queryByRole('button', { name: t('ac.older') })).toBeNull());
  });
});

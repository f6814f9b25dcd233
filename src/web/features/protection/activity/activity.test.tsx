import { waitFor, within } from '@testing-library/dom';
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

  it('shows twelve rows at first, and then those that it has', async () => {
    const entries = Array.from({ length: 24 }, (_, n) => ({ ...signedIn, id: `${n}`, by: `${n}`, at: at(n) }));
    const { page, user, t } = await open('/pc-activity', () => ({ items: entries, next: '' }));
    const older = await page.findByRole('button', { name: t('ac.older') });
    expect(page.getAllByText(t('ac.e.sign-in.password'))).toHaveLength(12);
    await user.click(older);
    expect(page.getAllByText(t('ac.e.sign-in.password'))).toHaveLength(24);
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

  it('asks for a result, a browser and days in a dialog, all of them in the URL, which a chip keeps', async () => {
    const { page, user, t, api } = await open('/pc-activity', () => ({ items: [signedIn], next: '' }));
    await page.findByText(t('ac.e.sign-in.password'));
    const filter = page.getByRole('button', { name: t('ac.filter') });
    expect(filter.getAttribute('aria-pressed')).toBe('false');
    await user.click(filter);
    await user.selectOptions(await page.findByLabelText(t('ac.device')), t('dv.browser', { browser: 'Firefox', os: 'Linux' }));
    await user.selectOptions(page.getByLabelText(t('ac.days')), t('ac.lastDays', { n: '7' }));
    await user.click(page.getByRole('button', { name: t('ac.show') }));
    await waitFor(() => expect(location.search).toBe('?by=firefox&days=7'));
    const midnight = new Date(new Date().setHours(0, 0, 0, 0));
    const since = midnight.setDate(midnight.getDate() - 6);
    await waitFor(() => expect(api.made.map(({ query }) => String(query))).toContain(`by=firefox&since=${since}`));
    await user.click(page.getByRole('link', { name: t('ac.f.signIns') }));
    expect(location.search).toBe('?kind=signIns&by=firefox&days=7');
    await user.click(page.getByRole('button', { name: t('ac.filter') }));
    await user.selectOptions(await page.findByLabelText(t('ac.result')), t('ac.f.refused'));
    await user.click(page.getByRole('button', { name: t('ac.show') }));
    await waitFor(() => expect(location.search).toBe('?kind=refused&by=firefox&days=7'));
    expect(filter.getAttribute('aria-pressed')).toBe('true');
  });

  it('offers the acts that fit in an opened row: of an app, of a sign-in that lives or is over, and none of an own change', async () => {
    const other = { ...signedIn, current: false, isOwn: false };
    const entries = [
      { ...other, id: 'a', at: at(0), event: 'app.allowed', app: 'Field Notes', clientID: 'notes' } as const,
      { ...other, id: 'b', at: at(24), device: 'there' },
      { ...other, id: 'c', at: at(48), event: 'sign-in.code' } as const,
      { ...other, id: 'd', at: at(72), event: 'passkey.added' } as const,
      { ...other, id: 'e', at: at(96), event: 'password.changed', current: true } as const,
    ];
    const { page, user, t } = await open('/pc-activity', () => ({ items: entries, next: '' }));
    await page.findByText(t('ac.e.sign-in.password'));
    expect(page.queryByRole('link', { name: t('ac.notMe') })).toBeNull();
    const rows = within(page.getByRole('main')).getAllByRole('button', { expanded: false });
    for (const row of rows) await user.click(row);
    const linksIn = (row: Element) => [...(row.closest('li')?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
    expect(rows.map(linksIn)).toEqual([
      ['/pc-application/notes', '/freeze?event=a'],
      ['/device?device=there', '/freeze?event=b'],
      ['/freeze?event=c'],
      ['/pc-security', '/freeze?event=d'],
      [],
    ]);
    expect(page.getAllByText(t('ac.still'))).toHaveLength(1);
  });
});

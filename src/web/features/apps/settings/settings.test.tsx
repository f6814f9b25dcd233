import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

describe.each(['/pc-settings-sync', '/mobile-settings-sync'])('%s', (path) => {
  it('shows what is stored, switches off, and erases after a question', async () => {
    const { page, t, user, api } = await renderAt(path, {
      layout: path.startsWith('/mobile') ? 'mobile' : 'desktop',
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        switchSetting: { data: {} },
        eraseSetting: { data: {} },
        switchSettings: { data: { enabled: false } },
        eraseSettings: { data: {} },
      },
    });
    const row = (await page.findByText(t('sy.k.dock'))).closest('li');
    expect(row?.textContent).toContain('4 KB');
    expect(page.getByText(t('sy.ofApp', { app: 'Field Notes', key: 'editor.font' }))).toBeTruthy();

    // One that is off, and one of which nothing is stored.
    const dock = { clientID: 'cedar-desktop', key: 'dock' };
    expect(row?.textContent).toContain(t('sy.rowOff', { size: '4 KB' }));
    expect(page.getByText(t('sy.rowEmpty')).closest('li')?.textContent).toContain(t('sy.k.power'));
    await user.click(page.getByRole('switch', { name: t('sy.k.network') }));
    const bodies = (wanted: string) => api.made.filter(({ name }) => name === wanted).map(({ body }) => body);
    await waitFor(() => expect(bodies('switchSetting')).toEqual([{ clientID: 'cedar-desktop', key: 'network', on: false }]));
    await user.click(page.getByRole('button', { name: t('sy.eraseOneOf', { name: t('sy.k.dock') }) }));
    expect(page.getByText(t('sy.eraseOneH', { name: t('sy.k.dock') }))).toBeTruthy();
    expect(bodies('eraseSetting')).toEqual([]);
    await user.click(page.getAllByRole('button', { name: t('sy.eraseOne') }).at(-1) as HTMLElement);
    await waitFor(() => expect(bodies('eraseSetting')).toEqual([dock]));
    await waitFor(() => expect(page.getByText(t('sy.eraseOneB')).closest('dialog')?.open).toBe(false));

    await user.click(page.getByRole('switch', { name: t('sy.main') }));
    expect(await page.findByText(t('sy.offB'))).toBeTruthy();
    await waitFor(() => expect(api.made.find(({ name }) => name === 'switchSettings')?.body).toEqual({ enabled: false }));

    await user.click(page.getByRole('button', { name: t('sy.erase') }));
    expect(page.getByText(t('sy.eraseH'))).toBeTruthy();
    expect(api.made.some(({ name }) => name === 'eraseSettings')).toBe(false);
    await user.click(page.getAllByRole('button', { name: t('sy.erase') }).at(-1) as HTMLElement);
    await waitFor(() => expect(api.made.some(({ name }) => name === 'eraseSettings')).toBe(true));
  });
});

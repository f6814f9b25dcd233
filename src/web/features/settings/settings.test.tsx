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
        switchSettings: { data: { enabled: false } },
        eraseSettings: { data: {} },
      },
    });
    const row = (await page.findByText(t('sy.k.dock'))).closest('li');
    expect(row?.textContent).toContain('4 KB');
    expect(row?.textContent).toContain('Slim 14');
    expect(page.getByText(t('sy.ofApp', { app: 'Field Notes', key: 'editor.font' }))).toBeTruthy();

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

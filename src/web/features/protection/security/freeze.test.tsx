import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const frozen = { frozenAt: '2026-01-05T03:04:05.000Z', sessions: 2, apps: 1, changes: [] };

describe('a freeze without a message', () => {
  it.each([
    ['/pc-security', 'fz.row'],
    ['/mobile-activity', 'fz.row'],
    ['/pc-activity', 'ac.notMe'],
  ] as const)('is asked for on %s (%s), says what it does, and ends at its page', async (path, name) => {
    const items = fullReplies().listActivity.data.items.map((entry) => ({ ...entry, current: false }));
    const { page, user, t, api, left } = await renderAt(path, {
      layout: path.startsWith('/mobile') ? 'mobile' : 'desktop',
      account: fullAccount(),
      replies: { ...fullReplies(), listActivity: { data: { items, next: '' } }, freezeOwn: { data: frozen } },
    });
    await user.click((await page.findAllByRole('button', { name: new RegExp(t(name)) }))[0] as HTMLElement);
    await page.findByRole('heading', { name: t('wy.h') });
    for (const line of ['wy.does.1', 'wy.does.3'] as const) expect(page.getByText(t(line))).toBeTruthy();
    await user.click(page.getByRole('radio', { name: t('fz.why.phone') }));
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    await waitFor(() => expect(left.at(-1)).toMatch(/\/frozen$/));
    expect(api.made.flatMap((call) => (call.name === 'freezeOwn' ? [call.body] : []))).toEqual([{ why: 'phone' }]);
  });

  it('does nothing when it is called off', async () => {
    const { page, user, t, api } = await renderAt('/pc-security', { account: fullAccount(), replies: fullReplies() });
    await user.click(await page.findByRole('button', { name: new RegExp(t('fz.row')) }));
    await page.findByRole('heading', { name: t('wy.h') });
    await user.click(page.getByRole('button', { name: t('btn.cancel') }));
    expect(api.made.some(({ name }) => name === 'freezeOwn')).toBe(false);
  });
});

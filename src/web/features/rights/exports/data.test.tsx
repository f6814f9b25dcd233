import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { readyCopy } from '#web/testing/data-samples.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const open = (path: string) =>
  renderAt(path, { account: fullAccount(), replies: fullReplies(), layout: path.startsWith('/mobile') ? 'mobile' : 'desktop' });

describe.each(['/pc-data', '/mobile-data'])('%s', (path) => {
  it('shows a topic with its reason, and opens it in place', async () => {
    const { page, t, user } = await open(path);
    const topic = (await page.findByText(t('dt.t.sessions'))).closest('details');
    expect(topic?.textContent).toContain(t('dt.ba.security'));
    expect(topic?.textContent).toContain(t('dt.count', { n: 7 }));
    expect(topic?.open).toBe(false);
    await user.click(page.getByText(t('dt.t.sessions')));
    expect(topic?.textContent).toContain(t('dt.i.browserAndSystem'));
    expect(topic?.textContent).toContain(t('dt.derived'));
    expect(topic?.textContent).toContain(t('dt.file', { file: 'data/sessions.json' }));
    expect(page.getByRole('link', { name: t('dt.manage') }).getAttribute('href')).toBe(
      path === '/pc-data' ? '/device' : '/mobile-device-info',
    );
  });
});

describe('copies', () => {
  it('are asked for, followed and removed', async () => {
    let state: 'queued' | 'ready' | 'canceled' = 'queued';
    const { page, t, user, api } = await renderAt('/pc-data', {
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        requestExport: { data: { id: 'copy', state: 'queued', already: false } },
        listExports: () => ({ data: { exports: [{ ...readyCopy, state }], nextAt: null } }),
        cancelExport: () => {
          state = 'canceled';
          return { data: { state } };
        },
      },
    });
    await user.click(await page.findByRole('button', { name: t('ex.getBtn') }));
    expect(await page.findByText(t('ex.building'))).toBeTruthy();
    expect(page.queryByRole('button', { name: t('ex.download') })).toBeNull();
    expect(page.queryByRole('button', { name: t('ex.getBtn') })).toBeNull();
    state = 'ready';
    await user.click(page.getByRole('button', { name: t('ex.cancel') }));
    expect(await page.findByText(t('ex.s.canceled'))).toBeTruthy();
    expect(api.made.filter(({ name }) => name === 'cancelExport')).toHaveLength(1);
  });

  it('are removed after a question', async () => {
    const { page, t, user, api } = await renderAt('/mobile-data-copy', {
      layout: 'mobile',
      account: fullAccount(),
      replies: { ...fullReplies(), cancelExport: { data: { state: 'canceled' } } },
    });
    await user.click(await page.findByRole('button', { name: t('ex.remove') }));
    expect(api.made.some(({ name }) => name === 'cancelExport')).toBe(false);
    await user.click((await page.findAllByRole('button', { name: t('ex.remove') })).at(-1) as HTMLElement);
    await waitFor(() => expect(api.made.some(({ name }) => name === 'cancelExport')).toBe(true));
  });

  it('beyond two a week say when the next one is there', async () => {
    const { page, t, user } = await renderAt('/pc-data', {
      account: fullAccount(),
      replies: { ...fullReplies(), requestExport: refused('changeLimit', { nextAt: '2026-01-25T03:04:05.000Z' }) },
    });
    await user.click(await page.findByRole('button', { name: t('ex.getBtn') }));
    expect(await page.findByText(new RegExp(t('ex.limit', { date: '' }).slice(0, 12)))).toBeTruthy();
  });
});

import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { dataTopics } from '#contract/vocabulary/kept-data.ts';
import { dataMap } from '#web/testing/data-map-sample.ts';
import { refused } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { readyCopy } from '#web/testing/data-samples.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

describe.each(['/pc-data', '/mobile-data'])('%s', (path) => {
  it('says in five lines what is kept, and leads to the full list', async () => {
    const replies = { ...fullReplies(), listExports: { data: { exports: [], nextAt: null } } };
    const layout = path === '/pc-data' ? 'desktop' : 'mobile';
    const { page, t, user } = await renderAt(path, { account: fullAccount(), replies, layout });
    const card = within(await page.findByRole('region', { name: t('dt.kept') }));
    expect(await card.findByText(t('dt.why.activity', { until: t('dt.until.law', { n: 180 }) }))).toBeTruthy();
    expect(card.getByText(t('dt.why.apps', { until: t('dt.untilApp') }))).toBeTruthy();
    expect(card.getAllByRole('term')).toHaveLength(5);
    // A row says how many requests are open, and no count of records and no file is named.
    const requests = page.getByRole('link', { name: new RegExp(t('rq.h')) });
    await waitFor(() => expect(requests.textContent).toBe(`${t('rq.h')}${t('rq.count', { n: 1 })}`));
    expect(document.querySelector('main')?.textContent).not.toMatch(/\.json|条记录|records/i);

    await user.click(card.getByRole('link', { name: new RegExp(t('dt.full')) }));
    await page.findByRole('heading', { level: 1, name: t('dt.kept') });
    for (const topic of dataTopics) expect(await page.findByRole('region', { name: t(`dt.t.${topic}`) })).toBeTruthy();
    for (const { keeps } of dataMap.topics) for (const { says } of keeps) expect(page.getByText(says.en_US)).toBeTruthy();
    expect(document.querySelector('main')?.textContent).not.toMatch(/\.json|条记录|records/i);
  });
});

it('the full list is read again after a failure', async () => {
  let isLost = true;
  const loseMap = async (): Promise<void> => {
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      if (isLost && input === '/data-map.json') throw new TypeError('Failed to fetch');
      return fetch(input, init);
    };
  };
  const { page, t, user } = await renderAt('/data-map', { before: loseMap });
  await page.findByRole('button', { name: t('sys.retry') });
  isLost = false;
  await user.click(await page.findByRole('button', { name: t('sys.retry') }));
  expect(await page.findByRole('region', { name: t('dt.t.short') })).toBeTruthy();
});

describe('a copy', () => {
  it('is asked for, followed and canceled in its place', async () => {
    let state: 'queued' | 'ready' | 'canceled' | undefined;
    let isProven = false;
    const { page, t, user, api } = await renderAt('/pc-data', {
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        requestExport: () => {
          if (!isProven) return refused('verificationNeeded', { action: 'requestExport', methods: [{ method: 'password', target: '' }] });
          state = 'queued';
          return { data: { id: 'copy', state: 'queued', already: false } };
        },
        authenticate: () => {
          isProven = true;
          return { data: { verifiedUntil: readyCopy.expiresAt ?? '' } };
        },
        listExports: () => ({ data: { exports: state === undefined ? [] : [{ ...readyCopy, state }], nextAt: null } }),
        cancelExport: () => {
          state = 'canceled';
          return { data: { state } };
        },
      },
    });
    await user.click(await page.findByRole('button', { name: t('ex.getBtn') }));
    const proof = await page.findByRole('dialog', { name: t('vf.h') });
    expect(proof.textContent).toContain(t('ex.told'));
    await fill(user, inputNamed('password'), 'Cedar-2026');
    await user.keyboard('{Enter}');
    expect(await page.findByText(t('ex.building'))).toBeTruthy();
    expect(document.activeElement?.tagName).toBe('H1');
    expect(location.pathname).toBe('/pc-data');
    expect(page.queryByRole('button', { name: t('ex.download') })).toBeNull();
    expect(page.queryByRole('button', { name: t('ex.getBtn') })).toBeNull();
    expect(page.getByRole('link', { name: t('ex.copies') }).getAttribute('href')).toBe('/pc-data-copy');
    await user.click(page.getByRole('button', { name: new RegExp(t('btn.cancel')) }));
    expect(await page.findByRole('button', { name: t('ex.getBtn') })).toBeTruthy();
    expect(document.activeElement?.tagName).toBe('H1');
    expect(api.made.filter(({ name }) => name === 'cancelExport')).toHaveLength(1);
  });

  it('that is ready is deleted after a question; those that have ended are listed', async () => {
    const { page, t, user, api } = await renderAt('/mobile-data-copy', {
      layout: 'mobile',
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        listExports: { data: { exports: [readyCopy, { ...readyCopy, id: 'old', state: 'expired' }], nextAt: null } },
        cancelExport: { data: { state: 'canceled' } },
      },
    });
    expect((await page.findByRole('region', { name: t('ex.ended') })).textContent).toContain(t('ex.s.expired'));
    await user.click(await page.findByRole('button', { name: new RegExp(`^${t('ex.remove')}`) }));
    expect(api.made.some(({ name }) => name === 'cancelExport')).toBe(false);
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: t('ex.remove') }));
    await waitFor(() => expect(api.made.some(({ name }) => name === 'cancelExport')).toBe(true));
  });

  it.each([
    ['failed', null, 'ex.s.failed', 'ex.again'],
    ['canceled', '2026-01-25T03:04:05.000Z', 'ex.limit', undefined],
  ] as const)('that is %s says what is possible', async (state, nextAt, fact, verb) => {
    const replies = { ...fullReplies(), listExports: { data: { exports: [{ ...readyCopy, state }], nextAt } } };
    const { page, t } = await renderAt('/pc-data', { account: fullAccount(), replies });
    expect(await page.findByText(new RegExp(t(fact, { date: '' }).trim()))).toBeTruthy();
    expect(page.queryAllByRole('button', { name: t(verb ?? 'ex.getBtn') })).toHaveLength(verb === undefined ? 0 : 1);
  });

  it('beyond two a week is refused by the card, which says when the next one is there', async () => {
    let nextAt: string | null = null;
    const { page, t, user } = await renderAt('/pc-data', {
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        listExports: () => ({ data: { exports: [], nextAt } }),
        requestExport: () => {
          nextAt = '2026-01-25T03:04:05.000Z';
          return refused('changeLimit', { nextAt });
        },
      },
    });
    await user.click(await page.findByRole('button', { name: t('ex.getBtn') }));
    expect(await page.findByText(new RegExp(t('ex.limit', { date: '' }).trim()))).toBeTruthy();
  });
});

import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused } from '#web/testing/fake-api.ts';
import { ownRequest } from '#web/testing/data-samples.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const open = (path: string, replies: object = {}) =>
  renderAt(path, {
    account: fullAccount(),
    replies: { ...fullReplies(), ...replies },
    layout: path.startsWith('/mobile') ? 'mobile' : 'desktop',
  });

describe.each(['/pc-data-requests', '/mobile-data-requests'])('%s', (path) => {
  it('is reached from Your data, and leads to a thread', async () => {
    const { page, t, user } = await open(path.replace('-requests', ''));
    await user.click(await page.findByRole('link', { name: new RegExp(t('rq.h')) }));
    await user.click(await page.findByRole('link', { name: /7K2Q-9DMX/ }));
    expect(await page.findByText('Thank you. Which year stands there now?')).toBeTruthy();
    expect(page.getByText(t('rq.s.waiting')).closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(location.pathname).toBe(`${path}/request`);
  });

  it('sends a request once, also when its answer was lost', async () => {
    const { page, t, user, api } = await open(path, { fileRightsRequest: 'no network' });
    await user.click(await page.findByRole('button', { name: t('rq.new') }));
    const dialog = await page.findByRole('dialog');
    const send = () => user.click(page.getByRole('button', { name: t('rq.send') }));
    await send();
    expect(dialog.textContent).toContain(t('rq.text.required'));
    await user.selectOptions(page.getByLabelText(t('rq.kind')), t('rq.k.explain'));
    await user.type(page.getByLabelText(t('rq.text')), 'Why the year?');
    await send();
    const sent = () => api.made.filter(({ name }) => name === 'fileRightsRequest');
    await waitFor(() => expect(sent().length).toBeGreaterThan(0));
    const before = sent().length;
    api.answer({ fileRightsRequest: { data: { id: 'request', number: '7K2Q-9DMX', dueAt: ownRequest.dueAt } } });
    await waitFor(async () => {
      await send();
      expect(sent().length).toBeGreaterThan(before);
    });
    expect(new Set(sent().map(({ body }) => body['key'])).size).toBe(1);
    expect(sent()[0]?.body).toMatchObject({ kind: 'explain', text: 'Why the year?' });
    await waitFor(() => expect(location.pathname).toBe(`${path}/request`));
  });

  it.each([
    [refused('tooMany'), 'rq.open'],
    [refused('changeLimit', { nextAt: '2026-02-25T03:04:05.000Z' }), 'rq.limit'],
  ] as const)('says why no further request is taken: %j', async (reply, key) => {
    const { page, t, user } = await open(path, { fileRightsRequest: reply });
    await user.click(await page.findByRole('button', { name: t('rq.new') }));
    await user.type(await page.findByLabelText(t('rq.text')), 'One more');
    await user.click(page.getByRole('button', { name: t('rq.send') }));
    expect(await page.findByText(new RegExp(t(key, { date: '' }).slice(0, 12)))).toBeTruthy();
  });

  it('answers in the thread, and withdraws after a question', async () => {
    const replied = {
      ...ownRequest,
      state: 'received',
      messages: [...ownRequest.messages, { at: '2026-01-24T09:00:00.000Z', author: 'person', text: '1994' }],
    };
    const { page, t, user, api } = await open(`${path}/request`, {
      replyToRightsRequest: { data: replied },
      withdrawRightsRequest: { data: { ...replied, state: 'withdrawn', answeredAt: '2026-01-25T09:00:00.000Z' } },
    });
    await user.type(await page.findByLabelText(t('rq.reply')), '1994');
    await user.click(page.getByRole('button', { name: t('rq.send') }));
    expect(await page.findByText('1994', { selector: 'p' })).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('rq.withdraw') }));
    expect(api.made.some(({ name }) => name === 'withdrawRightsRequest')).toBe(false);
    await user.click((await page.findAllByRole('button', { name: t('rq.withdraw') })).at(-1) as HTMLElement);
    expect(await page.findByText(t('rq.s.withdrawn'))).toBeTruthy();
    await waitFor(() => expect(page.queryByLabelText(t('rq.reply'))).toBeNull());
  });
});

it('shows a refusal with its rule', async () => {
  const refusal = {
    ...ownRequest,
    state: 'answered',
    outcome: 'refused',
    law: 'GDPR 17(3)',
    answeredAt: '2026-02-01T09:00:00.000Z',
  } as const;
  const { page, t } = await open('/pc-data-requests/request', { showRightsRequest: { data: refusal } });
  expect((await page.findByText(t('rq.o.refused'))).parentElement?.textContent).toContain('GDPR 17(3)');
  expect(page.queryByRole('button', { name: t('rq.send') })).toBeNull();
});

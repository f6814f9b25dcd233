import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { calmCheckup } from '#web/testing/data-samples.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';
import type { Point } from '#web/widgets/checkup/checkup.ts';

const [signedIn] = fullReplies().listActivity.data.items;
const bare = { name: '', lastUsedAt: '', left: 0, event: null, claim: null };
const alarm: Point = {
  ...bare,
  advice: 'answer',
  action: 'sayMe',
  event: signedIn === undefined ? null : { ...signedIn, because: [], id: 'alarm', asks: true, current: false },
};
const claim: Point = {
  ...bare,
  advice: 'claim',
  action: 'stopClaim',
  claim: {
    id: 'claim',
    kind: 'recovery',
    action: null,
    way: null,
    at: '2026-03-04T05:06:07.000Z',
    place: 'Wuhan',
    dueAt: '2126-03-07T05:06:07.000Z',
  },
};
const asks = (...items: readonly Point[]): Replies => ({
  ...fullReplies(),
  showCheckup: { data: { ...calmCheckup, items: [...items] } },
});

describe.each([
  ['desktop', '/pc-account-home', '/pc-security'],
  ['mobile', '/mobile-account-home', '/mobile-security'],
] as const)('an account that is asked something, on %s', (layout, home, security) => {
  it('is asked the same first question on the home and on the Security page, and says it in the menu', async () => {
    for (const path of [home, security]) {
      const { page, t } = await renderAt(path, { layout, account: fullAccount(), replies: asks(claim, alarm) });
      const [question] = await page.findAllByRole('region', { name: t('re.ask') });
      expect(question?.textContent).toContain('Wuhan');
      expect(page.queryAllByText(t('ck.a.answer'))).toHaveLength(path === home ? 0 : 1);
      if (layout === 'desktop') expect(page.getByText(t('ck.needs'))).toBeTruthy();
      else if (path === home) expect(page.getByText(t('ck.toConfirm', { n: 2 }))).toBeTruthy();
    }
  });

  it('answers an alarm with one press, and is told so where the question stood', async () => {
    let isOpen = true;
    const { page, user, t, api } = await renderAt(home, {
      layout,
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        showCheckup: () => ({ data: { ...calmCheckup, items: isOpen ? [alarm] : [] } }),
        answerActivity: () => {
          isOpen = false;
          return { data: {} };
        },
      },
    });
    const question = within(await page.findByRole('region', { name: t('ck.a.answer') }));
    expect(question.getByRole('link', { name: t('ac.notMe') }).getAttribute('href')).toBe('/freeze?event=alarm');
    await user.click(question.getByRole('button', { name: t('nt.me') }));
    await within(page.getByRole('main')).findByText(t('ac.own'));
    const isSpoken = () => page.queryAllByText(t('ac.own')).some((each) => each.closest('[aria-live]') !== null);
    await waitFor(() => expect(isSpoken()).toBe(true));
    await waitFor(() => expect(page.queryByText(t('ck.a.answer'))).toBeNull());
    await waitFor(() => expect(page.queryByText(t('ck.needs'))).toBeNull());
    expect(api.made.find(({ name }) => name === 'answerActivity')?.body).toEqual({ id: 'alarm', answer: 'me' });
  });

  it('stops a request that waits', async () => {
    const { page, user, t, api } = await renderAt(security, {
      layout,
      account: fullAccount(),
      replies: { ...asks(claim), stopClaim: { data: { state: 'stopped' } } },
    });
    await user.click(await page.findByRole('button', { name: t('nt.stop') }));
    await page.findByText(t('re.stopDone'));
    expect(api.made.find(({ name }) => name === 'stopClaim')?.body).toEqual({ id: 'claim' });
  });

  it('has suggestions as a number on the home, and each with its act on the Security page', async () => {
    const first = await renderAt(home, { layout, account: fullAccount(), replies: fullReplies() });
    expect(await first.page.findByRole('link', { name: t3(first) })).toBeTruthy();
    const { page, t } = await renderAt(security, { layout, account: fullAccount(), replies: fullReplies() });
    const row = (await page.findByText(t('ck.a.noSecond'))).closest('li');
    expect(row?.querySelector('a')?.getAttribute('href')).toMatch(/-passkeys\?add$/);
    expect(page.getByText(/Field Notes/)).toBeTruthy();
  });

  it('sees nothing of it when the call fails on the home, and a card with a retry on the Security page', async () => {
    const replies = { ...fullReplies(), showCheckup: refused('serverError') } as const;
    const first = await renderAt(home, { layout, account: fullAccount(), replies });
    await waitFor(() => expect(first.api.made.map(({ name }) => name)).toContain('showCheckup'));
    expect(first.page.queryByText(first.t('ck.a.answer'))).toBeNull();
    const { page, t } = await renderAt(security, { layout, account: fullAccount(), replies });
    expect(await page.findByRole('button', { name: t('sys.retry') })).toBeTruthy();
  });
});

function t3({ t }: { readonly t: Awaited<ReturnType<typeof renderAt>>['t'] }): string {
  return t('ck.suggestions', { n: 3 });
}

it('hides a suggestion and shows what is left', async () => {
  let items = [...fullReplies().showCheckup.data.items];
  const { page, user, t, api } = await renderAt('/pc-security', {
    account: fullAccount(),
    replies: {
      ...fullReplies(),
      showCheckup: () => ({ data: { ...calmCheckup, items } }),
      hideAdvice: () => {
        items = items.filter(({ advice }) => advice !== 'quiet');
        return { data: {} };
      },
    },
  });
  await user.click(await page.findByRole('button', { name: t('ck.laterOf', { advice: t('ck.a.quiet') }) }));
  await waitFor(() => expect(page.queryByText(t('ck.a.quiet'))).toBeNull());
  expect(page.getByText(t('ck.a.noSecond'))).toBeTruthy();
  expect(api.made.find(({ name }) => name === 'hideAdvice')).toMatchObject({ body: { advice: 'quiet' } });
});

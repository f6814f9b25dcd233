import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

it.each([
  ['desktop', '/pc-checkup', '/pc-passkeys?add'],
  ['mobile', '/mobile-checkup', '/mobile-passkeys?add'],
] as const)('leads on %s to the act that mends each weak point', async (layout, path, passkeys) => {
  const { page, t } = await renderAt(path, { layout, account: fullAccount(), replies: fullReplies() });
  const row = (await page.findByText(t('ck.a.noSecond'))).closest('li');
  expect(row?.querySelector('a')?.getAttribute('href')).toContain(passkeys);
  expect(page.getByText(/Field Notes/)).toBeTruthy();
});

it('hides a recommendation and shows what is left', async () => {
  let items = [...fullReplies().showCheckup.data.items];
  const { page, user, t, api } = await renderAt('/pc-checkup', {
    account: fullAccount(),
    replies: {
      ...fullReplies(),
      showCheckup: () => ({ data: { items } }),
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

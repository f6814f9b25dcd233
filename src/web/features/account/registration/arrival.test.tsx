import { waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

async function follow(layout: 'desktop' | 'mobile', replies: Replies = {}) {
  return renderAt('/register/follow', {
    account: fullAccount(),
    layout,
    replies: { ...fullReplies(), showQrcode: { data: {} }, ...replies },
  });
}

it('the code for following can be skipped with one press, and tells a phone how to read it', async () => {
  const mobile = await follow('mobile');
  expect(await mobile.page.findByText(mobile.t('follow.phone'))).toBeTruthy();
  const { page, user, t } = await follow('desktop');
  expect(await page.findByRole('img', { name: t('foot.followHint') })).toBeTruthy();
  expect(page.getByText(t('follow.body'))).toBeTruthy();
  await user.click(page.getByRole('link', { name: t('follow.skip') }));
  await waitFor(() => expect(location.pathname).toBe('/pc-account-home'));
});

it('the page of a code that was scanned leads on', async () => {
  await follow('desktop', { qrcodeConfig: { data: { showQrcode: false, url: 'https://social.example' } } });
  await waitFor(() => expect(location.pathname).toBe('/pc-account-home'));
});

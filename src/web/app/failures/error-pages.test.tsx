import { waitFor, within } from '@testing-library/dom';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { renderAt, renderPart } from '#web/testing/render-at.ts';
import { fullReplies } from '#web/testing/samples.ts';

describe('a page that cannot be shown', () => {
  it.each(['/403', '/no-such-page'])('%s has one way out, to the account center', async (at) => {
    const { page, t } = await renderAt(at, { replies: fullReplies() });
    const main = within(page.getByRole('main'));
    expect(main.getByRole('link', { name: t('sys.backHome') }).getAttribute('href')).toBe('/');
    expect([...main.getAllByRole('link'), ...main.queryAllByRole('button')]).toHaveLength(1);
  });

  it('/500 tries again', async () => {
    const { page, user, t } = await renderAt('/500', { replies: fullReplies() });
    await user.click(page.getByRole('button', { name: t('sys.retry') }));
    await waitFor(() => expect(location.pathname).not.toBe('/500'));
  });

  it('after a failure has the id of the latest request, for support', async () => {
    const { page, t } = await renderPart(
      async () => {
        const { call } = await import('#web/lib/api/api.ts');
        await call(referenceEndpoints.region);
        const { loadTexts } = await import('#web/lib/load-texts.ts');
        await loadTexts(['shared/server-error']);
        const { ServerErrorScreen } = await import('#web/screens/shared/server-error.tsx');
        return createElement(ServerErrorScreen);
      },
      { replies: fullReplies() },
    );
    expect(await page.findByText(new RegExp(t('toast.requestId', { id: 'fake-request' })))).toBeTruthy();
  });
});

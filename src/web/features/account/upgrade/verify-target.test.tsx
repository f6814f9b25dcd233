import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullReplies, visitorReplies } from '#web/testing/samples.ts';

const visit = JSON.stringify({ legacyId: 'old', tickets: ['proven'], target: 'new' });

async function open(shared: { readonly phone: string; readonly email: string }) {
  const { bindLegacyAccount } = fullReplies();
  const { preview } = bindLegacyAccount.data;
  const target = {
    target: 'new',
    id: '',
    nickname: 'Lin',
    profileImage: '',
    ...shared,
    same: [shared.phone === '' ? ('email' as const) : ('phone' as const)],
    isOwn: false,
    isProven: false,
  };
  return renderAt('/account-upgrade/verify', {
    replies: { ...visitorReplies, bindLegacyAccount: { data: { preview: { ...preview, target } } } },
    kept: { 'upgrade.visit': visit },
  });
}

describe('the proof of the target of a merge', () => {
  const shown = {
    phone: { shared: { phone: '138****6021', email: '' }, fitting: '13800136021', text: 'v.phone.not_my' },
    email: { shared: { phone: '', email: 'li***@example.com' }, fitting: 'linxi@example.com', text: 'v.email.not_my' },
  } as const;

  it.each(['phone', 'email'] as const)('is a code to the %s that the page shows, and none is sent to another contact', async (kind) => {
    const { shared, fitting, text } = shown[kind];
    const { user, page, t, api } = await open(shared);
    await waitFor(() => inputNamed('account'));
    for (const foreign of ['13900139000', 'someone@example.org']) {
      await fill(user, inputNamed('account'), foreign);
      await user.click(page.getByRole('button', { name: t('f.getCode') }));
      await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t(text)));
    }
    expect(api.made.filter(({ name }) => name === 'sendSms' || name === 'sendEmail')).toEqual([]);
    await fill(user, inputNamed('account'), fitting);
    await waitFor(() => expect(inputNamed('account').getAttribute('aria-invalid')).toBeNull());
  });
});

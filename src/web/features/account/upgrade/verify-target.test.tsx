import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullReplies, visitorReplies } from '#web/testing/samples.ts';

const visit = JSON.stringify({ legacyId: 'old', tickets: ['proven'], target: 'new' });
const shared = { phone: '138****6021', email: '' };

async function open() {
  const { bindLegacyAccount } = fullReplies();
  const { preview } = bindLegacyAccount.data;
  const target = {
    target: 'new',
    id: '',
    nickname: 'Lin',
    profileImage: '',
    ...shared,
    same: ['phone' as const],
    isOwn: false,
    isProven: false,
  };
  return renderAt('/account-upgrade/verify', {
    replies: { ...visitorReplies, bindLegacyAccount: { data: { preview: { ...preview, target } } } },
    kept: { 'upgrade.visit': visit },
  });
}

describe('the proof of the target of a merge', () => {
  it('asks for the phone of that account before a code is sent to another, as far as its phone is known', async () => {
    const { user, page, t, api } = await open();
    await waitFor(() => inputNamed('account'));
    await fill(user, inputNamed('account'), '13900139000');
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t('v.phone.not_my')));
    expect(api.made.filter(({ name }) => name === 'sendSms')).toEqual([]);
    for (const fitting of ['13800136021', 'someone@example.com']) {
      await fill(user, inputNamed('account'), fitting);
      await waitFor(() => expect(inputNamed('account').getAttribute('aria-invalid')).toBeNull());
    }
  });
});

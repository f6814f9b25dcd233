import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Given, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, visitorReplies } from '#web/testing/samples.ts';

const phone = '13800138000';
const password = 'cedar-forest-2026';
const rightCode = '123456';

async function open({ replies = {}, isSignedIn = false }: { readonly replies?: Replies; readonly isSignedIn?: boolean } = {}) {
  const known = { ...visitorReplies, checkPhone: { data: true }, checkEmail: { data: true } };
  const rendered = await renderAt('/register/support', {
    ...(isSignedIn ? { account: fullAccount(), lastChange: 'begins' } : {}),
    replies: { ...known, ...replies },
  });
  const { page, user, t } = rendered;
  const getCode = async (): Promise<void> => {
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
  };
  return { ...rendered, getCode, press: async (name: string) => user.click(page.getByRole('button', { name })) };
}

/** Types a wrong code, goes on to the new password, and types the right code when the server refuses. */
async function correctTheCode({ user, t, getCode, press }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await fill(user, inputNamed('phone'), phone);
  await getCode();
  await fill(user, inputNamed('code'), '000000');
  await press(t('btn.next'));
  await waitFor(() => inputNamed('newPassword'));
  expect(inputNamed('username').value).toBe(phone);
  await fill(user, inputNamed('newPassword'), password);
  await fill(user, inputNamed('confirm'), password);
  await press(t('btn.confirm'));
  await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('v.code.wrong')));
  await fill(user, inputNamed('code'), rightCode);
  await press(t('btn.confirm'));
}

describe('a recovery', () => {
  it('tells that a phone or an email is not registered, as sign-in does, and sends it nothing', async () => {
    const { user, page, t, api } = await open({ replies: { checkPhone: { data: false }, checkEmail: { data: false } } });
    await fill(user, inputNamed('phone'), phone);
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.not_exists')));
    expect(api.made.filter(({ name }) => name === 'sendSms')).toEqual([]);
    await user.click(page.getByRole('radio', { name: t('rc.mail') }));
    await fill(user, inputNamed('email'), 'nobody@example.com');
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('email'))).toContain(t('v.email.not_exists')));
  });

  it('asks for the missing phone in the words of the field', async () => {
    const { t, press } = await open();
    await press(t('btn.next'));
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.required')));
  });

  it('asks a signed-in person for the phone of the account', async () => {
    const { user, t } = await open({ isSignedIn: true, replies: { checkOwnPhone: { data: false } } });
    await fill(user, inputNamed('phone'), phone);
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.not_my')));
  });

  it('finishes at once when the right code is typed after a wrong one', async () => {
    const page = await open({
      replies: {
        resetPasswordByPhone: ({ body }: Given) => (body['code'] === rightCode ? { data: {} } : refused('smsCodeWrong')),
      },
    });
    await correctTheCode(page);
    await waitFor(() => expect(location.pathname).toBe('/register/result-center/resetPassword'));
    expect(page.api.made.filter(({ name }) => name === 'resetPasswordByPhone')).toHaveLength(2);
    // A visitor's tab has no session to ask for.
    expect([page.api.made.filter(({ name }) => name === 'metainfo'), page.api.unexpected]).toEqual([[], []]);
  });

  it('goes on to the new password if the server refuses it after the right code', async () => {
    const page = await open({
      replies: {
        resetPasswordByPhone: ({ body }: Given) =>
          body['code'] === rightCode ? refused('badRequest', { fields: { newPassword: 'custom_password' } }) : refused('smsCodeWrong'),
      },
    });
    await correctTheCode(page);
    await waitFor(() => expect(lineOf(inputNamed('newPassword'))).toContain(page.t('v.password.custom')));
  });
});

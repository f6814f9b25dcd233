import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Given, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, visitorReplies } from '#web/testing/samples.ts';

const phone = '13800138000';
const password = 'cedar-forest-2026';
const rightCode = '123456';

async function open({
  at = '/register/support',
  replies = {},
  isSignedIn = false,
}: { readonly at?: string; readonly replies?: Replies; readonly isSignedIn?: boolean } = {}) {
  const known = { ...visitorReplies, checkPhone: { data: true }, checkEmail: { data: true }, sendSms: { data: { cd: 60 } } } as const;
  const rendered = await renderAt(at, {
    ...(isSignedIn ? { account: fullAccount(), lastChange: 'begins' } : {}),
    replies: { ...known, ...replies },
  });
  const { page, user, t } = rendered;
  const press = async (name: string): Promise<void> => user.click(page.getByRole('button', { name }));
  const setNew = async (): Promise<void> => {
    await waitFor(() => inputNamed('newPassword'));
    await fill(user, inputNamed('newPassword'), password);
    await fill(user, inputNamed('confirm'), password);
    await press(t('rc.set'));
  };
  const toCode = async (): Promise<void> => {
    await fill(user, inputNamed('account'), phone);
    await press(t('f.getCode'));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
  };
  return { ...rendered, press, setNew, toCode };
}

const shownState = {
  proven: ['phone' as const],
  independence: 'single' as const,
  frozenAt: null,
  dueAt: null,
  methods: [],
  putBack: [],
  ways: [],
};

const begin = ({ body }: Given) =>
  body['code'] === rightCode ? { data: { ticket: 'ticket', enough: true, methods: [] } } : refused('smsCodeWrong');

describe('a recovery', () => {
  it('tells that a phone or an email is not registered, as sign-in does, and sends it nothing', async () => {
    const { user, t, press, api } = await open({ replies: { checkPhone: { data: false }, checkEmail: { data: false } } });
    await press(t('f.getCode'));
    await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t('v.account.required')));
    await fill(user, inputNamed('account'), phone);
    await press(t('f.getCode'));
    await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t('v.phone.not_exists')));
    await fill(user, inputNamed('account'), 'nobody@example.com');
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t('v.email.not_exists')));
    expect(api.made.filter(({ name }) => name === 'sendSms')).toEqual([]);
  });

  it('asks a signed-in person for the phone of the account', async () => {
    const { user, t } = await open({ isSignedIn: true, replies: { checkOwnPhone: { data: false } } });
    await fill(user, inputNamed('account'), phone);
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('account'))).toContain(t('v.phone.not_my')));
  });

  it('asks for the new password last, and signs in with it', async () => {
    const { user, t, api, toCode, setNew, left } = await open({
      replies: {
        beginRecovery: begin,
        resetPasswordByEmail: { data: { ticket: 'entry' } },
        signInSecondStep: { data: { account: fullAccount(), continue: '/' } },
      },
    });
    await toCode();
    await fill(user, inputNamed('code'), '000000');
    await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('v.code.wrong')));
    expect(document.querySelector('input[name=newPassword]')).toBeNull();
    await fill(user, inputNamed('code'), rightCode);
    await waitFor(() => inputNamed('newPassword'));
    expect(inputNamed('username').value).toBe(phone);
    await setNew();
    await waitFor(() => expect(left.at(-1)).toMatch(/\/register\/result-center\/resetPassword$/));
    const bodyOf = (name: string) => api.made.findLast((made) => made.name === name)?.body;
    expect(bodyOf('beginRecovery')).toEqual({ phone, code: rightCode });
    expect(bodyOf('resetPasswordByEmail')).toEqual({ token: 'ticket', newPassword: password });
    expect(bodyOf('signInSecondStep')).toEqual({ ticket: 'entry' });
  });

  it.each([
    ['a code', '/register/support'],
    ['a mailed link', '/register/support?token=mailed'],
  ])('by %s asks for one more check before the password where the sign-in would, and never after it', async (_, at) => {
    const methods = [{ method: 'totp' as const, target: '' }];
    const { user, t, page, api, toCode, setNew, left } = await open({
      at,
      replies: {
        beginRecovery: { data: { ticket: 'ticket', enough: false, methods } },
        proveRecovery: { data: { ...shownState, proven: ['phone', 'totp'] } },
        resetPasswordByEmail: ({ body }: Given) =>
          body['token'] === 'mailed'
            ? refused('secondStepNeeded', { ticket: 'ticket', because: 'risky', methods, contact: phone })
            : { data: { ticket: 'entry' } },
        signInSecondStep: { data: { account: fullAccount(), continue: '/' } },
      },
    });
    if (at === '/register/support') {
      await toCode();
      await fill(user, inputNamed('code'), rightCode);
    }
    await page.findByRole('heading', { name: t('vf.more') });
    expect(document.querySelector('input[name=newPassword]')).toBeNull();
    await fill(user, inputNamed('code'), rightCode);
    await setNew();
    await waitFor(() => expect(left.at(-1)).toMatch(/\/register\/result-center\/resetPassword$/));
    const bodyOf = (name: string) => api.made.findLast((made) => made.name === name)?.body;
    expect(bodyOf('proveRecovery')).toEqual({ ticket: 'ticket', former: false, method: 'totp', code: rightCode });
    expect(bodyOf('resetPasswordByEmail')).toEqual({ token: 'ticket', newPassword: password });
    expect(bodyOf('signInSecondStep')).toEqual({ ticket: 'entry' });
  });

  it('leads on where the way back continues, and asks for no password', async () => {
    const { user, t, page, toCode } = await open({
      replies: {
        beginRecovery: { data: { ticket: 'ticket', enough: false, methods: [] } },
        proveRecovery: { data: shownState },
      },
    });
    await toCode();
    await fill(user, inputNamed('code'), rightCode);
    await page.findByRole('heading', { name: t('vf.more') });
    expect(location.pathname).toBe('/recover');
    expect(document.querySelector('input[name=newPassword]')).toBeNull();
  });

  it('names the email that recovers an account instead of its phone', async () => {
    const { user, t, page, toCode } = await open({
      replies: { beginRecovery: refused('secondStepNeeded', { methods: [{ method: 'email', target: 'li***@example.com' }] }) },
    });
    await toCode();
    await fill(user, inputNamed('code'), rightCode);
    expect((await page.findByRole('alert')).textContent).toContain(t('rc.unused', { target: 'li•••@example.com' }));
    expect(inputNamed('account').value).toBe('');
  });

  it('leads to the sign-in where the new password does not sign in from here', async () => {
    const { user, toCode, setNew } = await open({
      replies: {
        beginRecovery: begin,
        resetPasswordByEmail: { data: { ticket: 'entry' } },
        signInSecondStep: refused('tooFrequent', { retryAfter: 60 }),
      },
    });
    await toCode();
    await fill(user, inputNamed('code'), rightCode);
    await setNew();
    await waitFor(() => expect(location.pathname).toBe('/login'));
    await waitFor(() => expect(inputNamed('account').value.replaceAll(' ', '')).toBe(phone));
  });

  it('by a mailed link begins with the password; a used link says so at once', async () => {
    const { page, t, setNew, api } = await open({
      at: '/register/support?token=mailed',
      replies: {
        resetPasswordByEmail: ({ body }: Given) => ({
          data: body['newPassword'] === '' ? { contact: 'li@example.com' } : { ticket: 'entry' },
        }),
        signInSecondStep: { data: { account: fullAccount(), continue: '/' } },
      },
    });
    await setNew();
    await waitFor(() => expect(api.made.some(({ name }) => name === 'signInSecondStep')).toBe(true));
    expect(page.queryByText(t('rc.dead'))).toBeNull();
    const dead = await open({ at: '/register/support?token=used', replies: { resetPasswordByEmail: refused('tokenError') } });
    await dead.page.findByRole('heading', { name: dead.t('rc.dead') });
    await dead.press(dead.t('rc.restart'));
    await waitFor(() => inputNamed('account'));
  });

  it('says aloud that the password is changed, before the page continues automatically', async () => {
    const { t } = await renderAt('/register/result-center/resetPassword', { account: fullAccount() });
    await waitFor(() => expect(document.querySelector('[aria-live=polite]')?.textContent).toContain(t('rs.reset.b')));
  });
});

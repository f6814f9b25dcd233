import { waitFor } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { limits } from '#contract/limits.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { settle } from '#web/testing/document.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

/** An account whose identity was proven just now. */
const proven: AccountView = { ...fullAccount(), verifiedUntil: new Date(Date.now() + 300_000).toISOString() };
const password = 'cedar-forest-2026';

function open(
  at: string,
  {
    replies = {},
    account = fullAccount(),
    layout = 'mobile',
  }: { replies?: Replies; account?: AccountView; layout?: 'desktop' | 'mobile' } = {},
): Promise<Rendered> {
  return renderAt(at, { layout, account, replies: { ...fullReplies(), ...visitorReplies, ...replies } });
}

const button = ({ page, t }: Rendered, key: Parameters<Rendered['t']>[0]) => page.getByRole('button', { name: t(key) });

async function says({ page }: Rendered, text: string): Promise<void> {
  await waitFor(() => expect(page.getAllByText(text).length).toBeGreaterThan(0));
}

describe('a change of the password', () => {
  it('keeps the typed values while the network is gone or slow, and sends them once', async () => {
    const rendered = await open('/mobile-modify-info/password', { replies: { changePassword: 'no network' } });
    const { user, api, t } = rendered;
    await waitFor(() => inputNamed('oldPassword'));
    expect(inputNamed('username').value).toBe(fullAccount().username);
    await fill(user, inputNamed('oldPassword'), 'the-old-one-1');
    await fill(user, inputNamed('newPassword'), password);
    await fill(user, inputNamed('confirm'), password);
    const submit = document.querySelector<HTMLButtonElement>('button[type=submit]') ?? document.body;
    await user.click(submit);
    await says(rendered, t('toast.404'));
    expect([inputNamed('oldPassword').value, inputNamed('newPassword').value]).toEqual(['the-old-one-1', password]);
    const held = Promise.withResolvers<{ data: Record<never, never> }>();
    api.answer({ changePassword: held.promise });
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBeNull());
    await user.type(inputNamed('confirm'), 'x{Backspace}');
    await user.click(submit);
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBe('true'));
    await user.click(submit);
    held.resolve({ data: {} });
    await says(rendered, t('rs.ok.pw'));
    expect(api.made.filter(({ name }) => name === 'changePassword')).toHaveLength(2);
  });
});

/** The page of a phone or an email, and its change. */
async function openChange(kind: 'phone' | 'email', replies: Replies): Promise<Rendered> {
  const rendered = await open(`/mobile-modify-info/${kind}`, { account: proven, replies });
  await rendered.user.click(await rendered.page.findByRole('button', { name: `${rendered.t('btn.change')} ${rendered.t(`sec.${kind}`)}` }));
  await waitFor(() => inputNamed('contact'));
  return rendered;
}

describe('a change of the phone', () => {
  const newPhone = '13900139000';

  it('reports the failure at the field and continues after the correction', async () => {
    const rendered = await openChange('phone', {
      checkPhone: ({ body }) => ({ data: body['phone'] === '13700137000' }),
      sendAccountSms: { data: { cd: 60 } },
      updatePhone: refused('smsCodeWrong'),
    });
    const { user, api, t } = rendered;
    await fill(user, inputNamed('contact'), '13700137000');
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('contact'))).toContain(t('v.phone.exists')));
    await fill(user, inputNamed('contact'), newPhone);
    await fill(user, inputNamed('code'), '123456');
    await user.click(button(rendered, 'btn.change'));
    await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('v.phone.code')));
    await user.click(button(rendered, 'f.getCode'));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
    await fill(user, inputNamed('code'), '000000');
    await user.click(button(rendered, 'btn.change'));
    await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('v.code.wrong')));
    api.answer({ updatePhone: 'no network' });
    await fill(user, inputNamed('code'), '123456');
    await user.click(button(rendered, 'btn.change'));
    await says(rendered, t('toast.404'));
    expect([inputNamed('contact').value.replaceAll(' ', ''), inputNamed('code').value]).toEqual([newPhone, '123456']);
    api.answer({ updatePhone: { data: fullAccount() } });
    await waitFor(() => expect(button(rendered, 'btn.change').getAttribute('aria-busy')).toBeNull());
    await fill(user, inputNamed('code'), '123456');
    await user.click(button(rendered, 'btn.change'));
    await says(rendered, t('rs.ok.phone'));
  });

  it.each([true, false])('offers to call the old one lost where changes take two ways: %s', async (isProtected) => {
    const account = { ...proven, twoStep: { ...proven.twoStep, enabled: isProtected } };
    const rendered = await open('/mobile-modify-info/phone', {
      account,
      replies: { checkPhone: { data: false }, sendAccountSms: { data: { cd: 60 } }, updatePhone: { data: account } },
    });
    const { user, page, t, api } = rendered;
    await user.click(await page.findByRole('button', { name: `${t('btn.change')} ${t('sec.phone')}` }));
    await waitFor(() => inputNamed('contact'));
    const box = page.queryByRole('checkbox');
    expect(box !== null).toBe(isProtected);
    if (box !== null) await user.click(box);
    await fill(user, inputNamed('contact'), newPhone);
    await user.click(button(rendered, 'f.getCode'));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
    await fill(user, inputNamed('code'), '123456');
    await user.click(button(rendered, 'btn.change'));
    await says(rendered, t('rs.ok.phone'));
    const sent = api.made.filter(({ name }) => name === 'updatePhone').map(({ body }) => body);
    expect(sent).toEqual([isProtected ? { phone: newPhone, code: '123456', lost: true } : { phone: newPhone, code: '123456' }]);
  });

  it('leads to the first password with the reason for it, where a person without one would set another', async () => {
    const account = { ...fullAccount(), password_empty: true };
    await open('/mobile-modify-info/setPassword?fromType=fromPhone', { account });
    await waitFor(() => expect(location.pathname + location.search).toBe('/mobile-modify-info/setInitialPassword?fromType=fromPhone'));
  });

  it('shows when the next code can be requested', async () => {
    const rendered = await openChange('phone', {
      checkPhone: { data: false },
      sendAccountSms: refused('codeLimit', { retryAfter: 86_400 }),
    });
    const { user, page, t } = rendered;
    await fill(user, inputNamed('contact'), newPhone);
    await user.click(button(rendered, 'f.getCode'));
    const alert = await page.findByRole('alert', {}, { timeout: 15_000 });
    expect(alert.textContent).toContain(t('toast.1011'));
    expect(alert.textContent).toContain(new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(Date.now() + 86_400_000));
  });

  it('asks for another identity proof when the first has expired, then continues with it', async () => {
    let isProven = false;
    const rendered = await openChange('phone', {
      checkPhone: { data: false },
      sendAccountSms: { data: { cd: 60 } },
      updatePhone: () =>
        isProven ? { data: fullAccount() } : refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] }),
      authenticate: () => {
        isProven = true;
        return { data: { verifiedUntil: new Date(Date.now() + 300_000).toISOString() } };
      },
    });
    const { user, page, t } = rendered;
    await fill(user, inputNamed('contact'), newPhone);
    await user.click(button(rendered, 'f.getCode'));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
    await fill(user, inputNamed('code'), '123456');
    await user.click(button(rendered, 'btn.change'));
    const dialog = await page.findByRole('dialog', { name: t('vf.h') });
    expect(inputNamed('contact').value.replaceAll(' ', '')).toBe(newPhone);
    await fill(user, inputNamed('password'), password);
    await user.click(dialog.querySelector('button[type=submit]') ?? dialog);
    await says(rendered, t('rs.ok.phone'));
  });
});

describe('a change of the email', () => {
  it('leaves the comparison with the current email to the server', async () => {
    const rendered = await openChange('email', { sendAccountEmail: refused('badRequest', { fields: { email: 'is_not' } }) });
    const { user, t, api } = rendered;
    await fill(user, inputNamed('contact'), 'linxi@example.com');
    await user.click(button(rendered, 'f.getCode'));
    await waitFor(() => expect(lineOf(inputNamed('contact'))).toContain(t('v.email.is_not')), { timeout: 15_000 });
    expect(api.made.map(({ name }) => name)).not.toContain('checkEmail');
  });
});

describe('an item of the profile', () => {
  it('keeps the typed values through refusals and network failures, and sends only the changed item', async () => {
    const rendered = await open('/mobile-modify-privacy/year', {
      replies: { updateUserinfo: refused('badRequest', { fields: { year: 'regex' } }) },
    });
    const { user, api, t } = rendered;
    await waitFor(() => inputNamed('year'));
    await fill(user, inputNamed('year'), '123');
    await user.click(button(rendered, 'btn.save'));
    await waitFor(() => expect(lineOf(inputNamed('year'))).toContain(t('v.year')));
    expect(api.made.filter(({ name }) => name === 'updateUserinfo')).toEqual([]);
    for (const [reply, text] of [
      [refused('badRequest', { fields: { year: 'regex' } }), t('v.year')],
      [refused('serverError'), t('toast.500')],
      ['no network', t('toast.404')],
    ] as const) {
      api.answer({ updateUserinfo: reply });
      await waitFor(() => expect(button(rendered, 'btn.save').getAttribute('aria-busy')).toBeNull());
      await fill(user, inputNamed('year'), '2008');
      await user.click(button(rendered, 'btn.save'));
      await says(rendered, text);
      await waitFor(() => expect(button(rendered, 'btn.save').getAttribute('aria-busy')).toBeNull());
      expect(inputNamed('year').value).toBe('2008');
    }
    api.answer({ updateUserinfo: { data: { ...fullAccount(), year: '2008' } } });
    await user.type(inputNamed('year'), 'x{Backspace}');
    await user.click(button(rendered, 'btn.save'));
    await waitFor(() => expect(location.pathname).toBe('/mobile-privacy-info'));
    expect(api.made.findLast(({ name }) => name === 'updateUserinfo')?.body).toEqual({ year: '2008' });
  });

  it('asks before a link or Back discards a change, and stays or leaves as answered', async () => {
    const rendered = await open('/mobile-privacy-info');
    const { user, page, t } = rendered;
    await user.click(await page.findByRole('link', { name: new RegExp(t('pf.company')) }));
    await waitFor(() => inputNamed('company'));
    await fill(user, inputNamed('company'), 'Elsewhere');
    await user.click(page.getByRole('link', { name: t('sys.back') }));
    await page.findByRole('dialog', { name: t('sys.leave') });
    await user.click(button(rendered, 'sys.stay'));
    expect([location.pathname, inputNamed('company').value]).toEqual(['/mobile-modify-privacy/company', 'Elsewhere']);
    await user.click(page.getByRole('link', { name: t('sys.back') }));
    await user.click(await page.findByRole('button', { name: t('sys.leaveBtn') }));
    await waitFor(() => expect(location.pathname).toBe('/mobile-privacy-info'));
  });

  it('closes without a question when nothing was changed', async () => {
    const rendered = await open('/mobile-modify-privacy/company');
    const { user, page, t } = rendered;
    await waitFor(() => inputNamed('company'));
    await user.click(page.getByRole('link', { name: t('sys.back') }));
    await waitFor(() => expect(location.pathname).toBe('/mobile-privacy-info'));
  });
});

describe('an identity proof by code', () => {
  it('empties the slots after a wrong code and lists the other ways after three', async () => {
    const rendered = await open('/mobile-safety-inspection?action=changePhone', {
      replies: { sendAccountSms: { data: { cd: 60 } }, authenticate: refused('smsCodeWrong') },
    });
    const { user, page, t, api } = rendered;
    await user.click(await page.findByRole('button', { name: t('vf.other') }));
    await user.click(await page.findByRole('button', { name: new RegExp(t('vf.byPhone', { phone: '' }).trim()) }));
    await waitFor(() => inputNamed('code'));
    for (let tries = 1; tries <= 3; tries += 1) {
      await settle();
      await user.type(inputNamed('code'), '000000');
      await waitFor(() => expect(api.made.filter(({ name }) => name === 'authenticate')).toHaveLength(tries));
      await waitFor(() => expect(inputNamed('code').value).toBe(''));
    }
    expect(await page.findByRole('button', { name: t('vf.byPassword') })).toBeTruthy();
    expect(api.made.filter(({ name }) => name === 'sendAccountSms')).toHaveLength(1);
  });
});

describe('the countdown of a code', () => {
  it('counts down by the second, then offers another code', async () => {
    const rendered = await openChange('phone', { checkPhone: { data: false }, sendAccountSms: { data: { cd: limits.resendSeconds } } });
    const { user, page, t } = rendered;
    await fill(user, inputNamed('contact'), '13900139000');
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
    await user.click(button(rendered, 'f.getCode'));
    const waiting = await page.findByRole<HTMLButtonElement>('button', { name: /\d+/ }, { timeout: 15_000 });
    expect(waiting.disabled).toBe(true);
    vi.advanceTimersByTime((limits.resendSeconds - 2) * 1000);
    await waitFor(() => expect(page.getByRole('button', { name: /\d+/ })).toBeTruthy());
    vi.advanceTimersByTime(3000);
    await waitFor(() => expect(page.getByRole<HTMLButtonElement>('button', { name: t('f.resend') }).disabled).toBe(false));
  });
});

describe('the session', () => {
  it('announces its end and leads to sign-in after five seconds', async () => {
    const rendered = await open('/mobile-account-home', { replies: { metainfo: refused('overtime') } });
    await says(rendered, rendered.t('toast.2000'));
    expect(location.pathname).toBe('/mobile-account-home');
    await waitFor(() => expect(location.pathname).toBe('/login'), { timeout: 10_000 });
  });

  it('does not call back a person who has gone elsewhere after a refused ticket', async () => {
    const late = Promise.withResolvers<ReturnType<typeof refused<'tokenError'>>>();
    const { user, page, t } = await renderAt('/apply-cancellation?X-Token=bad', {
      replies: { ...fullReplies(), changeDeletion: late.promise },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    late.resolve(refused('tokenError'));
    await waitFor(() => expect(page.getAllByText(t('toast.1022')).length).toBeGreaterThan(0));
    await user.click(page.getByRole('link', { name: t('foot.privacy') }));
    await waitFor(() => expect(location.pathname).toBe('/agreement/private'));
    vi.advanceTimersByTime(10_000);
    await settle();
    expect(location.pathname).toBe('/agreement/private');
  });

  it('continues if a sign-out gets no answer, and the page gives the reason', async () => {
    const rendered = await open('/pc-account-home', { layout: 'desktop', replies: { signOut: 'no network' } });
    const { user, page, t } = rendered;
    await page.findByRole('heading', { level: 1, name: /Lin Xi/ });
    await settle();
    await user.click(page.getByRole('button', { name: t('head.menu') }));
    await user.click(await page.findByRole('button', { name: t('head.logout') }));
    await says(rendered, t('toast.404'));
    expect(location.pathname).toBe('/pc-account-home');
  });

  it('starts again from the page after sign-out', async () => {
    const { user, page, t } = await renderAt('/logout');
    await user.click(page.getByRole('link', { name: t('title.signIn') }));
    await waitFor(() => expect(location.pathname).toBe('/login'));
  });
});

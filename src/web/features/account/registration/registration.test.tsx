import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullReplies, newAccount, visitorReplies } from '#web/testing/samples.ts';

const phone = '13800138000';
const password = 'cedar-forest-2026';
const registered = { data: { account: newAccount(), continue: '/' } } as const;

async function open({ at = '/register', replies = {} }: { at?: string; replies?: Replies } = {}) {
  const { region, agreement, qrcodeConfig } = fullReplies();
  const config = { features: { ...sampleConfig.features, followQr: false } };
  const rendered = await renderAt(at, { replies: { ...visitorReplies, region, agreement, qrcodeConfig, ...replies }, config });
  const { page, user, t, api } = rendered;
  await waitFor(() => expect(api.made.some(({ name }) => name === 'region')).toBe(true));
  const submit = () => page.getByRole('button', { name: t('rg.btn') });
  const getCode = async (): Promise<void> => {
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')), { timeout: 15_000 });
  };
  const accepted = () => page.getByRole<HTMLInputElement>('checkbox');
  const fillRest = async (code = '123456'): Promise<void> => {
    await fill(user, inputNamed('code'), code);
    await fill(user, inputNamed('password'), password);
    await fill(user, inputNamed('confirm'), password);
    if (!accepted().checked) await user.click(accepted());
  };
  const sent = () => api.made.filter(({ name }) => name === 'registerByPhone');
  return { ...rendered, submit, getCode, fillRest, agreement: accepted, sent };
}

describe('the registration form', () => {
  it('names the missing fields, first field first, only after Sign up', async () => {
    const { user, t, submit } = await open();
    await user.click(inputNamed('phone'));
    await user.click(inputNamed('code'));
    expect(inputNamed('phone').getAttribute('aria-invalid')).not.toBe('true');
    await user.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('phone')));
    expect(lineOf(inputNamed('phone'))).toBe(t('v.phone.required'));
    expect(lineOf(inputNamed('code'))).toBe(t('v.code.required'));
    expect(lineOf(inputNamed('password'))).toContain(t('v.password.required'));
    expect(lineOf(inputNamed('confirm'))).toBe(t('v.confirm.required'));
    await fill(user, inputNamed('phone'), '12345');
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toBe(t('v.phone.regex')));
    await fill(user, inputNamed('phone'), phone);
    await waitFor(() => expect(lineOf(inputNamed('phone'))).not.toContain(t('v.phone.regex')));
  });

  it('asks for the agreement before it sends anything, and continues after it is given', async () => {
    const { user, t, page, submit, getCode, fillRest, agreement, sent, left } = await open({ replies: { registerByPhone: registered } });
    await fill(user, inputNamed('phone'), phone);
    await getCode();
    await fillRest();
    await user.click(agreement());
    await user.click(submit());
    await page.findByRole('dialog', { name: t('agree.dlg.h') });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(page.queryByRole('dialog', { name: t('agree.dlg.h') })).toBeNull());
    expect([agreement().checked, sent().length]).toEqual([false, 0]);
    await user.type(inputNamed('code'), '{Backspace}6');
    await user.click(submit());
    await user.click(await page.findByRole('button', { name: t('agree.dlg.btn') }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(agreement().checked).toBe(true);
    await waitFor(() => expect(left).toHaveLength(1));
  });

  it.each([
    ['/', null],
    ['/device', '/device'],
  ])('leads to the success first: on the way to %s, then to %s', async (next, to) => {
    const { user, submit, getCode, fillRest, left } = await open({
      replies: { registerByPhone: { data: { account: newAccount(), continue: next } } },
    });
    await fill(user, inputNamed('phone'), phone);
    await getCode();
    await fillRest();
    await user.click(submit());
    await waitFor(() => expect(left).toHaveLength(1));
    const url = new URL(left[0] ?? '', location.origin);
    expect([url.pathname, url.searchParams.get('redirect')]).toEqual(['/register/result-center/register', to]);
  });

  it('marks a wrong code and keeps all typed values', async () => {
    const { user, t, submit, getCode, fillRest, agreement } = await open({ replies: { registerByPhone: refused('smsCodeWrong') } });
    await fill(user, inputNamed('phone'), phone);
    await getCode();
    await fillRest('000000');
    await user.click(submit());
    await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('v.code.wrong')));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('code')));
    expect([inputNamed('password').value, inputNamed('confirm').value, agreement().checked]).toEqual([password, password, true]);
  });

  it('creates one account when Sign up is pressed twice', async () => {
    const { user, submit, getCode, fillRest, sent, left } = await open({ replies: { registerByPhone: registered } });
    await fill(user, inputNamed('phone'), phone);
    await getCode();
    await fillRest();
    await user.dblClick(submit());
    await waitFor(() => expect(left).toHaveLength(1));
    expect(sent()).toHaveLength(1);
  });

  it('reports a registered phone and carries it to sign-in', async () => {
    const { user, t, page } = await open({ at: '/register?redirect=/device', replies: { checkPhone: { data: true } } });
    await fill(user, inputNamed('phone'), phone);
    await user.click(inputNamed('code'));
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.exists')));
    const [link] = page.getAllByRole('link', { name: t('si.btn') });
    await user.click(link ?? document.body);
    await waitFor(() => expect(location.pathname + location.search).toBe('/login?redirect=%2Fdevice'));
    await waitFor(() => expect(inputNamed('account').value).toBe(phone));
  });

  it('reports a registered email', async () => {
    const { user, t, page } = await open({ replies: { checkEmail: { data: true } } });
    await user.click(page.getByRole('tab', { name: t('rg.tab.email') }));
    await fill(user, inputNamed('email'), 'lin@example.com');
    await user.click(inputNamed('emailCode'));
    await waitFor(() => expect(lineOf(inputNamed('email'))).toContain(t('v.email.exists')));
  });

  it('lets the server decide when the check failed', async () => {
    const { user, t, page } = await open({ replies: { checkPhone: 'no network', sendSms: refused('phoneExists') } });
    await fill(user, inputNamed('phone'), phone);
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.exists')));
  });

  it('refuses a code that was never requested', async () => {
    const { user, t, submit, fillRest, sent } = await open();
    await fill(user, inputNamed('phone'), phone);
    await fillRest();
    await user.click(submit());
    await waitFor(() => expect(lineOf(inputNamed('code'))).toBe(t('v.phone.code')));
    expect(sent()).toEqual([]);
  });

  it('compares the confirmation again when either password changes', async () => {
    const { user, t } = await open();
    await fill(user, inputNamed('password'), password);
    await fill(user, inputNamed('confirm'), `${password}x`);
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('confirm'))).toContain(t('v.password.confirmed')));
    await fill(user, inputNamed('password'), `${password}x`);
    await waitFor(() => expect(lineOf(inputNamed('confirm'))).not.toContain(t('v.password.confirmed')));
  });

  it('strips the extra characters of a pasted phone number', async () => {
    const { user } = await open();
    await fill(user, inputNamed('phone'), '+86 138-0013-8000');
    await user.tab();
    await waitFor(() => expect(inputNamed('phone').value).toBe('138 0013 8000'));
  });

  it('begins with the email outside Mainland China, and says which phones are supported', async () => {
    const { user, t, page } = await open();
    expect(document.querySelector('select[name=region]')).toBeNull();
    await user.click(page.getByRole('button', { name: t('rg.changeRegion') }));
    await waitFor(() => expect(document.activeElement).toBe(inputNamed('region')));
    await user.selectOptions(inputNamed('region'), 'DE');
    await waitFor(() => expect(document.querySelector('input[name=email]')).not.toBeNull());
    await user.click(page.getByRole('tab', { name: t('rg.tab.phone') }));
    await user.click(inputNamed('phone'));
    expect(lineOf(inputNamed('phone'))).toContain(t('rg.numbers'));
    await fill(user, inputNamed('phone'), '+852 6123 4567');
    await user.tab();
    await waitFor(() => expect(lineOf(inputNamed('phone'))).toContain(t('v.phone.phone')));
    await user.selectOptions(inputNamed('region'), 'CN');
    await fill(user, inputNamed('phone'), phone);
    expect(lineOf(inputNamed('phone'))).not.toContain(t('rg.numbers'));
  });

  it('names an anti-cheat’s verdict', async () => {
    const { user, t, page, submit, getCode, fillRest } = await open({ replies: { registerByPhone: refused('unsafeRegistration') } });
    await fill(user, inputNamed('phone'), phone);
    await getCode();
    await fillRest();
    await user.click(submit());
    await waitFor(() => expect(page.getAllByText(t('msg.unsafe')).length).toBeGreaterThan(0));
  });
});

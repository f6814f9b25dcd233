import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, visitorReplies } from '#web/testing/samples.ts';

const phone = '13800138000';
const password = 'a-good-password-1';
const fullLinks = { home: '', privacy: { zh_CN: '', en_US: '' }, terms: { zh_CN: '', en_US: '' } };
const signedIn = { data: { account: fullAccount(), continue: '/device', offerPasskey: false } } as const;

async function open({ at = '/login', replies = {}, hasPlatforms = true }: { at?: string; replies?: Replies; hasPlatforms?: boolean } = {}) {
  const config = hasPlatforms ? {} : { features: { ...sampleConfig.features, social: [] } };
  const rendered = await renderAt(at, { replies: { ...visitorReplies, checkPhone: { data: true }, ...replies }, config });
  const { page, user, t } = rendered;
  const form = {
    account: () => inputNamed('account'),
    password: () => inputNamed('password'),
    code: () => inputNamed('code'),
    submit: () => page.getByRole('button', { name: t('si.btn') }),
  };
  const signIn = async (given = password): Promise<void> => {
    await fill(user, form.account(), phone);
    await fill(user, form.password(), given);
    await user.click(form.submit());
  };
  return { ...rendered, form, signIn };
}

describe('the sign-in form', () => {
  it('leads to the server’s target, in a new document', async () => {
    const { signIn, left, api } = await open({ replies: { signInByPassword: signedIn } });
    await signIn();
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
    expect(api.made.find(({ name }) => name === 'signInByPassword')?.body).toEqual({ account: phone, password });
  });

  it('reports a wrong password on the password field, emptied and focused', async () => {
    const { signIn, form, t } = await open({ replies: { signInByPassword: refused('wrongCredentials') } });
    await signIn();
    await waitFor(() => expect(lineOf(form.password())).toContain(t('msg.badLogin')));
    expect([form.password().value, form.account().value]).toEqual(['', phone]);
    await waitFor(() => expect(document.activeElement).toBe(form.password()));
  });

  it('offers a code or a passkey after the second wrong password, not after the first', async () => {
    const { signIn, form, user, page, t } = await open({ replies: { signInByPassword: refused('wrongCredentials') } });
    await signIn();
    await waitFor(() => expect(lineOf(form.password())).toContain(t('msg.badLogin')));
    expect(page.queryByText(t('pw.try'))).toBeNull();
    await waitFor(() => expect(form.submit().getAttribute('aria-busy')).toBeNull());
    await user.type(form.password(), password);
    await user.click(form.submit());
    await page.findByText(t('pw.try'));
  });

  it.each(['serverError', 'gatewayTimeout', 'no network'] as const)(
    'stays unchanged after %s, and works on the next submission',
    async (why) => {
      const { signIn, form, t, user, page, api, left } = await open({
        replies: { signInByPassword: why === 'no network' ? why : refused(why) },
      });
      await signIn();
      const text = t(why === 'serverError' ? 'toast.500' : why === 'gatewayTimeout' ? 'toast.504' : 'toast.404');
      await waitFor(() => expect(page.getAllByText(text).length).toBeGreaterThan(0));
      expect([form.account().value, form.password().value]).toEqual([phone, password]);
      await waitFor(() => expect(form.submit().getAttribute('aria-busy')).toBeNull());
      api.answer({ signInByPassword: signedIn });
      // After a change, another press is not a double click.
      await user.type(form.password(), 'x{Backspace}');
      await user.click(form.submit());
      await waitFor(() => expect(left).toHaveLength(1));
    },
  );

  it('names the failure of the identifier', async () => {
    const { form, user, t } = await open({
      replies: { checkPhone: { data: false }, checkEmail: { data: false }, checkUsername: { data: false } },
    });
    await user.click(form.submit());
    await waitFor(() => expect(lineOf(form.account())).toContain(t('v.account.required')));
    await waitFor(() => expect(document.activeElement).toBe(form.account()));
    expect(lineOf(form.password())).toContain(t('v.password.required'));
    for (const [typed, text] of [
      ['12345', 'v.account.format'],
      ['somebody', 'v.username.not_exists'],
      ['someone@nowhere', 'v.account.format'],
      [phone, 'v.phone.not_exists'],
      ['someone@nowhere.example', 'v.email.not_exists'],
    ] as const) {
      await fill(user, form.account(), typed);
      await waitFor(() => expect(lineOf(form.account())).toContain(t(text)));
    }
  });

  it('sends no code to an unknown number, however fast it is asked for, and leads to registration', async () => {
    const { form, user, page, t, api } = await open({
      replies: { checkPhone: { data: false }, region: { data: { IsoCode: 'CN' } } },
    });
    await user.click(page.getByRole('button', { name: t('si.byCode') }));
    await fill(user, form.account(), phone);
    await user.click(await page.findByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(lineOf(form.account())).toContain(t('v.phone.not_exists')));
    await waitFor(() => expect(page.getByRole('button', { name: t('f.getCode') }).getAttribute('aria-busy')).toBeNull());
    expect(api.made.filter(({ name }) => name === 'sendSms')).toEqual([]);
    expect(page.queryByText(t('f.sentTo', { target: '138 •••• 8000' }))).toBeNull();
    const [beside] = page.getAllByRole('link', { name: t('si.create') });
    await user.click(beside ?? document.body);
    await waitFor(() => expect(inputNamed('phone').value.replaceAll(' ', '')).toBe(phone));
  });

  it('names the app that it is for, and only for a request of that app', async () => {
    const icon = 'data:image/png;base64,AAAA';
    const app = { clientID: 'notes', name: { zh_CN: '田野笔记', en_US: 'Field Notes' }, icon, links: fullLinks };
    const request = encodeURIComponent('/oidc/interaction/asked?client_id=notes');
    for (const path of ['/login', '/register'] as const) {
      const { page, t } = await open({
        at: `${path}?redirect=${request}&client_id=notes`,
        replies: { describeApp: { data: app }, region: { data: { IsoCode: 'CN' } } },
      });
      await page.findByText('Field Notes');
      expect(document.querySelector('main')?.textContent).toContain(t('si.for', { app: 'Field Notes' }));
      expect(document.querySelector(`img[src="${icon}"]`)).not.toBeNull();
    }
    const plain = await open({ at: '/login?redirect=%2Fdevice&client_id=notes' });
    expect(plain.page.queryByText('Field Notes')).toBeNull();
    const unknown = await open({ at: `/login?redirect=${request}`, replies: { describeApp: { data: null } } });
    await waitFor(() => expect(unknown.api.made.some(({ name }) => name === 'describeApp')).toBe(true));
    expect(await unknown.page.findByRole('button', { name: unknown.t('si.btn') })).toBeTruthy();
  });

  it('says that the app asks for a stronger sign-in, shows the passkey first, and sends the wish along', async () => {
    const app = { clientID: 'notes', name: { zh_CN: '田野笔记', en_US: 'Field Notes' }, icon: '', links: fullLinks };
    const request = encodeURIComponent('/oidc/interaction/asked?client_id=notes');
    const { page, t, signIn, api } = await open({
      at: `/login?redirect=${request}&client_id=notes&prompt=login&acr=phr`,
      replies: {
        describeApp: { data: app },
        metainfo: { data: { ...fullAccount(), username: '' } },
        signInByPassword: refused('wrongCredentials'),
      },
    });
    await page.findByText('Field Notes');
    expect(document.querySelector('main')?.textContent).toContain(t('oi.more', { app: 'Field Notes' }));
    const passkey = page.queryByRole('button', { name: t('pk.signIn') });
    if (passkey !== null) expect(passkey.compareDocumentPosition(inputNamed('account'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await signIn();
    await waitFor(() => expect(api.made.find(({ name }) => name === 'signInByPassword')?.query.get('acr')).toBe('phr'));
  });

  it('names a person who has to sign in again, and fills in their name here, never over what they type or the app expects', async () => {
    const app = { clientID: 'notes', name: { zh_CN: '田野笔记', en_US: 'Field Notes' }, icon: '', links: fullLinks };
    const request = encodeURIComponent('/oidc/interaction/asked?client_id=notes');
    const at = `/login?redirect=${request}&client_id=notes&prompt=login`;
    const account = fullAccount();
    const replies = { describeApp: { data: app }, metainfo: { data: account }, checkUsername: { data: false } } as const;
    const again = await open({ at, replies });
    const main = again.page.getByRole('main');
    await waitFor(() => expect(main.textContent).toContain(account.nickname));
    expect(main.textContent).toContain('138 •••• 6021');
    await waitFor(() => expect(again.form.account().value).toBe(account.username));

    sessionStorage.clear();
    const expected = await open({ at: `${at}&login_hint=other_name`, replies });
    await waitFor(() => expect(expected.page.getByRole('main').textContent).toContain(account.nickname));
    expect(expected.form.account().value).toBe('other_name');

    sessionStorage.clear();
    const over = await open({ at, replies: { ...replies, metainfo: refused('unauthorized') } });
    await over.page.findByText('Field Notes');
    expect(over.form.account().value).toBe('');

    sessionStorage.clear();
    const usual = await open({ at: at.replace('&prompt=login', ''), replies });
    await usual.page.findByText('Field Notes');
    expect(usual.api.made.filter(({ name }) => name === 'metainfo')).toEqual([]);
  });

  it('marks a wrong code and keeps the identifier', async () => {
    const { form, user, page, t } = await open({ replies: { signInByCode: refused('smsCodeWrong') } });
    await user.click(page.getByRole('button', { name: t('si.byCode') }));
    await fill(user, form.account(), phone);
    await user.click(await page.findByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(page.getByRole('button', { name: /\d+/ })).toHaveProperty('disabled', true));
    await fill(user, form.code(), '000000');
    await user.click(form.submit());
    await waitFor(() => expect(lineOf(form.code())).toContain(t('v.code.wrong')));
    expect(form.account().value.replaceAll(' ', '')).toBe(phone);
  });

  it('keeps the identifier when the mode changes', async () => {
    const { form, user, page, t } = await open();
    await fill(user, form.account(), phone);
    await user.click(page.getByRole('button', { name: t('si.byCode') }));
    expect(form.account().value.replaceAll(' ', '')).toBe(phone);
  });

  it('shows and hides the password without losing it', async () => {
    const { form, user, page, t } = await open();
    await fill(user, form.password(), 'abc-123-def');
    const eye = page.getByRole('button', { name: t('f.show') });
    await user.click(eye);
    expect([eye.getAttribute('aria-pressed'), form.password().type, form.password().value]).toEqual(['true', 'text', 'abc-123-def']);
    await user.click(eye);
    expect([eye.getAttribute('aria-pressed'), form.password().type, form.password().value]).toEqual(['false', 'password', 'abc-123-def']);
  });

  it('carries identifier and destination over to registration', async () => {
    const { form, user, page, t } = await open({ at: '/login?redirect=%2Fdevice', replies: { region: { data: { IsoCode: 'CN' } } } });
    await fill(user, form.account(), phone);
    await user.click(page.getByRole('link', { name: t('si.create') }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/register?redirect=%2Fdevice'));
    await waitFor(() => expect(inputNamed('phone').value.replaceAll(' ', '')).toBe(phone));
  });

  it.each([
    ['desktop', '/register/support'],
    ['mobile', '/mobile-modify-info/forgotPassword'],
  ] as const)('leads to the recovery of the %s layout', async (layout, path) => {
    const { page, user, t } = await renderAt('/login', { layout });
    await user.click(page.getByRole('link', { name: t('si.forgot') }));
    await waitFor(() => expect(location.pathname).toBe(path));
  });

  it('offers the configured platforms, and no section without one', async () => {
    const { page, t } = await open();
    expect(page.getByRole('button', { name: t('si.with', { platform: t('social.wechat') }) })).toBeTruthy();
    const none = await open({ hasPlatforms: false });
    expect(none.page.queryByText(t('si.or'))).toBeNull();
    expect(none.page.queryByRole('button', { name: t('si.with', { platform: t('social.wechat') }) })).toBeNull();
  });

  it('leads to the page after sign-out, which asks for a new password, if the account is locked', async () => {
    const { signIn, page, t } = await open({ replies: { signInByPassword: refused('passwordLocked') } });
    await signIn();
    await waitFor(() => expect(location.pathname + location.search).toBe('/logout?reason=risk'));
    expect(await page.findByRole('heading', { level: 1, name: t('title.locked') })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${t('title.locked')} - Cedar ID`));
    expect(document.querySelector('[popover]')?.textContent).toContain(t('toast.4010'));
    expect(document.querySelector('main')?.textContent).toContain(t('toast.4010'));
    expect(page.getByRole('link', { name: t('title.recover') }).getAttribute('href')).toBe('/edit-password');
  });
});

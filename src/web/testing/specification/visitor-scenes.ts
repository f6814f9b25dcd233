import { onTestFinished, vi } from 'vitest';
import { fullAccount, fullReplies, newAccount, visitorReplies } from '#web/testing/samples.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { called, getCode, press, send, type, type Scenes } from './scene.ts';

const free = '13800138000';
const taken = '13700137000';
const password = 'cedar-forest-2026';
const code = '123456';

function visit(at: string, replies: Replies = {}): Promise<Rendered> {
  const { region, agreement, qrcodeConfig } = fullReplies();
  return renderAt(at, { replies: { ...visitorReplies, region, agreement, qrcodeConfig, ...replies } });
}

/** Fills the form of registration and accepts the agreements. */
async function fillRegistration({ user, page }: Rendered, contact: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries({ ...contact, password, confirm: password })) await fill(user, inputNamed(field), text);
  const accepted = page.getByRole<HTMLInputElement>('checkbox');
  if (!accepted.checked) await user.click(accepted);
}

/** Scenes of pages of visitors. */
export const visitorScenes = {
  'registration by phone': {
    open: async () => {
      const rendered = await visit('/register', { checkPhone: ({ body }) => ({ data: body['phone'] === taken }) });
      await called('region')(rendered);
      return rendered;
    },
    texts: {
      'Get Code': 'at once',
      'Please enter a phone number': press('rg.btn'),
      'Please enter the verification code': 'at once',
      'Please enter a password': 'at once',
      'Wrong phone number': type('phone', '12345'),
      'The number is not right': type('phone', '+852 6123 4567'),
      'Phone number has been registered': type('phone', taken),
      'Wrong verification code': type('code', '12'),
      'Please get the verification code': async (rendered) => {
        await fill(rendered.user, inputNamed('phone'), free);
        await fill(rendered.user, inputNamed('code'), code);
        await rendered.user.tab();
      },
      'Password must be between 8 and 64 characters': type('password', 'a1'),
      'Password must contain numbers and letters': type('password', 'only-letters'),
      'Password can only contain English letters, numbers and special characters': type('password', 'pass-word-密码-1'),
      'Passwords do not match': async (rendered) => {
        await fill(rendered.user, inputNamed('password'), password);
        await fill(rendered.user, inputNamed('confirm'), `${password}x`);
        await rendered.user.tab();
      },
      'Failed to send the verification code': getCode({ sendSms: refused('messageOutage', { fields: { phone: 'error' } }) }),
      'Your action is risky, please check and try again': getCode({ sendSms: refused('antiCheating') }),
      'You have reached the limit for getting code, please try again tomorrow': getCode({ sendSms: refused('codeLimit') }),
      'Server get configuration error': getCode({ sendSms: refused('configFail') }),
      Resend: getCode({ sendSms: { data: { cd: 0 } } }),
      'Please get SMS verification code': async (rendered) => {
        await fillRegistration(rendered, { phone: free, code });
        await send({ registerByPhone: refused('smsCodeNotObtained') })(rendered);
      },
      'It does not meet password rules': async (rendered) => {
        await fillRegistration(rendered, { code });
        await send({ registerByPhone: refused('badRequest', { fields: { password: 'custom_password' } }) })(rendered);
      },
      'Unsafe registration': async (rendered) => {
        await fillRegistration(rendered, { code });
        await send({ registerByPhone: refused('unsafeRegistration') })(rendered);
      },
      "You have exceeded today's signup times": send({ registerByPhone: refused('signUpLimit') }),
      'The captcha check failed': send({ registerByPhone: refused('captchaFailed') }),
      'The operation is too frequent': send({ registerByPhone: refused('tooFrequent') }),
    },
  },
  'registration by email': {
    open: async () => {
      const rendered = await visit('/register', { checkEmail: ({ body }) => ({ data: body['email'] === 'taken@example.com' }) });
      await called('region')(rendered);
      await rendered.user.click(rendered.page.getByRole('tab', { name: rendered.t('rg.tab.email') }));
      return rendered;
    },
    texts: {
      'Please enter an email address': press('rg.btn'),
      'Email address is not in a correct format': type('email', 'someone@nowhere'),
      'Email address already exists': type('email', 'taken@example.com'),
      'Sorry, the email is unavailable, please use another email.': async (rendered) => {
        await fill(rendered.user, inputNamed('email'), 'free@example.com');
        await getCode({ sendEmail: refused('badRequest', { fields: { email: 'block' } }) })(rendered);
      },
      'Wrong email address': async (rendered) => {
        await fill(rendered.user, inputNamed('email'), 'free@example.org');
        await getCode({ sendEmail: refused('badRequest', { fields: { email: 'invalid' } }) })(rendered);
      },
      'You have reached a limit for getting the mail': async (rendered) => {
        await fill(rendered.user, inputNamed('email'), 'free@example.net');
        await getCode({ sendEmail: refused('mailLimit') })(rendered);
      },
      'Please get email verification code': async (rendered) => {
        await getCode({ sendEmail: { data: { cd: 0 } } })(rendered);
        await rendered.page.findByRole('button', { name: rendered.t('f.resend') }, { timeout: 15_000 });
        await fillRegistration(rendered, { emailCode: code });
        await send({ registerByEmail: refused('emailCodeNotObtained') })(rendered);
      },
    },
  },
  'sign-in': {
    open: () => visit('/login', { checkUsername: { data: false } }),
    texts: {
      'Phone number/Email address required': press('si.btn'),
      'Wrong phone number/email address': type('account', '12345'),
      'Username does not exist': type('account', 'somebody'),
      'Your phone number is not registered': type('account', free),
      'Your e-mail address is not registered': type('account', 'nobody@example.com'),
      'Wrong username or password': async (rendered) => {
        rendered.api.answer({ checkPhone: { data: true } });
        await fill(rendered.user, inputNamed('account'), taken);
        await fill(rendered.user, inputNamed('password'), password);
        await send({ signInByPassword: refused('wrongCredentials') })(rendered);
      },
    },
  },
  'the widget of a captcha service': {
    open: () => visit('/register'),
    texts: {
      'Invalid captcha code': async (rendered) => {
        await fill(rendered.user, inputNamed('phone'), free);
        vi.stubGlobal('turnstile', failingTurnstile);
        loadScripts(true);
        onTestFinished(() => loadScripts(false));
        await getCode({ captchaChallenge: { data: { widget: failingWidget } } })(rendered);
      },
    },
  },
  'the recovery of a signed-in person': {
    open: () =>
      renderAt('/register/support', {
        account: fullAccount(),
        lastChange: 'begins',
        replies: { ...visitorReplies, checkOwnPhone: { data: false }, checkOwnEmail: { data: false } },
      }),
    texts: {
      'Input the phone number of your account please': type('account', taken),
      'Input the email address of your account please': async (rendered) => {
        await type('account', 'other@example.com')(rendered);
      },
    },
  },
  'a registration with a person of WeChat who has an account': {
    open: () => visit('/oauth/callback/wechat', { platformBindInfo: fullReplies().platformBindInfo }),
    texts: {
      'The WeChat ID has registered a new-type ID, please sign in with that account': async (rendered) => {
        await type('phone', free)(rendered);
        await getCode({ sendSms: { data: { cd: 0 } } })(rendered);
        await rendered.page.findByRole('button', { name: rendered.t('f.resend') }, { timeout: 15_000 });
        await fill(rendered.user, inputNamed('code'), code);
        await rendered.user.click(rendered.page.getByRole('checkbox'));
        await send({ registerByPlatform: refused('wechatUsed') })(rendered);
      },
    },
  },
  'an activation link that was used': {
    open: () => visit('/activate-email?token=used', { activateEmail: refused('tokenError') }),
    texts: { 'Email address is invalid or has been activated.': press('title.activate') },
  },
  'a return from a platform in another browser': {
    open: () => visit('/oauth/callback/wechat?code=c&state=s', { signInByPlatform: refused('socialStateInvalid') }),
    texts: { 'Response result timeout': 'at once' },
  },
  'an account page without a session': {
    open: () => renderAt('/device', { replies: { listDevices: refused('unauthorized') } }),
    texts: { 'Your login status has expired': 'at once' },
  },
  'the page of a deletion with a used ticket': {
    open: () => visit('/apply-cancellation?X-Token=used', { changeDeletion: refused('tokenError'), metainfo: { data: newAccount() } }),
    texts: { 'Request timed out, and you will be redirected to the user center in 5s': 'at once' },
  },
} satisfies Scenes;

const failingWidget = { provider: 'turnstile', script: 'https://captcha.example/api.js', siteKey: 'key' } as const;

/** Whether scripts of others count as loaded. */
function loadScripts(isLoaded: boolean): void {
  const settings = window.happyDOM?.settings;
  if (settings !== undefined) settings.handleDisabledFileLoadingAsSuccess = isLoaded;
}

/** The service's script: its challenge fails at once. */
const failingTurnstile = {
  render(_holder: HTMLElement, options: Readonly<Record<string, (code: string) => unknown>>): string {
    queueMicrotask(() => options['error-callback']?.('300030'));
    return 'widget';
  },
  remove: () => undefined,
};

import { limits } from '#contract/limits.ts';
import { vi } from 'vitest';
import { createElement } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt, renderPart, type Rendered } from '#web/testing/render-at.ts';
import { getCode, press, send, type, type Scenes } from './scene.ts';

const password = 'cedar-forest-2026';

function open(at: string, { replies = {}, ...changes }: Partial<AccountView> & { readonly replies?: Replies } = {}): Promise<Rendered> {
  // Without a passkey, which would come first.
  const account = { ...fullAccount(), passkeys: 0, ...changes };
  return renderAt(at, { layout: 'mobile', account, replies: { ...fullReplies(), ...visitorReplies, ...replies } });
}

const soon = () => new Date(Date.now() + 300_000).toISOString();

/** Scenes of pages of the account. */
export const accountScenes = {
  'a change of the username': {
    open: () =>
      open('/mobile-modify-base/username', { replies: { checkUsername: ({ body }) => ({ data: body['username'] === 'taken' }) } }),
    texts: {
      'Please enter a username': async (rendered) => {
        await type('username', '')(rendered);
        await press('btn.save')(rendered);
      },
      'Username must be between 3 and 32 characters': type('username', 'ab'),
      'Only contain a~z, 0~9, - and _, and the first character must be a letter in lowercase': type('username', 'Abc'),
      'The username already exists': type('username', 'taken'),
      'Sorry, the username is unavailable, please use another name.': changeUsername('administrator', 'block'),
      'The username does not meet requirements, try another one please.': changeUsername('badword', 'sensitive'),
    },
  },
  'a change of the nickname': {
    open: () =>
      open('/mobile-modify-base/nickname', { replies: { checkNickname: ({ body }) => ({ data: body['nickname'] === 'Taken' }) } }),
    texts: {
      'Please enter a nickname': async (rendered) => {
        await type('nickname', '')(rendered);
        await press('btn.save')(rendered);
      },
      'Nickname must be between 1-32 characters in length': type('nickname', 'x'.repeat(limits.nicknameMax + 1)),
      'The Nickname must not contain <>\'&" and whitespaces': type('nickname', 'a b'),
      'The nickname already exists': type('nickname', 'Taken'),
      'Changed only once a day': async (rendered) => {
        await fill(rendered.user, inputNamed('nickname'), 'Another');
        await send({ updateNickname: refused('updateLimit', { item: 'nickname', nextAt: soon() }) })(rendered);
      },
    },
  },
  'a change of the password': {
    open: () => open('/mobile-modify-info/password'),
    texts: {
      'Wrong password': async (rendered) => {
        await type('oldPassword', 'the-old-one-1')(rendered);
        for (const field of ['newPassword', 'confirm']) await fill(rendered.user, inputNamed(field), password);
        await send({ changePassword: refused('oldPasswordInvalid') })(rendered);
      },
    },
  },
  'a proof of the identity by password': {
    open: () => open('/mobile-safety-inspection?action=changePhone', { encryptPhoneNumber: '', encryptEmail: '' }),
    texts: {
      'Password you entered is incorrect': async (rendered) => {
        await type('password', 'not-mine-1')(rendered);
        await send({ authenticate: refused('passwordWrong') })(rendered);
      },
    },
  },
  'a change of the email to the present one': {
    open: async () => {
      const rendered = await open('/mobile-modify-info/email', { verifiedUntil: soon() });
      const { page, user, t } = rendered;
      await user.click(await page.findByRole('button', { name: `${t('btn.change')} ${t('sec.email')}` }));
      return rendered;
    },
    texts: {
      'cannot be changed to the current email address': async (rendered) => {
        await type('contact', 'linxi@example.com')(rendered);
        await getCode({ sendAccountEmail: refused('badRequest', { fields: { email: 'is_not' } }) })(rendered);
      },
    },
  },
  'a deletion after a change of the password': {
    open: () =>
      open('/mobile-cancellation/statement', {
        replies: {
          checkDeletion: {
            data: {
              eligible: false,
              processingDays: 15,
              blockers: [{ blocker: 'passwordChangedRecently', eligibleAt: soon() }],
              holdings: [],
              methods: [],
            },
          },
        },
      }),
    texts: { 'Your password has been changed recently, thus you cannot delete the account': 'at once' },
  },
  'a call that any page makes': {
    open: async () => {
      const rendered = await open('/mobile-modify-privacy/company');
      await type('company', 'Elsewhere')(rendered);
      return rendered;
    },
    texts: {
      'Request parameter error': send({ updateUserinfo: refused('badRequest') }),
      'No permission for user': send({ updateUserinfo: refused('forbidden') }),
      'Server error, please try later': send({ updateUserinfo: refused('serverError') }),
      'Request timeout, please try again later': send({ updateUserinfo: refused('gatewayTimeout') }),
      'Network error. Please check network settings or try later': send({ updateUserinfo: refused('notFound') }),
      // Numbers that this call does not answer: all toasts are shown alike.
      'Unknown error, please try again later': send({ updateUserinfo: refused('unknown' as 'serverError') }),
      'Your avatar does not meet the requirements, please upload another one': send({
        updateUserinfo: refused('avatarRefused' as 'serverError'),
      }),
      'Request timeout': async (rendered) => {
        vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
        await send({ updateUserinfo: { data: fullAccount() } })(rendered);
      },
    },
  },
  'a session that expires': {
    open: () => open('/mobile-account-home', { replies: { metainfo: refused('overtime') } }),
    texts: { 'Request timed out, and you will be redirected to the login page in 5s': 'at once' },
  },
  'a session that a lock ends': {
    open: () => open('/mobile-account-home', { replies: { metainfo: refused('passwordLocked') } }),
    texts: { 'Your ID is risky, please change the password and sign in again': 'at once' },
  },
  'a tablet in portrait': {
    open: () => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPad)');
      vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
      vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
        Object.assign(new EventTarget() as MediaQueryList, { media, matches: media.includes('portrait') }),
      );
      return renderAt('/pc-account-home', { account: fullAccount(), replies: fullReplies() });
    },
    texts: { 'If you are using a tablet PC, please rotate your screen to a landscape view': 'at once' },
  },
  'a part of the application that does not load': {
    open: () => renderPart(async () => createElement((await import('#web/app/failures/reload-dialog.tsx')).ReloadDialog, { open: true })),
    texts: { 'Request timed out, please reload the page': 'at once' },
  },
} satisfies Scenes;

function changeUsername(name: string, rule: 'block' | 'sensitive'): (rendered: Rendered) => Promise<void> {
  return async (rendered) => {
    const { user, page, t, api } = rendered;
    api.answer({ updateUsername: refused('badRequest', { fields: { username: rule } }) });
    await fill(user, inputNamed('username'), name);
    await press('btn.save')(rendered);
    await user.click(await page.findByRole('button', { name: t('btn.modify') }));
  };
}

import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, newAccount, visitorReplies } from '#web/testing/samples.ts';

const password = 'cedar-forest-2026';
const soon = () => new Date(Date.now() + 300_000).toISOString();
/** A password and a phone, but no email. */
const phoneOnly: AccountView = { ...fullAccount(), encryptEmail: '', tpls: [] };

function open(
  at: string,
  {
    account = fullAccount(),
    replies = {},
    layout = 'desktop',
  }: { account?: AccountView; replies?: Replies; layout?: 'desktop' | 'mobile' } = {},
): Promise<Rendered> {
  const authenticate = () => ({ data: { verifiedUntil: soon() } });
  return renderAt(at, { layout, account, replies: { ...fullReplies(), ...visitorReplies, authenticate, ...replies } });
}

/** The dialogs that a person sees. */
const seenDialogs = () => [...document.querySelectorAll<HTMLElement>('dialog[open]:not([data-covered-by])')];

async function proveByPassword({ page, user, t }: Rendered): Promise<void> {
  const other = page.queryByRole('button', { name: t('vf.other') });
  if (other !== null && document.querySelector('input[name=password]') === null) {
    await user.click(other);
    await user.click(page.getByRole('button', { name: t('vf.byPassword') }));
  }
  await waitFor(() => inputNamed('password'));
  await fill(user, inputNamed('password'), password);
  await user.keyboard('{Enter}');
}

describe('a first email', () => {
  it('is added after the identity proof, in the same dialog; its label, its button and the page say what happens', async () => {
    const rendered = await open('/pc-way/email?change', {
      account: phoneOnly,
      replies: { sendAccountEmail: { data: { cd: 60 } }, updateEmail: { data: fullAccount() } },
    });
    const { page, user, t, api } = rendered;
    await page.findByRole('dialog', { name: t('vf.h') });
    await proveByPassword(rendered);
    const dialog = await page.findByRole('dialog', { name: t('title.bindEmail') });
    expect(dialog.textContent).toContain(t('ends.nothing'));
    expect(page.getByRole('combobox', { name: t('f.email') })).toBe(inputNamed('contact'));
    expect(seenDialogs()).toEqual([dialog]);
    await fill(user, inputNamed('contact'), 'linxi@example.com');
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(page.getAllByText(t('f.sentTo', { target: 'linxi@example.com' })).length).toBeGreaterThan(0), {
      timeout: 15_000,
    });
    await fill(user, inputNamed('code'), '123456');
    await user.click(page.getByRole('button', { name: t('btn.add') }));
    await waitFor(() => expect(location.search).toBe(''));
    expect(api.made.filter(({ name }) => name === 'authenticate')).toHaveLength(1);
  });

  it('of an account without a password: proof, password, email, and the new password is the second proof', async () => {
    const account: AccountView = { ...newAccount(), verifiedUntil: soon() };
    const rendered = await open('/pc-way/email?change', { account, replies: { setPassword: { data: {} } } });
    const { page, user, t, api } = rendered;
    await page.findByRole('dialog', { name: t('title.setFirst') });
    await fill(user, inputNamed('newPassword'), password);
    await fill(user, inputNamed('confirm'), password);
    await user.click(page.getByRole('button', { name: t('btn.next') }));
    await page.findByRole('dialog', { name: t('title.bindEmail') });
    expect(api.made.findLast(({ name }) => name === 'authenticate')?.body).toEqual({ method: 'password', password, action: 'bindEmail' });
  });
});

describe('a proof that is too weak', () => {
  it('is replaced by the methods that the server names', async () => {
    const methods = [{ method: 'phone', target: '138****6021' }];
    const replies = { authenticate: refused('verificationNeeded', { methods }), sendAccountSms: { data: { cd: 60 } } };
    const rendered = await open('/pc-way/phone?change', { replies });
    const { page, t, api } = rendered;
    await page.findByRole('dialog', { name: t('vf.h') });
    await proveByPassword(rendered);
    await waitFor(() => expect(page.getByRole('dialog').textContent).toContain(t('vf.weaker')));
    await waitFor(() => inputNamed('code'));
    await waitFor(() => expect(api.made.some(({ name }) => name === 'sendAccountSms')).toBe(true));
    expect(page.queryByRole('button', { name: t('vf.byPassword') })).toBeNull();
  });
});

describe('a typed contact', () => {
  it('is not lost by Escape without a question, whose safe answer is focused', async () => {
    const rendered = await open('/pc-way/phone?change', { account: { ...fullAccount(), verifiedUntil: soon() } });
    const { page, user, t } = rendered;
    await waitFor(() => inputNamed('contact'));
    await fill(user, inputNamed('contact'), '139');
    await user.keyboard('{Escape}');
    const question = await page.findByRole('dialog', { name: t('sys.discard') });
    expect(seenDialogs()).toEqual([question]);
    expect(document.activeElement).toBe(page.getByRole('button', { name: t('sys.stay') }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(seenDialogs()).toHaveLength(1));
    expect(inputNamed('contact').value).toBe('139');
    await user.click(within(seenDialogs()[0] ?? document.body).getByRole('button', { name: t('sys.close') }));
    await user.click(await page.findByRole('button', { name: t('sys.discardBtn') }));
    await waitFor(() => expect(seenDialogs()).toEqual([]));
    expect(location.pathname + location.search).toBe('/pc-way/phone');
  });

  it('is shown in full in the message that a code was sent to it', async () => {
    const rendered = await open('/pc-way/phone?change', {
      account: { ...fullAccount(), verifiedUntil: soon() },
      replies: { sendAccountSms: { data: { cd: 60 } } },
    });
    const { page, user, t } = rendered;
    await waitFor(() => inputNamed('contact'));
    await fill(user, inputNamed('contact'), '13900139000');
    await user.click(page.getByRole('button', { name: t('f.getCode') }));
    await waitFor(() => expect(page.getAllByText(t('f.sentTo', { target: '139 0013 9000' })).length).toBeGreaterThan(0), {
      timeout: 15_000,
    });
  });
});

describe('the last way in', () => {
  it.each([
    ['phone', phoneOnly],
    ['email', { ...fullAccount(), encryptPhoneNumber: '' }],
  ] as const)('%s says so, and has no removal', async (kind, account) => {
    const { page, t } = await open(`/pc-way/${kind}`, { account });
    await page.findByText(t('sec.onlyWay'));
    expect(page.queryByRole('button', { name: t(`ad.unbind.${kind}`) })).toBeNull();
  });

  it('a social account leads to the phone, also if only the server knows', async () => {
    const { page, user, t } = await open('/mobile-unbind?platform=wechat', {
      layout: 'mobile',
      replies: { unbindPlatform: refused('lastWayIn') },
    });
    await user.click(await page.findByRole('button', { name: t('btn.unbind') }));
    expect((await page.findByRole('link', { name: t('ad.add.phone') })).getAttribute('href')).toBe('/mobile-modify-info/phone');
  });
});

describe('a phone on narrow screens', () => {
  it('is shown with its change and its removal, which is a separate page', async () => {
    const { page, user, t, api } = await open('/mobile-modify-info/phone', {
      layout: 'mobile',
      replies: { updatePhone: { data: { ...fullAccount(), encryptPhoneNumber: '' } } },
    });
    await user.click(await page.findByRole('button', { name: t('ad.unbind.phone') }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/mobile-unbind?contact=phone'));
    await page.findByText(t('ends.others'));
    expect(page.getByRole('link', { name: t('sys.back') }).getAttribute('href')).toBe('/mobile-modify-info/phone');
    await user.click(page.getByRole('button', { name: t('btn.cancel') }));
    await waitFor(() => expect(location.pathname).toBe('/mobile-modify-info/phone'));
    await user.click(await page.findByRole('button', { name: t('ad.unbind.phone') }));
    await user.click(await page.findByRole('button', { name: t('btn.remove') }));
    await waitFor(() => expect(location.pathname).toBe('/mobile-security'));
    expect(api.made.findLast(({ name }) => name === 'updatePhone')?.body).toEqual({ phone: '' });
  });
});

describe('what ends', () => {
  const proven: AccountView = { ...fullAccount(), verifiedUntil: soon() };
  it.each([
    ['a new phone', '/pc-way/phone?change', proven, 'ends.others'],
    ['a new email', '/pc-way/email?change', proven, 'ends.others'],
    ['a first email', '/pc-way/email?change', { ...phoneOnly, verifiedUntil: soon() }, 'ends.nothing'],
  ] as const)('is said in the dialog of %s', async (_name, at, account, text) => {
    const { page, t } = await open(at, { account });
    expect((await page.findByText(t(text))).closest('dialog')).toBe(seenDialogs()[0]);
  });

  it.each([
    ['/pc-way/phone', 'Remove phone number'],
    ['/pc-way/email', 'Remove email address'],
    ['/pc-social-accounts', /^WeChat.*Unlink$/],
  ])('is said on %s in the question "%s"', async (at, name) => {
    const { page, user, t } = await open(at);
    await user.click(await page.findByRole('button', { name }));
    expect((await page.findByText(t('ends.others'))).closest('dialog')).toBe(seenDialogs()[0]);
  });

  it.each([
    ['a new password', proven, 'ends.others'],
    ['a first password', { ...proven, password_empty: true }, 'ends.nothing'],
  ] as const)('is said on the page of %s', async (_name, account, text) => {
    const { page, t } = await open('/pc-way/password', { account });
    expect(await page.findByText(t(text))).toBeTruthy();
  });
});

it('the row of a social account shows that the way to the platform begins, and takes no second press', async () => {
  const { page, user, t, api } = await open('/pc-social-accounts', {
    replies: { beginPlatformBind: () => new Promise<never>(() => undefined) },
  });
  const row = await page.findByRole('button', { name: new RegExp(`^${t('social.qq')}.*${t('btn.bind')}$`) });
  await user.click(row);
  await waitFor(() => expect(row.getAttribute('aria-busy')).toBe('true'));
  await user.click(row);
  expect(api.made.filter(({ name }) => name === 'beginPlatformBind')).toHaveLength(1);
});

describe('recently added ways to sign in', () => {
  it('are named once the question is opened, each with its page, above one answer for all', async () => {
    const addedLately: AccountView['addedLately'] = [
      { type: 'email', addedAt: '2026-01-02T03:04:05.000Z' },
      { type: 'wechat', addedAt: '2026-01-02T03:04:05.000Z' },
    ];
    const { page, t } = await open('/pc-security?review', { account: { ...fullAccount(), addedLately } });
    const card = await page.findByRole('region', { name: t('ck.a.review') });
    const pages = within(card)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(pages).toEqual(['/pc-way/email', '/pc-social-accounts']);
    expect(within(card).getByRole('button').textContent).toBe(t('sec.added.keep'));
  });
});

describe('an unbinding on a protected account', () => {
  it.each([
    ['/pc-way/email', 'desktop'],
    ['/mobile-unbind?contact=email', 'mobile'],
  ] as const)('says on %s that the old one is lost, where its owner ticks it', async (url, layout) => {
    const account = { ...fullAccount(), twoStep: { ...fullAccount().twoStep, enabled: true } };
    const { page, t, user, api } = await renderAt(url, { layout, account, replies: { ...fullReplies(), updateEmail: { data: account } } });
    if (layout === 'desktop') await user.click(await page.findByRole('button', { name: t('ad.unbind.email') }));
    const box = await page.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(t('un.lostD')) });
    await user.click(box);
    await user.click(page.getAllByRole('button', { name: t('btn.remove') }).at(-1) as HTMLElement);
    await waitFor(() => expect(api.made.find(({ name }) => name === 'updateEmail')?.body).toEqual({ email: '', lost: true }));
  });

  it('asks nothing of the kind on an ordinary one', async () => {
    const { page, t, user } = await renderAt('/pc-way/email', { account: fullAccount(), replies: fullReplies() });
    await user.click(await page.findByRole('button', { name: t('ad.unbind.email') }));
    await page.findByRole('alertdialog');
    expect(page.queryByText(t('un.lostD'))).toBeNull();
  });
});

import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import type { Given, Replies } from '#web/testing/fake-api.ts';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

const dueAt = new Date(Date.now() + 5 * 86_400_000).toISOString();
const strip = { nickname: 'Lin Xi', profileImage: '', encryptPhoneNumber: '138****6021', encryptEmail: '' };

/** The account deletion page of an account that is being deleted, and the sign-in that met it, if one did. */
function pageOf(goesOn: Replies['signInSecondStep'] | undefined): Replies {
  const ticket = goesOn === undefined ? '' : 'kept-ticket';
  return {
    ...(goesOn !== undefined && { signInSecondStep: goesOn }),
    changeDeletion: ({ body }: Given) =>
      body['action'] === 'withdraw'
        ? { data: { status: 'active', dueAt: null, token: '', ticket, receiptUrl: '', account: strip } }
        : { data: { status: 'deleting', dueAt, token: 'opened', ticket: '', receiptUrl: '', account: strip } },
  };
}

async function withdraw(goesOn?: Replies['signInSecondStep']) {
  const rendered = await renderAt('/apply-cancellation?X-Token=ticket', { replies: pageOf(goesOn) });
  const { page, user, t } = rendered;
  await user.click(await page.findByRole('button', { name: t('wd.btn') }));
  return rendered;
}

describe('a withdrawal', () => {
  it('continues with the sign-in that met the deletion: to the home in a new document, which shows the success once', async () => {
    const { left, t } = await withdraw({ data: { account: fullAccount(), continue: '/pc-account-home' } });
    const text = t('wd.ok');
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/pc-account-home$/)]));
    expect(sessionStorage.getItem('news')).toBe(text);

    const home = await renderAt('/pc-account-home', { account: fullAccount(), replies: fullReplies(), kept: { news: text } });
    await waitFor(() => expect(home.page.getAllByText(text).length).toBeGreaterThan(0));
    expect(sessionStorage.getItem('news')).toBeNull();
  });

  it('that signs nobody in leads to the sign-in with a kind word, not with the notice of an expired session', async () => {
    const { page, t } = await withdraw();
    await waitFor(() => expect(location.pathname).toBe('/login'));
    await page.findByText(t('si.kept'));
    expect(page.queryByText(t('msg.expired'))).toBeNull();
    expect(page.getAllByText(t('wd.ok')).length).toBeGreaterThan(0);
  });
});

describe('a withdrawal before a second step', () => {
  it('asks for that step, and for nothing that was shown', async () => {
    const methods = [{ method: 'email', target: 'l***@example.com' }];
    const { page, t } = await withdraw({ refusal: 'secondStepNeeded', data: { ticket: 'next', because: 'risky', methods } });
    await waitFor(() => expect(location.pathname).toBe('/login'));
    await page.findByText(t('vf.h'));
    expect(page.queryByLabelText(t('f.password'))).toBeNull();
  });
});

describe('the page without a ticket', () => {
  it('says what a sign-in is for', async () => {
    const { page, t } = await renderAt('/apply-cancellation');
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(t('ex.del.signIn')));
    expect(page.getByRole('link', { name: t('title.signIn') })).toBeTruthy();
  });
});

const answered = JSON.stringify({
  owner: fullAccount().id,
  agreement: true,
  channel: 'none',
  reason: 'other',
  detail: '',
  version: '2026.1',
});

async function atVerification(method: 'phone' | 'password') {
  const replies: Replies = {
    ...fullReplies(),
    ...visitorReplies,
    checkDeletion: {
      data: {
        eligible: true,
        processingDays: 15,
        blockers: [],
        holdings: [],
        methods: [{ method, target: method === 'phone' ? '138****6021' : '' }],
      },
    },
    sendAccountSms: { data: { cd: 60 } },
    verifyDeletionByPhone: { data: { ticket: 'allowed' } },
    verifyDeletionByPassword: { data: { ticket: 'allowed' } },
  };
  return renderAt('/cancellation?step=verify', { account: fullAccount(), replies, kept: { 'deletion-draft': answered } });
}

describe('the last confirmation of a deletion', () => {
  it.each([
    ['code', 'phone', '123456'],
    ['password', 'password', 'cedar-forest-2026'],
  ] as const)('has no failure behind it after the right %s', async (name, method, given) => {
    const { page, user, t } = await atVerification(method);
    await waitFor(() => inputNamed(name));
    await fill(user, inputNamed(name), given);
    if (name === 'password') await user.click(page.getByRole('button', { name: t('btn.next') }));
    await page.findByRole('alertdialog', { name: t('dl.cf.h') });
    await waitFor(() => expect([inputNamed(name).value, inputNamed(name).getAttribute('aria-invalid')]).toEqual(['', null]));
  });
});

describe('a requirement of the deletion that is not met', () => {
  it('tells an owner without a phone from when on the mailbox is enough, and does not urge them to continue', async () => {
    const eligibleAt = new Date(Date.now() + 86_400_000).toISOString();
    const { page, t } = await renderAt('/cancellation', {
      account: fullAccount(),
      replies: {
        ...fullReplies(),
        checkDeletion: {
          data: {
            eligible: false,
            processingDays: 15,
            blockers: [{ blocker: 'passwordChangedRecently', eligibleAt }],
            holdings: [],
            methods: [
              { method: 'email', target: 'li***@example.com' },
              { method: 'password', target: '' },
            ],
          },
        },
      },
    });
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(t('dl.byMail', { target: 'li•••@example.com' })));
    expect(page.getByRole('button', { name: t('btn.continue') }).className).not.toMatch(/primary/);
  });
});

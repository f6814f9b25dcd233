import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { invitation, ownChild } from '#web/testing/data-samples.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

const gated = { features: { ...sampleConfig.features, ageGate: ['CN' as const] } };

async function openRegister(replies: Replies = {}, isGated = true) {
  const { region, agreement } = fullReplies();
  const rendered = await renderAt('/register', {
    replies: { ...visitorReplies, region, agreement, ...replies },
    config: isGated ? gated : {},
  });
  await waitFor(() => expect(rendered.api.made.some(({ name }) => name === 'region')).toBe(true));
  return rendered;
}

const openGuardian = (replies: Replies = {}) =>
  renderAt('/guardian#token', { account: fullAccount(), replies: { ...fullReplies(), ...replies } });

describe('a registration', () => {
  it('asks nobody for a birthday without a gate', async () => {
    const { page, t } = await openRegister({}, false);
    expect(await page.findByRole('button', { name: t('rg.btn') })).toBeTruthy();
    expect(page.queryByText(t('ag.h'))).toBeNull();
  });

  it('begins with the birthday, without a default, and continues', async () => {
    const { page, t, user, api } = await openRegister({ checkAge: { data: { next: 'register' } } });
    await user.click(await page.findByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByText(t('ag.required'))).toBeTruthy();
    await user.selectOptions(await page.findByLabelText(t('pf.bd.year')), '1990');
    await user.selectOptions(page.getByLabelText(t('pf.bd.month')), '05');
    await user.selectOptions(page.getByLabelText(t('pf.bd.day')), '06');
    expect(page.queryByRole('button', { name: t('rg.btn') })).toBeNull();
    await user.click(page.getByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByRole('button', { name: t('rg.btn') })).toBeTruthy();
    expect(api.made.find(({ name }) => name === 'checkAge')?.body).toEqual({ birthday: '1990-05-06', region: 'CN' });
  });

  it('tells a child that a guardian has to agree', async () => {
    const { page, t, user } = await openRegister({ checkAge: { data: { next: 'guardian' } } });
    await user.click(await page.findByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByText(t('ag.required'))).toBeTruthy();
    await user.selectOptions(page.getByLabelText(t('pf.bd.year')), '2016');
    await user.selectOptions(page.getByLabelText(t('pf.bd.month')), '05');
    await user.selectOptions(page.getByLabelText(t('pf.bd.day')), '06');
    await user.click(page.getByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByText(t('ag.child'))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('ag.childGo') }));
    expect(await page.findByRole('button', { name: t('rg.btn') })).toBeTruthy();
  });
});

describe('/guardian', () => {
  it('takes an answer with a relation that the person has chosen', async () => {
    const { page, t, user, api } = await openGuardian({ consentForChild: { data: { id: ownChild.id } } });
    expect(await page.findByRole('heading', { level: 1, name: t('gd.h', { name: 'Lin Xiao' }) })).toBeTruthy();
    expect(page.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false]);
    await user.click(page.getByRole('button', { name: t('gd.agree') }));
    expect(await page.findByText(t('gd.relation.required'))).toBeTruthy();
    await user.click(page.getByLabelText(t('gd.legal')));
    await user.click(page.getByRole('button', { name: t('gd.agree') }));
    expect(await page.findByRole('heading', { name: t('gd.agreed', { name: 'Lin Xiao' }) })).toBeTruthy();
    const { version } = invitation;
    expect(api.made.find(({ name }) => name === 'consentForChild')?.body).toEqual({ invitation: 'token', relation: 'guardian', version });
    expect([location.hash, sessionStorage.getItem('guardian.token')]).toEqual(['', null]);
  });

  it('shows the rules that are accepted, in their version and for the region of the child', async () => {
    const { page, t } = await openGuardian();
    const rules = await page.findByRole('link', { name: new RegExp(t('title.childAgreement')) });
    expect(rules.getAttribute('href')).toBe(`/agreement/child?version=${invitation.version}&region=CN`);
  });

  it('continues with a typed code after a link that is gone', async () => {
    const { page, t, user } = await openGuardian({ openInvitation: refused('tokenError') });
    await user.click(await page.findByRole('button', { name: t('gd.typeOther') }));
    expect(await page.findByLabelText(t('gd.typed'))).toBeTruthy();
  });

  it('takes a refusal without a question', async () => {
    const { page, t, user } = await openGuardian({ refuseForChild: { data: {} } });
    await user.click(await page.findByRole('button', { name: t('gd.refuse') }));
    expect(await page.findByText(t('gd.refusedSub', { name: 'Lin Xiao' }))).toBeTruthy();
  });

  it('says why a link or an account does not do, and asks a visitor to sign in', async () => {
    const gone = await openGuardian({ openInvitation: refused('tokenError') });
    expect(await gone.page.findByText(gone.t('gd.gone'))).toBeTruthy();
    // The next visit asks for a code.
    expect(sessionStorage.getItem('guardian.token')).toBeNull();
    const unfit = await openGuardian({ openInvitation: refused('notAsGuardian', { because: 'tooNew' }) });
    expect(await unfit.page.findByText(unfit.t('gd.b.tooNew'))).toBeTruthy();
    const visitor = await openGuardian({ openInvitation: refused('unauthorized') });
    expect(await visitor.page.findByText(visitor.t('gd.signIn'))).toBeTruthy();
    const same = await openGuardian({ openInvitation: { data: { ...invitation, sameBrowser: true } } });
    expect(await same.page.findByText(same.t('gd.sameDevice', { name: 'Lin Xiao' }))).toBeTruthy();
  });
});

describe.each(['/pc-family', '/mobile-family'] as const)('%s', (at) => {
  const layout = at === '/pc-family' ? 'desktop' : 'mobile';

  it('shows a guardian the children, and withdraws after one question', async () => {
    const replies = { ...fullReplies(), withdrawForChild: { data: { dueAt: '2026-12-06T00:00:00.000Z' } } };
    const { page, t, user, api } = await renderAt(at, { account: fullAccount(), replies, layout });
    await user.click(await page.findByRole('button', { name: new RegExp(ownChild.nickname) }));
    await user.click(await page.findByRole('button', { name: t('gd.withdraw') }));
    const dialog = await page.findByRole('alertdialog');
    expect(dialog.textContent).toContain(t('gd.withdrawSub'));
    await user.click(within(dialog).getByRole('button', { name: t('gd.withdraw') }));
    await waitFor(() => expect(api.made.find(({ name }) => name === 'withdrawForChild')?.body).toEqual({ id: ownChild.id }));
  });

  it('asks for a copy of a child’s data with one press, and leads to the copies', async () => {
    const replies = { ...fullReplies(), exportChild: { data: {} } };
    const { page, t, user, api } = await renderAt(at, { account: fullAccount(), replies, layout });
    await user.click(await page.findByRole('button', { name: new RegExp(ownChild.nickname) }));
    await user.click(await page.findByRole('button', { name: t('gd.getCopy') }));
    await waitFor(() => expect(location.pathname).toBe(layout === 'desktop' ? '/pc-data-copy' : '/mobile-data-copy'));
    expect(api.made.find(({ name }) => name === 'exportChild')?.body).toEqual({ id: ownChild.id });
  });

  it('says when the next copy of a child is possible', async () => {
    const replies = { ...fullReplies(), exportChild: refused('changeLimit', { nextAt: '2026-02-01T00:00:00.000Z' }) };
    const { page, t, user } = await renderAt(at, { account: fullAccount(), replies, layout });
    await user.click(await page.findByRole('button', { name: new RegExp(ownChild.nickname) }));
    await user.click(await page.findByRole('button', { name: t('gd.getCopy') }));
    expect(await page.findByText(new RegExp(t('gd.copyLimit', { date: '.*' })))).toBeTruthy();
  });

  it('takes the code of a child to the page of the answer', async () => {
    const replies = { ...fullReplies(), listChildren: { data: { children: [] } } };
    const { page, t, user, api } = await renderAt(at, { account: fullAccount(), replies, layout });
    await user.type(await page.findByLabelText(t('gd.hasCode')), ' 7k2q-9dmx ');
    await user.click(page.getByRole('button', { name: t('gd.open') }));
    expect(await page.findByRole('button', { name: t('gd.agree') })).toBeTruthy();
    expect(api.made.find(({ name }) => name === 'openInvitation')?.body).toEqual({ invitation: '7k2q-9dmx' });
  });

  it('asks once who is no child any more, without a choice made before', async () => {
    let choiceUntil: string | null = '2026-05-01T00:00:00.000Z';
    const guardians = { answer: '' as const, guardians: [], dueAt: null, endsOn: null };
    const replies: Replies = {
      ...fullReplies(),
      showGuardians: () => ({ data: { ...guardians, choiceUntil } }),
      keepOrClean: () => {
        choiceUntil = null;
        return { data: {} };
      },
    };
    const { page, t, user, api } = await renderAt(at, { account: fullAccount(), replies, layout });
    expect(await page.findByRole('button', { name: t('gd.keep') })).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('gd.clean') }));
    await waitFor(() => expect(page.queryByRole('button', { name: t('gd.keep') })).toBeNull());
    expect(api.made.find(({ name }) => name === 'keepOrClean')?.body).toEqual({ choice: 'clean' });
  });

  it('shows a child the code for a guardian', async () => {
    const made = { url: 'https://id.example.com/guardian#x', code: '7K2Q-9DMX', expiresAt: '2026-12-06T00:00:00.000Z' };
    const guardians = { answer: 'waiting' as const, guardians: [], dueAt: made.expiresAt, endsOn: '2028-08-09', choiceUntil: null };
    const replies = { ...fullReplies(), showGuardians: { data: guardians }, inviteGuardian: { data: made } };
    const { page, t, user } = await renderAt(at, { account: { ...fullAccount(), child: 'limited' }, replies, layout });
    await user.click(await page.findByRole('button', { name: t('gd.make') }));
    expect(await page.findByText(t('gd.code', { code: made.code }))).toBeTruthy();
    expect(page.getByRole('img', { name: t('gd.qr') })).toBeTruthy();
  });
});

it('a limited child that opens another page sees the page of its family', async () => {
  const guardians = { answer: 'waiting' as const, guardians: [], dueAt: null, endsOn: null, choiceUntil: null };
  const replies = { ...fullReplies(), listApps: refused('guardianNeeded', { go: '/family' }), showGuardians: { data: guardians } };
  await renderAt('/pc-application', { account: { ...fullAccount(), child: 'limited' }, replies });
  await waitFor(() => expect(location.pathname).toBe('/pc-family'));
});

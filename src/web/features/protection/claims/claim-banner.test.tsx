import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies } from '#web/testing/samples.ts';

const dueAt = '2126-01-05T03:04:05.000Z';
const claims = [{ id: 'claim', kind: 'recovery', action: null, way: null, dueAt }] as const;
const asked = { ...fullAccount(), claims: [...claims] };

function open(at: string, replies: Replies = {}) {
  const layout = at.startsWith('/mobile') ? 'mobile' : 'desktop';
  return renderAt(at, { layout, account: asked, replies: { ...fullReplies(), ...replies } });
}

describe('the banner of an open claim', () => {
  it.each(['/pc-account-home', '/pc-passkeys', '/mobile-account-home', '/mobile-device-info', '/developer'])('stands on %s', async (at) => {
    const { page, t } = await open(at);
    const banner = await page.findByRole('region', { name: t('re.ask') });
    expect(within(banner).getByRole('button', { name: t('nt.stop') })).toBeTruthy();
    expect(banner.textContent).toContain('2126');
  });

  it('stops it, and goes', async () => {
    const { page, user, t, api } = await open('/pc-passkeys', { stopClaim: { data: { state: 'stopped' } } });
    await user.click(await page.findByRole('button', { name: t('nt.stop') }));
    await waitFor(() => expect(page.queryByRole('region', { name: t('re.ask') })).toBeNull());
    expect(page.getAllByText(t('re.stopDone')).length).toBeGreaterThan(0);
    expect(api.made.filter(({ name }) => name === 'stopClaim').map(({ body }) => body)).toEqual([{ id: 'claim' }]);
  });

  it('asks for another way where the session knows only the one that opened it', async () => {
    const { page, user, t, api } = await open('/pc-passkeys', {
      stopClaim: refused('verificationNeeded', { methods: [{ method: 'password', target: '' }] }),
      authenticate: { data: { verifiedUntil: dueAt } },
    });
    await user.click(await page.findByRole('button', { name: t('nt.stop') }));
    const dialog = await page.findByRole('dialog', { name: t('vf.h') });
    api.answer({ stopClaim: { data: { state: 'lapsed' } } });
    await user.type(within(dialog).getByLabelText(t('f.password')), 'violet7-Harbour{Enter}');
    await waitFor(() => expect(page.getAllByText(t('re.over')).length).toBeGreaterThan(0));
    await waitFor(() => expect(page.queryByRole('region', { name: t('re.ask') })).toBeNull());
  });

  it('names what is to go', async () => {
    const way = { family: 'phone', label: '138****6021' } as const;
    const account = { ...asked, claims: [{ ...claims[0], kind: 'act' as const, action: 'unbindPhone' as const, way }] };
    const { page } = await renderAt('/pc-account-home', { account, replies: fullReplies() });
    expect((await page.findByRole('region', { name: /remove/ })).textContent).toContain('6021');
  });

  it('names what is to be done', async () => {
    const account = { ...asked, claims: [{ ...claims[0], kind: 'act' as const, action: 'addPasskey' as const }] };
    const { page, t } = await renderAt('/mobile-account-home', { layout: 'mobile', account, replies: fullReplies() });
    expect(await page.findByRole('region', { name: t('re.askAct', { action: t('vf.to.addPasskey') }) })).toBeTruthy();
  });

  it('is not there without one', async () => {
    const { page, t } = await renderAt('/pc-account-home', { account: fullAccount(), replies: fullReplies() });
    await page.findByText(t('home.sec'));
    expect(page.queryByText('re.ask')).toBeNull();
    expect(page.queryAllByRole('region', { name: /asked/ })).toEqual([]);
  });
});

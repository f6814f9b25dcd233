import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fill, inputNamed } from '#web/testing/fields.ts';
import { refused } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';

const frozen = { frozenAt: '2026-01-05T03:04:05.000Z', sessions: 2, apps: 0, ticket: 'ticket' };

describe('the page that freezes', () => {
  it('asks a visitor for a code, or for the password behind the captcha; Enter sends neither', async () => {
    const { page, user, t, api } = await renderAt('/freeze', {
      replies: { ...visitorReplies, freezeByWay: refused('captchaFailed') },
    });
    await page.findByRole('button', { name: t('wy.btn') });
    expect(inputNamed('code')).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('fz.byPassword') }));
    await fill(user, inputNamed('account'), '13812345678');
    await fill(user, inputNamed('password'), 'violet7-Harbour');
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}');
    expect(api.made.some(({ name }) => name === 'captchaChallenge')).toBe(false);
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    // Nothing leaves before the captcha.
    const sent = () => api.made.find(({ name }) => name === 'freezeByWay')?.body;
    await waitFor(() => expect(sent()).toMatchObject({ validate: expect.any(String) }), { timeout: 15_000 });
  });

  it('takes a code that no message brings, too', async () => {
    const { page, user, t, api } = await renderAt('/freeze', { replies: { ...visitorReplies, freezeByWay: refused('stepCodeWrong') } });
    await user.click(await page.findByRole('button', { name: t('fz.unsent') }));
    await fill(user, inputNamed('account'), '13812345678');
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    // It is asked for before the captcha.
    await waitFor(() => expect(inputNamed('unsent').getAttribute('aria-invalid')).toBe('true'));
    expect(api.made.some(({ name }) => name === 'captchaChallenge')).toBe(false);
    await fill(user, inputNamed('unsent'), 'ABCDE-FGHJK');
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    const sent = () => api.made.find(({ name }) => name === 'freezeByWay')?.body;
    await waitFor(() => expect(sent()).toMatchObject({ code: 'ABCDE-FGHJK', unsent: true }), { timeout: 15_000 });
  });

  it('freezes at once by what a sign-in in this tab has shown, and asks for a way when that is over', async () => {
    const kept = { 'recover.token': 'shown' };
    const { page, user, t, api } = await renderAt('/freeze', { kept, replies: { ...visitorReplies, freezeByWay: refused('tokenError') } });
    const button = await page.findByRole('button', { name: t('wy.btn') });
    await waitFor(() => expect(page.queryByRole('textbox')).toBeNull());
    await user.click(button);
    await waitFor(() => expect(inputNamed('account')).toBeTruthy());
    expect(api.made.find(({ name }) => name === 'freezeByWay')?.body).toEqual({ ticket: 'shown' });
  });

  it('names to a signed-in person the event that they report, and freezes by one press', async () => {
    const { items } = fullReplies().listActivity.data;
    const { page, user, t, api, left } = await renderAt('/freeze?event=signed-in', {
      account: fullAccount(),
      lastChange: 'begins',
      replies: { ...fullReplies(), listActivity: { data: { items: items.slice(0, 1), next: '' } }, freezeOwn: { data: frozen } },
    });
    await page.findByText(t('fz.reported'));
    expect(document.activeElement?.tagName).toBe('H1');
    expect(page.getByRole('link', { name: t('fz.less') })).toBeTruthy();
    expect(api.made.find(({ name }) => name === 'listActivity')?.query.get('id')).toBe('signed-in');
    await user.click(page.getByRole('button', { name: t('wy.btn') }));
    await waitFor(() => expect([location.pathname, ...left].at(-1)).toMatch(/\/frozen$/));
    expect(api.made.flatMap((call) => (call.name === 'freezeOwn' ? [call.body] : []))).toEqual([{}]);
  });
});

describe('the page of a frozen account', () => {
  it('says what ended, leads on by the ticket, and takes what happened at once', async () => {
    const { page, user, t, api } = await renderAt('/frozen', {
      kept: { frozen: JSON.stringify({ sessions: 2, apps: 0 }), 'recover.token': 'ticket' },
      replies: { sayWhy: { data: {} } },
    });
    expect((await page.findByText(new RegExp(t('fz.did.sessions', { n: 2 })))).textContent).not.toContain('0');
    await waitFor(() => expect(page.getByRole('link', { name: t('fz.go') }).getAttribute('href')).toBe('/recover'));
    expect(page.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)).toEqual([false, false, false, false]);
    await user.click(page.getByRole('radio', { name: t('fz.why.phone') }));
    await page.findByText(t('fz.whySaved'));
    expect(api.made.find(({ name }) => name === 'sayWhy')?.body).toEqual({ ticket: 'ticket', why: 'phone' });
  });

  it('leads to the sign-in without a ticket, and asks nothing', async () => {
    const { page, t } = await renderAt('/frozen');
    expect((await page.findByRole('link', { name: t('fz.go') })).getAttribute('href')).toBe('/login?frozen=1');
    expect(page.queryAllByRole('radio')).toEqual([]);
  });
});

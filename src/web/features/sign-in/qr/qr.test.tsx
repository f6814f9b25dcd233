import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, visitorReplies } from '#web/testing/samples.ts';

const begun = {
  qrCode: 'c'.repeat(43),
  secret: 's'.repeat(43),
  url: 'https://id.example/qr#c',
  openUntil: '2026-01-01T00:01:00Z',
  askEvery: 0,
};
const account = fullAccount();
const at = (state: 'opened' | 'approved' | 'denied' | 'wrong' | 'over') => ({ data: { state, askEvery: 0 } }) as const;
const shown = { data: { state: 'shown', number: 47, askEvery: 0 } } as const;

describe('the other side of the sign-in page', () => {
  async function open(replies: Replies) {
    const rendered = await renderAt('/login', { replies: { ...visitorReplies, beginQr: { data: begun }, ...replies } });
    const { page, user, t } = rendered;
    await user.click(page.getByRole('button', { name: t('si.scan') }));
    return rendered;
  }

  it('shows a code, then the number, and continues after the approval', async () => {
    const { page, t, api, left } = await open({ qrState: at('opened') });
    await waitFor(() => expect(page.getByText(t('qr.onPhone'))).toBeTruthy());
    api.answer({ qrState: shown });
    await waitFor(() => expect(page.getByText('47')).toBeTruthy());
    // The camera has seen the code.
    expect(page.queryByRole('button', { name: t('qr.noCamera') })).toBeNull();
    // Read out as two digits.
    await waitFor(() => expect(page.getByText(`${t('qr.number')} 4 7`)).toBeTruthy());
    api.answer({ qrState: at('approved'), finishQr: { data: { account, continue: '/device' } } });
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
    expect(api.made.filter(({ name }) => name === 'finishQr')).toHaveLength(1);
  });

  it('asks for one more proof where the server wants it', async () => {
    const data = { ticket: 'ticket', because: 'far', methods: [{ method: 'phone', target: '138****6021' }] };
    const { page, t } = await open({ qrState: at('approved'), finishQr: refused('secondStepNeeded', data) });
    await waitFor(() => expect(page.getByRole('heading', { name: t('vf.h') })).toBeTruthy());
  });

  it.each([
    ['wrong', 'qr.wrong'],
    ['denied', 'qr.denied'],
  ] as const)('says that it ended: %s', async (state, text) => {
    const { page, t, user, api } = await open({ qrState: at(state) });
    await waitFor(() => expect(page.getByRole('alert').textContent).toContain(t(text)));
    api.answer({ qrState: at('opened') });
    await user.click(page.getByRole('button', { name: t('qr.again') }));
    await waitFor(() => expect(page.getByText(t('qr.onPhone'))).toBeTruthy());
  });

  it('leads a person without a camera to the codes, and stays calm without a server', async () => {
    const { page, t, user } = await open({ beginQr: 'no network' });
    await waitFor(() => expect(page.getByText(t('qr.failed'))).toBeTruthy());
    await user.click(page.getByRole('button', { name: t('qr.noCamera') }));
    expect(page.getByRole('button', { name: t('si.btn') })).toBeTruthy();
  });
});

describe('the page of the phone', () => {
  const question = {
    choices: [82, 47, 19],
    browser: 'Firefox',
    os: 'Linux',
    address: '203.0.*.*',
    location: { country: '', region: '', city: 'Shanghai' },
    person: { nickname: 'Lin Xi', profileImage: '', account: '138****6021' },
    askedAt: '2026-01-02T03:04:05.000Z',
    sameNetwork: true,
    known: true,
  };
  const code = 'q'.repeat(43);
  const opened = (purpose: 'signIn' | 'register', signedIn = true) => ({ openQr: { data: { purpose, signedIn } } }) as const;
  const open = async (replies: Replies, url = `/qr#${code}`) =>
    renderAt(url, {
      account,
      lastChange: 'begins',
      layout: 'mobile',
      replies: { ...opened('signIn'), askQr: { data: question }, ...replies },
    });

  it('asks which number is on the computer, and approves by it', async () => {
    const { page, user, t, api } = await open({ decideQr: { data: { state: 'approved', secondStep: false } } });
    await waitFor(() => expect(page.getByText(t('qr.who', { browser: 'Firefox', os: 'Linux' }))).toBeTruthy());
    expect(page.getAllByText('Lin Xi').length).toBeGreaterThan(0);
    expect(page.getByText(t('qr.same'))).toBeTruthy();
    // Neither address bar nor history keep the code.
    expect(location.hash).toBe('');
    await user.click(page.getByRole('button', { name: '47' }));
    await user.click(page.getByRole('button', { name: t('qr.allow') }));
    await waitFor(() => expect(page.getByRole('heading', { name: t('qr.done') })).toBeTruthy());
    expect(api.made.find(({ name }) => name === 'decideQr')?.body).toEqual({ qrCode: code, number: 47 });
  });

  it('warns of a strange computer in another network, which asks for more', async () => {
    const { page, user, t } = await open({
      askQr: { data: { ...question, sameNetwork: false, known: false } },
      decideQr: { data: { state: 'approved', secondStep: true } },
    });
    await user.click(await page.findByRole('button', { name: '82' }));
    expect(page.getByText(t('qr.far'))).toBeTruthy();
    await user.click(page.getByRole('button', { name: t('qr.allow') }));
    await waitFor(() => expect(page.getByText(t('qr.farDone'))).toBeTruthy());
  });

  it.each([
    ['qrMismatch', 'qr.wrong'],
    ['qrOver', 'qr.phoneOver'],
    ['tooFrequent', 'qr.tooMany'],
  ] as const)('ends after %s', async (refusal, text) => {
    const { page, user, t } = await open({ decideQr: refused(refusal) });
    await user.click(await page.findByRole('button', { name: '19' }));
    await user.click(page.getByRole('button', { name: t('qr.allow') }));
    await waitFor(() => expect(page.getByText(t(text))).toBeTruthy());
  });

  it.each([
    ['qr.none', 'none'],
    ['qr.notYou', 'report'],
  ] as const)('refuses by %s', async (button, refuse) => {
    const { page, user, t, api } = await open({ decideQr: { data: { state: 'denied', secondStep: false } } });
    await user.click(await page.findByRole('button', { name: t(button) }));
    await waitFor(() => expect(page.getByText(t('qr.stopped'))).toBeTruthy());
    expect(api.made.find(({ name }) => name === 'decideQr')?.body).toEqual({ qrCode: code, refuse });
  });

  it('reads a code that comes into the open page, and forgets the answer to the one before', async () => {
    const { page, user, t, api } = await open({ decideQr: { data: { state: 'denied', secondStep: false } } });
    const next = 'n'.repeat(43);
    const read = () => [
      ...new Set(api.made.filter(({ name }) => name === 'openQr').map(({ body }) => (body as { qrCode: string }).qrCode)),
    ];
    await user.click(await page.findByRole('button', { name: '47' }));
    location.hash = next;
    await waitFor(() => expect(read()).toEqual([code, next]));
    expect(location.hash).toBe('');
    await page.findByRole('button', { name: '47' });
    // The earlier number is not chosen for this code, and nothing was decided.
    expect(page.queryByRole('button', { name: t('qr.allow') })).toBeNull();
    expect(api.made.some(({ name }) => name === 'decideQr')).toBe(false);
    await user.click(page.getByRole('button', { name: t('qr.none') }));
    await page.findByText(t('qr.stopped'));
    const third = 't'.repeat(43);
    location.hash = third;
    await page.findByRole('button', { name: '47' });
    // A place on the page is no code.
    const moved = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = 'main';
    await moved;
    await user.click(await page.findByRole('button', { name: '47' }));
    expect(read()).toEqual([code, next, third]);
    expect(location.hash).toBe('#main');
  });

  it('leads through sign-in and sign-up, and keeps the code meanwhile', async () => {
    const first = await open(opened('signIn', false));
    await first.page.findByText(first.t('qr.signInFirst'));
    expect(first.page.getByRole('link', { name: first.t('si.btn') }).getAttribute('href')).toBe('/login?redirect=%2Fqr');
    const second = await open(opened('register', false));
    await second.page.findByText(second.t('qr.regLead'));
    expect(second.page.getByRole('link', { name: second.t('si.create') }).getAttribute('href')).toBe('/register?redirect=%2Fqr%3Fnew%3D1');
    expect(sessionStorage.getItem('qr.token')).toBe(code);
  });

  it('asks a person with an account already whether it is that one', async () => {
    const { page, user, t } = await open(opened('register'));
    await page.findByText(t('qr.regHave'));
    await user.click(page.getByRole('button', { name: t('qr.regUse') }));
    // The numbers are named by the question that a person sees.
    const choices = await page.findByRole('group', { name: t('qr.regQ') });
    expect(await within(choices).findByRole('button', { name: '47' })).toBeTruthy();
  });
});

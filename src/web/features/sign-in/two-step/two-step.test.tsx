import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { someCode } from '#contract/fixtures/codes.ts';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { refused } from '#web/testing/fake-api.ts';
import { fill, inputNamed, lineOf } from '#web/testing/fields.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { fullAccount, noTwoStep, twoStep, visitorReplies } from '#web/testing/samples.ts';

const begun = { id: 'app-1', secret: 'MZXW6YTBOI234567', uri: 'otpauth://totp/Cedar', expiresAt: '2026-01-02T03:04:05.000Z' };
const codes = Array.from({ length: 10 }, (_, index) => `AAAAA-BBBB${index}`);
const signedIn = { data: { account: fullAccount(), continue: '/device' } } as const;

describe('the set-up of two-step verification', () => {
  it('shows the key, then the codes, and switches on only when they are saved', async () => {
    const { page, t, user, api } = await renderAt('/pc-two-step?set-up', {
      account: fullAccount(),
      replies: {
        twoStep: { data: noTwoStep },
        beginTotp: { data: begun },
        finishTotp: { data: { totp: { id: 'app-1', name: '', createdAt: begun.expiresAt, lastUsedAt: null } } },
        makeRecoveryCodes: { data: { codes, madeAt: begun.expiresAt } },
        enableTwoStep: { data: { account: fullAccount() } },
        listPasskeys: refused('serverError'),
      },
    });
    await user.click(await page.findByRole('button', { name: t('ts.key') }));
    await page.findByText('MZXW 6YTB OI23 4567');
    await fill(user, inputNamed('code'), someCode);
    await page.findByText(codes[9] ?? '');
    const finish = () => page.getByRole('button', { name: t('ts.finish') });
    expect(finish()).toHaveProperty('disabled', true);
    expect(api.made.some(({ name }) => name === 'enableTwoStep')).toBe(false);
    await user.click(page.getByRole('checkbox', { name: t('ts.saved') }));
    await user.click(finish());
    await waitFor(() => expect(api.made.find(({ name }) => name === 'enableTwoStep')?.body).toEqual({ codes: 'saved' }));
  });

  it('asks once, for the whole of it', async () => {
    const { page, t, user, api } = await renderAt('/pc-two-step?set-up', {
      account: fullAccount(),
      replies: {
        twoStep: { data: noTwoStep },
        beginTotp: refused('verificationNeeded', { action: 'addTotp', methods: [{ method: 'password', target: '' }] }),
        authenticate: { data: { verifiedUntil: begun.expiresAt } },
      },
    });
    await waitFor(() => expect(inputNamed('password')).toBeTruthy());
    api.answer({ beginTotp: { data: begun } });
    await fill(user, inputNamed('password'), 'a-good-password-1');
    await user.keyboard('{Enter}');
    await page.findByRole('button', { name: t('ts.key') });
    expect(api.made.find(({ name }) => name === 'authenticate')?.body).toMatchObject({ action: 'enableTwoStep' });
  });

  const proof = refused('verificationNeeded', { action: 'enableTwoStep', methods: [{ method: 'password', target: '' }] });
  it.each([
    ['a canceled proof', { data: begun }, proof],
    ['a failure of the network', { data: begun }, 'no network'],
    ['digits before the key', () => new Promise<never>(() => undefined), 'no network'],
  ] as const)('keeps the code after %s', async (name, beginTotp, finishTotp) => {
    const { page, t, user, api } = await renderAt('/pc-two-step?set-up', {
      account: fullAccount(),
      replies: { twoStep: { data: noTwoStep }, beginTotp, finishTotp },
    });
    await waitFor(() => expect(api.made.some((made) => made.name === 'beginTotp')).toBe(true));
    if (name !== 'digits before the key') await page.findByRole('button', { name: t('ts.key') });
    await fill(user, inputNamed('code'), someCode);
    expect(inputNamed('code').value).toBe(someCode);
    if (name === 'a canceled proof')
      await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: t('btn.cancel') }));
    await page.findByRole('button', { name: t('sys.retry') });
    expect(inputNamed('code').value).toBe(someCode);
  });

  it.each([
    ['a phone, which does not scan its own screen', 390, 'ts.addTo'],
    ['a tablet, which a phone scans', 1024, 'ts.scan'],
  ] as const)('shows a picture or opens the app, by the size of a touch screen: %s', async (_, width, title) => {
    const pointers = vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
      const most = Number(/max-width: ([\d.]+)px/.exec(media)?.[1] ?? Infinity);
      return Object.assign(new EventTarget() as MediaQueryList, { media, matches: media.includes('coarse') && width <= most });
    });
    const { page, t } = await renderAt('/pc-two-step?set-up', {
      account: fullAccount(),
      replies: { twoStep: { data: noTwoStep }, beginTotp: { data: begun } },
    });
    expect(await page.findByRole('heading', { name: t(title) })).toBeTruthy();
    pointers.mockRestore();
  });
});

describe('new recovery codes', () => {
  it('are not made again by loading the page that has shown them', async () => {
    const replies = { makeRecoveryCodes: { data: { codes, madeAt: begun.expiresAt } }, twoStep: { data: twoStep } };
    const first = await renderAt('/pc-two-step?add=codes', { account: fullAccount(), replies });
    await first.page.findByText(codes[9] ?? '');
    await waitFor(() => expect(location.search).toBe('?add=codes&shown'));
    const { page, user, t, api } = await renderAt('/pc-two-step?add=codes&shown', { account: fullAccount(), replies });
    await page.findByText(t('rc.gone'));
    const made = () => api.made.filter(({ name }) => name === 'makeRecoveryCodes').length;
    expect(made()).toBe(0);
    await user.click(page.getByRole('button', { name: t('rc.new') }));
    await page.findByText(codes[9] ?? '');
    expect(made()).toBe(1);
  });
});

describe('the second step of a sign-in', () => {
  const methods = [
    { method: 'totp', target: '' },
    { method: 'recovery', target: '' },
  ];

  async function open(reply: 'stepCodeWrong' | 'tokenError' | 'tooFrequent' | typeof signedIn) {
    const rendered = await renderAt('/login', {
      replies: {
        ...visitorReplies,
        checkPhone: { data: true },
        signInByPassword: refused('secondStepNeeded', { ticket: 'ticket', because: 'protected', methods }),
        signInSecondStep: typeof reply === 'string' ? refused(reply, reply === 'tooFrequent' ? { retryAfter: 60 } : {}) : reply,
      },
    });
    const { user, page, t } = rendered;
    await fill(user, inputNamed('account'), '13800138000');
    await fill(user, inputNamed('password'), 'a-good-password-1');
    await user.click(page.getByRole('button', { name: t('si.btn') }));
    await page.findByText(t('vf.h'));
    return rendered;
  }

  it('sends six digits of the app at once, and trusts the browser only if the person says so', async () => {
    const { user, page, t, api, left } = await open(signedIn);
    await user.click(page.getByRole('checkbox'));
    await fill(user, inputNamed('code'), someCode);
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
    const sent = api.made.filter(({ name }) => name === 'signInSecondStep').map(({ body }) => body);
    expect(sent).toEqual([{ ticket: 'ticket', method: 'totp', code: someCode, trust: true }]);
    expect(page.queryByText(t('ts.expired'))).toBeNull();
    // A removal that waited has ended all sessions: the next page tells the password manager what is left.
    expect(sessionStorage.getItem('passkey-task')).toMatch(/^signal /);
  });

  it('empties the field of a wrong code and says so', async () => {
    const { user, t } = await open('stepCodeWrong');
    await fill(user, inputNamed('code'), someCode);
    await waitFor(() => expect(lineOf(inputNamed('code'))).toContain(t('ts.wrong')));
    expect(inputNamed('code').value).toBe('');
  });

  it.each(['totp', 'recovery'])('keeps the code of %s while it has to wait', async (method) => {
    const { user, page, t } = await open('tooFrequent');
    if (method === 'recovery') await user.click(page.getByRole('button', { name: t('vf.other') }));
    if (method === 'recovery') await user.click(page.getByRole('button', { name: t('rc.one') }));
    await fill(user, inputNamed('code'), method === 'totp' ? someCode : 'AAAAA-BBBBB');
    await user.keyboard('{Enter}');
    await page.findByText(t('msg.freq'));
    expect(inputNamed('code').value).not.toBe('');
  });

  it('goes back to the form when it took too long', async () => {
    const { user, page, t } = await open('tokenError');
    await fill(user, inputNamed('code'), someCode);
    await page.findByText(t('ts.expired'));
    await waitFor(() => expect(inputNamed('account').value).toBe('13800138000'));
  });
});

it('a password finishes a risky sign-in that began with something else', async () => {
  const { user, page, t, api, left } = await renderAt('/login', {
    replies: {
      ...visitorReplies,
      checkPhone: { data: true },
      signInByPassword: refused('secondStepNeeded', {
        ticket: 'ticket',
        because: 'risky',
        signals: ['newBrowser', 'newNetwork'],
        methods: [{ method: 'password', target: '' }],
      }),
      signInSecondStep: signedIn,
    },
  });
  await fill(user, inputNamed('account'), '13800138000');
  await fill(user, inputNamed('password'), 'a-good-password-1');
  await user.click(page.getByRole('button', { name: t('si.btn') }));
  await page.findByText(t('vf.h'));
  await fill(user, inputNamed('password'), 'a-good-password-2');
  await user.click(page.getByRole('button', { name: t('si.btn') }));
  await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
  expect(api.made.filter(({ name }) => name === 'signInSecondStep').map(({ body }) => body)).toEqual([
    { ticket: 'ticket', method: 'password', password: 'a-good-password-2', trust: false },
  ]);
});

it('two-step verification is not offered where the operator leaves it out, and stays where it is on', async () => {
  const config = { features: { ...sampleConfig.features, twoStep: false } };
  const listPasskeys = refused('serverError');
  const without = await renderAt('/pc-two-step', {
    account: fullAccount(),
    config,
    replies: { twoStep: { data: noTwoStep }, listPasskeys },
  });
  await waitFor(() => expect(without.api.made.some(({ name }) => name === 'twoStep')).toBe(true));
  await waitFor(() => expect(without.page.queryByText(without.t('ts.turnOn'))).toBeNull());
  const has = await renderAt('/pc-two-step', { account: fullAccount(), config, replies: { twoStep: { data: twoStep }, listPasskeys } });
  await has.page.findByRole('button', { name: has.t('ts.turnOff') });
});

it('the page of second steps ends the trust in a browser without a proof, and names each, known or not', async () => {
  const browsers = twoStep.browsers.map((browser) => (browser.current ? browser : { ...browser, name: '', os: '' }));
  const { user, page, t, api } = await renderAt('/pc-two-step', {
    account: fullAccount(),
    replies: {
      twoStep: { data: { ...twoStep, browsers } },
      listPasskeys: refused('serverError'),
      endTrust: { data: { ...twoStep, browsers: [] } },
    },
  });
  expect(await page.findByRole('button', { name: `${t('tb.end')} ${t('dv.noName')}` })).toBeTruthy();
  await user.click(await page.findByRole('button', { name: `${t('tb.end')} Firefox · Linux` }));
  await waitFor(() => expect(page.queryByText(t('tb.title'))).toBeNull());
  expect(api.made.find(({ name }) => name === 'endTrust')?.body).toEqual({ id: 'browser-1' });
});

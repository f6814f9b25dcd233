import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#contract/limits.ts';
import { lastDayText } from '#web/lib/texts/time-text.ts';
import { settle } from '#web/testing/document.ts';
import { refused, type Replies } from '#web/testing/fake-api.ts';
import type { BrowserPasskeys } from '#web/testing/passkeys.ts';
import { renderAt } from '#web/testing/render-at.ts';
import { emptyReplies, fullAccount, fullReplies, visitorReplies } from '#web/testing/samples.ts';
import type { Passkey } from './passkeys.ts';

const requestOptions = {
  challenge: 'AAAA',
  rpId: 'id.example.com',
  timeout: limits.passkeyCeremonyMs,
  userVerification: 'required',
  allowCredentials: [],
} as const;
const creationOptions = {
  challenge: 'AAAA',
  rp: { id: 'id.example.com', name: 'Cedar ID' },
  user: { id: 'AAAA', name: 'linxi', displayName: 'Lin Xi' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: limits.passkeyCeremonyMs,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: [],
  hints: [],
} as const;
const expiresAt = '2030-01-01T00:00:00.000Z';
const beginPasskey = { data: { publicKey: requestOptions, expiresAt } };
const beginPasskeyRegistration = { data: { publicKey: creationOptions, expiresAt } };
const [forest] = fullReplies().listPasskeys.data.passkeys as [Passkey];
const signedIn = { data: { account: fullAccount(), continue: '/device' } };

describe('the list of passkeys', () => {
  async function open(replies: Replies = {}, answer: BrowserPasskeys['answer'] = 'passkey') {
    return renderAt('/pc-passkeys', { account: fullAccount(), replies: { ...fullReplies(), ...replies }, passkeys: { answer } });
  }

  const row = (name = forest.name) => ({ name: new RegExp(name) });

  it('shows each with its last use, and the rest behind its row', async () => {
    const { page, user, t } = await open();
    const { textContent } = await page.findByRole('button', row());
    expect(textContent).toBe(`Forest Phone${t('pk.usedAt', { date: lastDayText(forest.lastUsedAt ?? '') })}${t('pk.synced')}`);
    await user.click(page.getByRole('button', row()));
    const sheet = await page.findByRole('dialog', row());
    // The key that has opened the sheet ends nothing.
    expect(document.activeElement?.tagName).toBe('H2');
    for (const fact of ['iCloud Keychain', 'Beijing']) expect(sheet.textContent).toContain(fact);
  });

  it('says that one was used today', async () => {
    const { signals } = fullReplies().listPasskeys.data;
    const used = { ...forest, synced: false, lastUsedAt: new Date().toISOString() };
    const { page, t } = await open({ listPasskeys: { data: { passkeys: [used], signals } } });
    expect((await page.findByRole('button', row())).textContent).toBe(`Forest Phone${t('pk.usedToday')}`);
  });

  it('renames one behind its row', async () => {
    const { page, user, t, api } = await open({ renamePasskey: { data: { passkey: { ...forest, name: 'River' } } } });
    await user.click(await page.findByRole('button', row()));
    await user.click(await page.findByRole('button', { name: t('pk.rename') }));
    const field = await page.findByRole('textbox', { name: t('pk.name') });
    await user.clear(field);
    const { signals } = fullReplies().listPasskeys.data;
    api.answer({ listPasskeys: { data: { passkeys: [{ ...forest, name: 'River' }], signals } } });
    await user.type(field, 'River{Enter}');
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
    expect(page.getByRole('button', row('River'))).toBeTruthy();
  });

  it('tells the password manager once what the account has, which may have lost one elsewhere', async () => {
    const { page, passkeys, api } = await open();
    await page.findByText(forest.name);
    await waitFor(() => expect(passkeys.signals.map(({ name }) => name)).toEqual(['all', 'details']));
    // A passkey that is being made meanwhile must not seem to be gone.
    const other = fullReplies().listPasskeys.data;
    api.answer({ listPasskeys: { data: { ...other, passkeys: [{ ...forest, name: 'River' }] } } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await page.findByText('River');
    expect(passkeys.signals).toHaveLength(2);
    vi.useRealTimers();
  });

  it('warns of a possible copy', async () => {
    const signals = fullReplies().listPasskeys.data.signals;
    const { page, t } = await open({ listPasskeys: { data: { passkeys: [{ ...forest, suspect: true }], signals } } });
    expect(await page.findByText(t('pk.suspect'))).toBeTruthy();
  });

  it('adds one without a question about its name, and the manager learns of it', async () => {
    const { page, user, t, api, passkeys } = await open({
      ...emptyReplies,
      beginPasskeyRegistration,
      finishPasskeyRegistration: { data: { passkey: { ...forest, name: 'iCloud Keychain' } } },
    });
    await user.click(await page.findByRole('button', { name: t('pk.add') }));
    api.answer({ listPasskeys: fullReplies().listPasskeys });
    await page.findByRole('button', row());
    expect(page.queryByRole('dialog')).toBeNull();
    // The button that had it went with the empty page.
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
    expect(passkeys.asked).toEqual([{ call: 'create', mediation: 'modal' }]);
    // Of the page, and of what was added.
    await waitFor(() => expect(passkeys.signals.map(({ name }) => name)).toEqual(['all', 'details', 'all', 'details']));
    expect(passkeys.signals[2]?.told).toEqual({
      rpId: 'id.example.com',
      userId: 'aGFuZGxl',
      allAcceptedCredentialIds: expect.any(Array),
    });
  });

  it('says that this device has one, and nothing when the person stops', async () => {
    const { page, user, t, api, passkeys } = await open({ ...emptyReplies, beginPasskeyRegistration }, 'InvalidStateError');
    const add = await page.findByRole('button', { name: t('pk.add') });
    await user.click(add);
    await waitFor(() => expect(page.getAllByText(t('pk.exists')).length).toBeGreaterThan(0));
    await waitFor(() => expect(add.getAttribute('aria-busy')).toBeNull());
    passkeys.browser.answer = 'NotAllowedError';
    await user.click(add);
    await waitFor(() => expect(passkeys.asked).toHaveLength(2));
    expect(api.made.map(({ name }) => name)).not.toContain('finishPasskeyRegistration');
    expect(page.queryByText(t('pk.failed'))).toBeNull();
  });

  it('names the limit', async () => {
    const { page, user, t } = await open({ ...emptyReplies, beginPasskeyRegistration: refused('tooMany') });
    await user.click(await page.findByRole('button', { name: t('pk.add') }));
    await waitFor(() => expect(page.getAllByText(t('pk.limit', { n: limits.passkeysMax })).length).toBeGreaterThan(0));
  });

  it('removes one after a proof by passkey, for exactly this one', async () => {
    const { page, user, t, api, passkeys } = await open({
      removePasskey: refused('verificationNeeded', { methods: [{ method: 'passkey', target: '' }] }),
      beginPasskey,
      authenticate: { data: { verifiedUntil: expiresAt } },
    });
    await user.click(await page.findByRole('button', row()));
    await user.click(await page.findByRole('button', { name: t('pk.remove') }));
    const question = within(await page.findByRole('alertdialog', { name: t('pk.removeT', { name: 'Forest Phone' }) }));
    await user.click(question.getByRole('button', { name: t('pk.remove') }));
    const confirm = await page.findByRole('button', { name: t('pk.signIn') });
    api.answer({ removePasskey: { data: { account: { ...fullAccount(), passkeys: 0 } } }, listPasskeys: emptyReplies.listPasskeys });
    await user.click(confirm);
    expect(await page.findByText(t('pk.emptyH'))).toBeTruthy();
    const bodyOf = (name: string) => api.made.find((made) => made.name === name)?.body;
    expect(bodyOf('beginPasskey')).toEqual({ purpose: 'proof', action: 'removePasskey', target: 'forest' });
    expect(bodyOf('authenticate')).toMatchObject({ method: 'passkey', action: 'removePasskey', target: 'forest' });
    await waitFor(() => expect(passkeys.signals.at(2)?.told).toMatchObject({ allAcceptedCredentialIds: [] }));
  });
});

it.each(['127.0.0.1', '[::1]'])('no passkey is offered at %s, to which none can belong', async (address) => {
  vi.spyOn(location, 'hostname', 'get').mockReturnValue(address);
  const { page, t } = await renderAt('/login', { replies: visitorReplies });
  await page.findByRole('button', { name: t('si.btn') });
  await waitFor(() => expect(page.queryByRole('button', { name: t('pk.signIn') })).toBeNull());
});

/** The person is there: from then on the name field offers passkeys. */
function touch(): void {
  dispatchEvent(new Event('pointermove'));
}

describe('the sign-in by passkey', () => {
  async function open(replies: Replies = {}, answer: BrowserPasskeys['answer'] = 'passkey') {
    return renderAt('/login', { replies: { ...visitorReplies, beginPasskey, ...replies }, passkeys: { answer } });
  }

  it('by the button leads to the server’s target', async () => {
    const { page, user, t, left, api, passkeys } = await open({ signInByPasskey: signedIn });
    await user.click(await page.findByRole('button', { name: t('pk.signIn') }));
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
    expect(passkeys.asked).toEqual([{ call: 'get', mediation: 'modal' }]);
    expect(api.made.find(({ name }) => name === 'signInByPasskey')?.body).toMatchObject({ credential: { id: 'AQID', type: 'public-key' } });
    expect(sessionStorage.getItem('passkey-task')).toMatch(/^signal /);
  });

  it('is silent when the person stops, and gives the focus back', async () => {
    const { page, user, t } = await open({}, 'NotAllowedError');
    const button = await page.findByRole('button', { name: t('pk.signIn') });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(document.activeElement).toBe(button);
    expect(page.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  it('tells of a passkey without an account, and its manager', async () => {
    const { page, user, t, passkeys } = await open({
      signInByPasskey: refused('passkeyUnknown', { credentialId: 'AQID', rpId: 'id.example.com' }),
    });
    await user.click(await page.findByRole('button', { name: t('pk.signIn') }));
    expect(await page.findByText(t('pk.gone'))).toBeTruthy();
    expect(passkeys.signals).toEqual([{ name: 'unknown', told: { rpId: 'id.example.com', credentialId: 'AQID' } }]);
  });

  it('tells of a refused one without a reason', async () => {
    const { page, user, t } = await open({ signInByPasskey: refused('passkeyRefused') });
    await user.click(await page.findByRole('button', { name: t('pk.signIn') }));
    expect(await page.findByText(t('pk.failed'))).toBeTruthy();
  });

  it('waits in the name field, gives way to the button, and waits again', async () => {
    const { page, user, t, passkeys } = await renderAt('/login', {
      replies: { ...visitorReplies, beginPasskey },
      passkeys: { answer: 'NotAllowedError', offers: true },
    });
    const button = await page.findByRole('button', { name: t('pk.signIn') });
    const { asked } = passkeys;
    touch();
    await waitFor(() => expect(asked).toEqual([{ call: 'get', mediation: 'conditional' }]));
    await user.click(button);
    await waitFor(() => expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'modal', 'conditional']));
  });

  it('is one at a time: the button begins none while a passkey from the field signs in', async () => {
    const held = Promise.withResolvers<typeof signedIn>();
    const { page, user, t, api, left, passkeys } = await renderAt('/login', {
      replies: { ...visitorReplies, beginPasskey, signInByPasskey: held.promise },
      passkeys: { answer: 'passkey', offers: true, takesOffer: true },
    });
    const made = () => api.made.filter(({ name }) => name === 'signInByPasskey').length;
    touch();
    await waitFor(() => expect(made()).toBe(1));
    await user.click(await page.findByRole('button', { name: t('pk.signIn') }));
    document.dispatchEvent(new Event('visibilitychange'));
    await user.tab();
    held.resolve(signedIn);
    await waitFor(() => expect(left).toEqual([expect.stringMatching(/\/device$/)]));
    expect(passkeys.asked).toEqual([{ call: 'get', mediation: 'conditional' }]);
    expect(made()).toBe(1);
  });

  it('ends in the name field with the page: nothing is taken any more, and it is offered again by the way back', async () => {
    const { page, user, t, api, left, passkeys } = await renderAt('/login', {
      replies: { ...visitorReplies, beginPasskey, signInByPasskey: signedIn, region: { data: { IsoCode: 'CN' } } },
      passkeys: { answer: 'never', offers: true },
    });
    const { asked, ended } = passkeys;
    expect(asked).toEqual([]);
    touch();
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(ended).toEqual([]);
    await user.click(await page.findByRole('link', { name: t('si.create') }));
    await waitFor(() => expect(ended).toEqual(['conditional']));
    expect(location.pathname).toBe('/register');
    document.dispatchEvent(new Event('visibilitychange'));
    passkeys.takeOffer();
    await settle();
    expect(api.made.map(({ name }) => name)).not.toContain('signInByPasskey');
    history.back();
    await page.findByRole('button', { name: t('si.btn') });
    // The page listens a moment after it is shown.
    await waitFor(() => {
      touch();
      expect(asked.map(({ mediation }) => mediation)).toEqual(['conditional', 'conditional']);
    });
    expect(ended).toEqual(['conditional']);
    expect(left).toEqual([]);
  });

  it('is one at a time: after a sign-in the page is on its way, and nothing begins', async () => {
    const { page, user, t, left } = await open({ signInByPasskey: signedIn });
    const button = await page.findByRole('button', { name: t('pk.signIn') });
    await user.click(button);
    await waitFor(() => expect(left).toHaveLength(1));
    await user.tab();
    expect(button.getAttribute('aria-busy')).toBe('true');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
  });

  it('asks for new options before the old ones end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { api, passkeys } = await renderAt('/login', {
      replies: { ...visitorReplies, beginPasskey },
      passkeys: { answer: 'never', offers: true },
    });
    touch();
    await waitFor(() => expect(passkeys.asked).toHaveLength(1));
    const begun = () => api.made.filter(({ name }) => name === 'beginPasskey').length;
    const before = begun();
    vi.advanceTimersByTime(limits.passkeyCeremonyMs - 30_001);
    expect(begun()).toBe(before);
    vi.advanceTimersByTime(1);
    // Waiting takes intervals, too.
    vi.useRealTimers();
    await waitFor(() => expect(begun()).toBe(before + 1));
    await waitFor(() => expect(passkeys.asked).toHaveLength(2));
  });
});

describe('after a sign-in with a password', () => {
  async function open(answer: BrowserPasskeys['answer'], replies: Replies = {}, unlocks = true) {
    return renderAt('/pc-account-home', {
      account: fullAccount(),
      replies: { ...fullReplies(), beginPasskeyRegistration, finishPasskeyRegistration: { data: { passkey: forest } }, ...replies },
      kept: { 'passkey-task': `make ${Date.now()}` },
      passkeys: { answer, makesSilently: true, unlocks },
    });
  }

  it('a passkey is made silently', async () => {
    const { page, api, passkeys } = await open('passkey');
    await waitFor(() => expect(page.getAllByText('Next time you can sign in with a passkey').length).toBeGreaterThan(0));
    expect(passkeys.asked).toEqual([{ call: 'create', mediation: 'conditional' }]);
    expect(api.made.find(({ name }) => name === 'beginPasskeyRegistration')?.body).toEqual({ purpose: 'upgrade' });
  });

  const without = { ...fullAccount(), passkeys: 0 };

  it('Home offers one, once, when the browser makes none silently', async () => {
    const { page, user, t } = await open('NotAllowedError', { metainfo: { data: without } });
    expect(await page.findByText(t('pk.offer'))).toBeTruthy();
    expect(page.getByRole('link', { name: t('pk.setUp') }).getAttribute('href')).toBe('/pc-passkeys?add');
    expect(localStorage.getItem('passkey-declined')).not.toBeNull();
    await user.click(page.getByRole('button', { name: t('pk.notNow') }));
    await waitFor(() => expect(page.queryByText(t('pk.offer'))).toBeNull());
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it.each([
    ['the account has one', {}, { unlocks: true }],
    ['the device knows its person by nothing', { metainfo: { data: without } }, { unlocks: false }],
  ])('nothing is offered when %s', async (_case, replies, { unlocks }) => {
    const { page, t } = await open('NotAllowedError', replies, unlocks);
    await waitFor(() => expect(localStorage.getItem('passkey-declined')).not.toBeNull());
    await settle();
    expect(page.queryByText(t('pk.offer'))).toBeNull();
  });
});

import { isRemoval, removals, waitingActs, type RemovalAct } from '#contract/acts/acts.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/people/authenticator.ts';
import { fromBase32 } from '#server/testing/people/base32.ts';
import { mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { beginPasskey } from '#server/testing/people/passkeys.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { approve } from '#server/testing/people/social.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { withProofs, type Act } from './act.ts';
import { attached, emptyHand, proveAll, recover, showAll, signIn, socialPlatform, type Hand, type RecoveryState } from './hand.ts';
import { gain, newPassword, pickOf, type Life, noteWait } from './life.ts';
import { furtherActs, lastFurtherActs } from './further-acts.ts';
import { linkActs } from './link-acts.ts';

const entering: readonly Act[] = (['password', 'code', 'passkey', 'social'] as const).map((by) => ({
  name: `signs in by ${by}`,
  async run(life) {
    const browser = life.app.newBrowser();
    if (await signIn(life, browser, life.thief.hand, by)) life.thief.browsers.unshift(browser);
  },
}));

/** A key without its lock, and a code that somebody has used. */
const odd: readonly Act[] = [
  {
    name: 'signs in by a locked passkey',
    async run(life) {
      const browser = life.app.newBrowser();
      for (const passkey of life.thief.locked) {
        const credential = passkey.assert(await beginPasskey(browser), { flags: withoutLock });
        if ((await browser.post('/login/passkey', { credential })).code === 200) life.thief.browsers.unshift(browser);
      }
    },
  },
  {
    name: 'repeats a code that he saw',
    async run(life) {
      const browser = life.app.newBrowser();
      const hand: Hand = { ...life.thief.hand, codes: [...life.thief.seen] };
      for (const by of ['password', 'code'] as const) if (await signIn(life, browser, hand, by)) life.thief.browsers.unshift(browser);
    },
  },
];

/** Present, backed up, not verified. */
const withoutLock = 0x01 | 0x08 | 0x10;

/** Keeps as little as he can. */
async function finish(life: Life, { browser, ticket }: Life['thief']['tickets'][number], state: RecoveryState): Promise<boolean> {
  const { thief } = life;
  const idsOf = (which: (way: RecoveryState['ways'][number]) => boolean) => state.ways.filter(which).map(({ id }) => id);
  for (const keep of [[], idsOf(({ family }) => state.proven.includes(family)), idsOf(({ kept }) => kept)]) {
    const password = newPassword(thief);
    const { code, data } = await browser.post<{ codes: readonly string[] }>('/recovery/finish', { ticket, newPassword: password, keep });
    if (code === 3006) continue;
    if (code !== 200) return false;
    gain(life, { passwords: [password], codes: [...data.codes] });
    thief.browsers.unshift(browser);
    if (state.dueAt !== null) thief.isByClaim = true;
    return true;
  }
  return false;
}

async function recoverBy(life: Life, contact: string | undefined): Promise<void> {
  const { thief } = life;
  if (contact === undefined) return;
  const browser = life.app.newBrowser();
  const password = newPassword(thief);
  const found = await recover(life, browser, thief.hand, { contact, newPassword: password });
  if (found.at === 'reset') gain(life, { passwords: [password] });
  if (found.at !== 'ticket') return;
  const { ticket, state } = found;
  if (state.ways.length > 0 && (await finish(life, { browser, ticket }, state))) return;
  const claim = await browser.post<{ claim: string; dueAt: string }>('/recovery/claim', { ticket });
  thief.tickets.unshift({ browser, ticket: claim.code === 200 ? claim.data.claim : ticket });
  noteWait(life, claim);
}

const recovering: readonly Act[] = [
  {
    name: 'recovers by a contact that he stole',
    run: (life) =>
      recoverBy(
        life,
        life.thief.hand.contacts.find((contact) => !life.thief.own.contacts.includes(contact)),
      ),
  },
  {
    name: 'recovers by his own phone',
    run: (life) =>
      recoverBy(
        life,
        life.thief.own.contacts.find((contact) => !contact.includes('@')),
      ),
  },
  {
    name: 'recovers by his own email',
    run: (life) =>
      recoverBy(
        life,
        life.thief.own.contacts.find((contact) => contact.includes('@')),
      ),
  },
  {
    name: 'asks for a link and takes it',
    async run(life) {
      const email = life.thief.hand.contacts.findLast((contact) => contact.includes('@'));
      if (email === undefined) return;
      const browser = life.app.newBrowser();
      if ((await sendVisitorCode(browser, { contact: email, scene: 'reset' })).code !== 200) return;
      const [mail] = await life.app.outbox(email);
      const token = /support\?token=([\w-]{22})/.exec(mail?.link ?? '')?.[1];
      if (token !== undefined) await resetByLink(life, browser, token);
    },
  },
  {
    name: 'finishes what waits',
    async run(life) {
      for (const each of life.thief.tickets.slice(0, 3)) {
        const state = await showAll(life, each.browser, life.thief.hand, each.ticket);
        if (typeof state === 'object' && state.ways?.length > 0) await finish(life, each, state);
      }
    },
  },
  {
    name: 'opens every link that he reads',
    async run(life) {
      const { app, thief } = life;
      for (const contact of thief.hand.contacts) {
        for (const { link, text } of (await app.outbox(contact)).slice(0, 4)) await openLink(life, `${link ?? ''} ${text ?? ''}`);
        const mailed = await mailedWithdrawal(app, contact);
        if (mailed !== undefined) await withdrawWith(app.newBrowser(), mailed.ticket);
      }
    },
  },
];

async function openLink(life: Life, text: string): Promise<void> {
  const browser = life.app.newBrowser();
  const tokenOf = (page: string) => new RegExp(String.raw`/${page}(?:#(?:[mw]\.)?|\?token=)([\w-]{22})`).exec(text)?.[1];
  const [notice, reset, due] = [tokenOf('n') ?? tokenOf('notice'), tokenOf('support'), tokenOf('recover')];
  if (notice !== undefined) {
    const [password] = life.thief.hand.passwords;
    await browser.post('/notice/answer', {
      token: notice,
      answer: 'stop',
      ...(password === undefined ? {} : { method: 'password', password }),
    });
  }
  if (reset !== undefined) await resetByLink(life, browser, reset);
  if (due !== undefined) life.thief.tickets.unshift({ browser, ticket: due });
}

async function resetByLink(life: Life, browser: TestBrowser, token: string): Promise<void> {
  const password = newPassword(life.thief);
  const answer = await browser.post<{ ticket?: string }>('/password/reset/reset_password/email', { token, newPassword: password });
  if (answer.code === 200) gain(life, { passwords: [password] });
  const ticket = answer.code === 3011 ? answer.data.ticket : undefined;
  if (ticket !== undefined) life.thief.tickets.unshift({ browser, ticket });
}

async function putOwn(life: Life, browser: TestBrowser, kind: 'phone' | 'email', prove: (action: string, target: string) => Promise<void>) {
  const contact = life.thief.own.contacts.find((own) => own.includes('@') === (kind === 'email')) ?? '';
  const has = (await attached(life)).some((each) => each.includes('@') === (kind === 'email'));
  await prove(`${has ? 'change' : 'bind'}${kind === 'email' ? 'Email' : 'Phone'}`, contact);
  const channel = kind === 'email' ? 'email' : 'sms';
  const sent = await browser.post(`/captcha/account/${channel}/send/login`, { scene: 'bind', [kind]: contact });
  if (sent.code === 200) await browser.post(`/update/${kind}`, { [kind]: contact, code: await life.app.codeFor(contact) });
}

const contacts: readonly Act[] = (['phone', 'email'] as const).flatMap((kind) => [
  withProofs(`puts his own ${kind} in`, (life, browser, prove) => putOwn(life, browser, kind, prove)),
  withProofs(`puts his own ${kind} in, only by the mailbox`, async (life, browser) => {
    await putOwn(life, browser, kind, (action, target) =>
      proveAll(
        life,
        browser,
        { ...emptyHand(), contacts: life.thief.hand.contacts.filter((contact) => contact.includes('@')) },
        { action, target },
      ),
    );
  }),
  withProofs(`takes the ${kind} out`, async (_life, browser, prove) => {
    await prove(kind === 'email' ? 'unbindEmail' : 'unbindPhone');
    await browser.post(`/update/${kind}`, { [kind]: '' });
  }),
]);

const secrets: readonly Act[] = [
  withProofs('sets a password', async (life, browser, prove) => {
    const password = newPassword(life.thief);
    await prove('setPassword');
    const set = await browser.post('/password/set', { newPassword: password });
    if (set.code === 200) return gain(life, { passwords: [password] });
    for (const oldPassword of life.thief.hand.passwords.slice(0, 2)) {
      const changed = await browser.post('/password/update', { oldPassword, newPassword: password });
      if (changed.code === 200) return gain(life, { passwords: [password] });
    }
  }),
  ...(['phone', 'email'] as const).map((kind) =>
    withProofs(`sets a password by the code to the ${kind}`, async (life, browser, prove) => {
      const contact = (await attached(life)).find((each) => each.includes('@') === (kind === 'email'));
      if (contact === undefined || !life.thief.hand.contacts.includes(contact)) return;
      await prove('changePassword');
      life.app.clock.advance(2 * 60_000);
      const channel = kind === 'email' ? 'email' : 'sms';
      const sent = await browser.post(`/captcha/account/${channel}/send/login`, { scene: 'verify' });
      const password = newPassword(life.thief);
      if (sent.code !== 200) return;
      const set = await browser.post(`/password/by${kind}`, { code: await life.app.codeFor(contact), newPassword: password });
      if (set.code === 200) gain(life, { passwords: [password] });
    }),
  ),
  withProofs('removes the password', async (_life, browser, prove) => {
    await prove('removePassword');
    await browser.post('/password/remove', {});
  }),
];

async function register(browser: TestBrowser, purpose: 'settings' | 'upgrade'): Promise<Authenticator | undefined> {
  const begun = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', { purpose });
  if (begun.code !== 200) return undefined;
  const authenticator = newAuthenticator();
  const credential = authenticator.register(begun.data.publicKey);
  return (await browser.post('/passkey/register/finish', { credential })).code === 200 ? authenticator : undefined;
}

async function addApp(life: Life, browser: TestBrowser): Promise<void> {
  const begun = await browser.post<{ id: string; secret: string }>('/totp/begin', {});
  if (begun.code !== 200) return;
  const secret = fromBase32(begun.data.secret);
  const code = totpCode(secret, totpStep(life.app.clock.now()));
  if ((await browser.post('/totp/finish', { id: begun.data.id, code })).code === 200) gain(life, { totps: [secret] });
}

const strong: readonly Act[] = [
  withProofs('adds a passkey', async (life, browser, prove) => {
    await prove('addPasskey');
    const made = await register(browser, 'settings');
    if (made !== undefined) gain(life, { passkeys: [made] });
  }),
  withProofs('adds a passkey without a dialog', async (life, browser) => {
    const made = await register(browser, 'upgrade');
    if (made !== undefined) gain(life, { passkeys: [made] });
  }),
  withProofs('removes a passkey', async (life, browser, prove) => {
    const { data } = await browser.get<{ passkeys: readonly { id: string }[] }>('/passkey/list');
    if (data.passkeys.length === 0) return;
    const { id } = pickOf(life.random, data.passkeys);
    await prove('removePasskey', id);
    await browser.post('/passkey/remove', { id });
  }),
  withProofs('adds an authenticator app', async (life, browser, prove) => {
    await prove('addTotp');
    await addApp(life, browser);
  }),
  withProofs('removes an authenticator app', async (life, browser, prove) => {
    const { data } = await browser.get<{ totp: readonly { id: string }[] }>('/two-step');
    if (data.totp.length === 0) return;
    await prove('removeTotp');
    await browser.post('/totp/remove', { id: pickOf(life.random, data.totp).id });
  }),
  withProofs('makes recovery codes', async (life, browser, prove) => {
    await prove('makeRecoveryCodes');
    const made = await browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    if (made.code === 200) gain(life, { codes: [...made.data.codes] });
  }),
  withProofs('switches two-step verification on', async (life, browser, prove) => {
    await prove('enableTwoStep');
    await addApp(life, browser);
    const made = await browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    if (made.code === 200) gain(life, { codes: [...made.data.codes] });
    await browser.post('/two-step/enable', { codes: 'saved' });
  }),
  withProofs('switches two-step verification off', async (_life, browser, prove) => {
    await prove('disableTwoStep');
    await browser.post('/two-step/disable', {});
  }),
  withProofs('allows codes in messages', async (_life, browser, prove) => {
    await prove('changeTwoStep');
    await browser.post('/two-step/update', { sms: true, email: true });
  }),
];

interface Removal {
  readonly action: RemovalAct;
  readonly target?: string;
}

/** Everything that a claim removes. */
async function removalsIn(browser: TestBrowser): Promise<readonly Removal[]> {
  const passkeys = (await browser.get<{ passkeys: readonly { id: string }[] }>('/passkey/list')).data.passkeys;
  const apps = (await browser.get<{ totp: readonly { id: string }[] }>('/two-step')).data.totp;
  return removals.flatMap((action): readonly Removal[] => {
    if (action === 'removePasskey') return passkeys.map(({ id }) => ({ action, target: id }));
    if (action === 'removeTotp') return apps.map(({ id }) => ({ action, target: id }));
    return [action === 'unbindSocial' ? { action, target: socialPlatform } : { action }];
  });
}

const others: readonly Act[] = [
  withProofs('binds his own WeChat', async (life, browser, prove) => {
    await prove('bindSocial');
    const begun = await browser.get<{ url: string }>(`/platform/bind?platform=${socialPlatform}`);
    if (begun.code !== 200) return;
    const [person = ''] = life.thief.own.socials;
    const bound = await browser.post('/platform/bind', { platform: socialPlatform, ...(await approve(begun.data.url, person)) });
    if (bound.code === 200 && !life.thief.hand.socials.includes(person)) life.thief.hand.socials.push(person);
  }),
  withProofs('unbinds WeChat', async (_life, browser, prove) => {
    await prove('unbindSocial', socialPlatform);
    await browser.post('/platform/unbind', { platform: socialPlatform });
  }),
  withProofs('shuts the others out', async (_life, browser, prove) => {
    await prove('endOthers');
    await browser.post('/device/unBindOthers', {});
  }),
  withProofs('keeps what was added', async (_life, browser, prove) => {
    await prove('keepAdded');
    await browser.post('/account/added/keep', {});
  }),
  withProofs('stops the claim', async (life, browser) => {
    const { data } = await browser.post<{ id: string } | null>('/claim/status', {});
    if (data === null || typeof data !== 'object') return;
    await browser.post('/claim/stop', { id: data.id });
    await life.app.newBrowser().post('/claim/stop', { id: data.id });
  }),
  withProofs(
    'asks for an act that waits',
    async (life, browser, prove) => {
      const acts = waitingActs.filter((action) => !isRemoval(action)).map((action) => ({ action }));
      const wait: { readonly action: string; readonly target?: string } = pickOf(life.random, [...(await removalsIn(browser)), ...acts]);
      await prove(wait.action, wait.target);
      noteWait(life, await browser.post<{ dueAt: string }>('/claim/wait', { ...wait }));
    },
    { isSlow: true },
  ),
  withProofs(
    'asks for the deletion',
    async (_life, browser, prove) => {
      await prove('deleteAccount');
      await browser.post('/delete', { channel: 'none', reason: 'other', detail: '' });
    },
    { isLast: true },
  ),
];

/** Every call that could help him, in any order. */
export const thiefActs: readonly Act[] = [
  ...entering,
  ...odd,
  ...recovering,
  ...contacts,
  ...secrets,
  ...strong,
  ...others,
  ...furtherActs,
  ...linkActs,
];

/** Acts that he tries with all that he had or made, once he has lost the things that he stole. */
export const lastActs: readonly Act[] = [...entering, ...odd, ...recovering, ...lastFurtherActs];

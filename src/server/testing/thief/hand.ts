import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { second } from '#server/platform/clock.ts';
import type { Authenticator } from '#server/testing/people/authenticator.ts';
import { beginPasskey } from '#server/testing/people/passkeys.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { visitPlatform } from '#server/testing/people/social.ts';
import type { Standing } from './standing.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The account in question. */
export interface Prize {
  readonly app: TestApp;
  readonly accountId: string;
  /** Name of the account for itself: it stays. */
  readonly number: string;
}

/** Everything that somebody can show: no shortcut, only what a person holds. */
export interface Hand {
  /** Phones and mailboxes of which they read every message. */
  readonly contacts: string[];
  /** The latest first. */
  readonly passwords: string[];
  readonly passkeys: Authenticator[];
  readonly totps: Uint8Array[];
  /** On paper; a used one is struck out. */
  readonly codes: string[];
  /** Whom they are at WeChat. */
  readonly socials: string[];
}

export type Method = 'passkey' | 'totp' | 'phone' | 'email' | 'password' | 'recovery';

export const socialPlatform = 'wechat';

interface Step {
  readonly ticket: string;
  readonly methods: readonly { readonly method: Method }[];
}

export const emptyHand = (): Hand => ({ contacts: [], passwords: [], passkeys: [], totps: [], codes: [], socials: [] });

const isKind = (kind: 'phone' | 'email', contact: string) => contact.includes('@') === (kind === 'email');

/** The phones and emails that the account has now: no secret to anybody who knows its owner. */
export async function attached({ app, accountId }: Prize): Promise<readonly string[]> {
  const find = contactsIn.get(app) ?? prepareContacts(app);
  contactsIn.set(app, find);
  return (await find({ account: accountId })).map(({ value }) => value);
}

type FindContacts = ReturnType<typeof prepareContacts>;

const contactsIn = new WeakMap<TestApp, FindContacts>();

/** Each step asks several times. */
function prepareContacts({ db }: TestApp) {
  return db.prepare<{ account: string }, { readonly value: string }>((q, param) =>
    q
      .selectFrom('identifiers')
      .select('value')
      .where('account_id', '=', param('account'))
      .where('kind', 'in', ['phone', 'email'])
      .orderBy('kind')
      .orderBy('value'),
  );
}

/** Ways that stand in the account now. */
export async function standing(prize: Prize): Promise<Standing> {
  const account = await prize.app.wiring.core.identity.accounts.findById(prize.accountId);
  if (account === undefined) throw new Error('the account is gone');
  const { passwordHash, passkeys, totpApps, socials, recoveryCodes, twoStepAt, state } = account;
  return {
    contacts: await attached(prize),
    passwordHash,
    passkeys: passkeys.length,
    totps: totpApps.length,
    socials: socials.length,
    codesMadeAt: recoveryCodes.madeAt,
    isProtected: twoStepAt !== null,
    state,
  };
}

/** Whether this browser is in the account. */
export async function isIn({ number }: Prize, browser: TestBrowser): Promise<boolean> {
  if (!browser.cookies.has('sid')) return false;
  const { code, data } = await browser.get<{ id: string }>('/account/metainfo');
  return code === 200 && data.id === number;
}

/** A code of a message that this hand reads; undefined where none came. */
async function codeTo(app: TestApp, contact: string, send: () => Promise<TestAnswer>): Promise<string | undefined> {
  if ((await send()).code !== 200) return undefined;
  const [message] = (await app.outbox(contact)).filter(({ code }) => code !== null);
  return message?.code ?? undefined;
}

/** Each code of an app works once. */
function nextTotp({ clock }: TestApp, secret: Uint8Array): string {
  clock.advance(30 * second);
  return totpCode(secret, totpStep(clock.now()));
}

/** Tickets of the way back that a frozen account answers to what this hand has. */
export async function frozenTickets(
  prize: Prize,
  browser: TestBrowser,
  hand: Hand,
  by: Parameters<typeof signIn>[3],
): Promise<readonly string[]> {
  const tickets: string[] = [];
  for (const first of await firstSteps(prize, browser, hand, by)) {
    const answer = await first();
    if (answer.code === 3016) tickets.push((answer.data as Step).ticket);
  }
  return tickets;
}

/** Signs in by one way, with whatever second step this hand has. True when the browser is in. */
export async function signIn(prize: Prize, browser: TestBrowser, hand: Hand, by: 'password' | 'code' | 'passkey' | 'social') {
  for (const first of await firstSteps(prize, browser, hand, by)) {
    const answer = await first();
    if (answer.code === 200 && (await isIn(prize, browser))) return true;
    if (answer.code === 3011 && (await takeSecondStep(prize, browser, hand, answer.data as Step))) return true;
  }
  return false;
}

type FirstStep = () => Promise<TestAnswer>;

async function firstSteps(prize: Prize, browser: TestBrowser, hand: Hand, by: Parameters<typeof signIn>[3]): Promise<readonly FirstStep[]> {
  const { app } = prize;
  const names = await attached(prize);
  switch (by) {
    case 'password':
      return names
        .slice(0, 1)
        .flatMap((account) => hand.passwords.map((password) => () => browser.post('/login/password', { account, password })));
    case 'code':
      return hand.contacts
        .filter((contact) => names.includes(contact))
        .map((account) => async () => {
          const code = await codeTo(app, account, () => sendVisitorCode(browser, { contact: account, scene: 'login' }));
          return browser.post('/login/code', { account, code: code ?? '000000' });
        });
    case 'passkey':
      return hand.passkeys.map(
        (passkey) => async () => browser.post('/login/passkey', { credential: passkey.assert(await beginPasskey(browser)) }),
      );
    case 'social':
      return hand.socials.map((person) => async () => {
        const back = await visitPlatform(browser, { platform: socialPlatform, person });
        return browser.post('/oauth2/platform/user/login', { ...back });
      });
  }
}

/** Finishes a sign-in with each step that is offered and that the hand has. */
export async function takeSecondStep(prize: Prize, browser: TestBrowser, hand: Hand, { ticket, methods }: Step): Promise<boolean> {
  for (const { method } of methods) {
    const evidence = await evidenceFor(prize, browser, hand, {
      method,
      begin: { purpose: 'second', ticket },
      send: () => browser.post('/login/second', { ticket, method }),
    });
    for (const each of evidence) {
      await browser.post('/login/second', { ticket, method, ...each, trust: true });
      if (await isIn(prize, browser)) return true;
    }
  }
  return false;
}

interface Asked {
  readonly method: Method;
  /** Options of a passkey's ceremony. */
  readonly begin: Readonly<Record<string, unknown>>;
  /** Asks for a code in a message. */
  readonly send: () => Promise<TestAnswer>;
  /** Names of former contacts too. */
  readonly names?: readonly string[];
}

/** Answer of the hand to a method. */
async function evidenceFor(
  prize: Prize,
  browser: TestBrowser,
  hand: Hand,
  { method, begin, send, names }: Asked,
): Promise<readonly object[]> {
  const { app } = prize;
  switch (method) {
    case 'password':
      return hand.passwords.slice(0, 4).map((password) => ({ password }));
    case 'totp':
      return hand.totps.map((secret) => ({ code: nextTotp(app, secret) }));
    case 'recovery':
      return hand.codes.splice(0, 1).map((code) => ({ code }));
    case 'passkey': {
      const made: object[] = [];
      for (const passkey of hand.passkeys) made.push({ credential: passkey.assert(await beginPasskey(browser, begin)) });
      return made;
    }
    case 'phone':
    case 'email': {
      const among = names ?? (await attached(prize));
      const contact = among.find((each) => isKind(method, each) && hand.contacts.includes(each));
      const code = contact === undefined ? undefined : await codeTo(app, contact, send);
      return code === undefined ? [] : [{ code }];
    }
  }
}

/** Shows in a session all that the hand has, for an action. */
export async function proveAll(
  prize: Prize,
  browser: TestBrowser,
  hand: Hand,
  about: { readonly action: string; readonly target?: string },
) {
  const methods: readonly Method[] = ['passkey', 'totp', 'phone', 'email', 'password', 'recovery'];
  const { data } = await browser.get<{ passkeys?: number }>('/account/metainfo');
  if (typeof data !== 'object') return;
  for (const method of methods) {
    const channel = method === 'phone' ? 'sms' : 'email';
    const evidence = await evidenceFor(prize, browser, hand, {
      method,
      begin: { purpose: 'proof', ...about },
      send: () => browser.post(`/captcha/account/${channel}/send/login`, { scene: 'verify' }),
    });
    for (const each of evidence) {
      if ((await browser.post('/account/auth', { method, ...each, ...about })).code === 200) break;
    }
  }
}

export interface RecoveryState {
  readonly proven: readonly string[];
  readonly independence: string;
  readonly dueAt: string | null;
  readonly frozenAt: string | null;
  readonly methods: readonly { readonly method: Method; readonly former: boolean; readonly together: string }[];
  readonly ways: readonly { readonly id: string; readonly family: string; readonly kept: boolean; readonly former: object | null }[];
}

/** Where a recovery has come to. */
export type Recovering =
  | { readonly at: 'refused'; readonly why: string }
  /** The password of an ordinary account was set. */
  | { readonly at: 'reset' }
  | { readonly at: 'ticket'; readonly ticket: string; readonly state: RecoveryState };

/** Asks for the account back by a phone or an email, present or former, and shows all that the hand has. */
export async function recover(
  prize: Prize,
  browser: TestBrowser,
  hand: Hand,
  { contact, newPassword }: { readonly contact: string; readonly newPassword: string },
): Promise<Recovering> {
  const code = await codeTo(prize.app, contact, () => sendVisitorCode(browser, { contact, scene: 'reset' }));
  if (code === undefined) return { at: 'refused', why: 'no code' };
  const kind = contact.includes('@') ? 'email' : 'phone';
  const answer = await browser.post<{ ticket?: string }>(`/password/reset/reset_password/${kind}`, { [kind]: contact, code, newPassword });
  if (answer.code === 200) return { at: 'reset' };
  const { ticket } = answer.data ?? {};
  if ((answer.code !== 3011 && answer.code !== 3016) || ticket === undefined) return { at: 'refused', why: answer.text };
  return { at: 'ticket', ticket, state: await showAll(prize, browser, hand, ticket) };
}

/** Shows every other way of the account that the hand has, until they are two. */
export async function showAll(prize: Prize, browser: TestBrowser, hand: Hand, ticket: string): Promise<RecoveryState> {
  let { data: state } = await browser.post<RecoveryState>('/recovery/prove', { ticket });
  for (const { method, former } of state.methods ?? []) {
    if (state.independence === 'independent') break;
    const evidence = await evidenceFor(prize, browser, hand, {
      method,
      begin: { purpose: 'recover', ticket },
      send: () => browser.post('/recovery/prove', { ticket, method, former }),
      ...(former ? { names: hand.contacts } : {}),
    });
    for (const each of evidence) {
      const shown = await browser.post<RecoveryState>('/recovery/prove', { ticket, method, former, ...each });
      if (shown.code === 200) {
        state = shown.data;
        break;
      }
    }
  }
  return state;
}

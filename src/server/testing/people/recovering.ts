import { expect } from 'vitest';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { addEmail, accountIdOf, askReset } from './proving.ts';
import { freshEmail, goodPassword, signUp, type Person } from './people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** An owner of a protected account with phone, email, password, an authenticator app and ten codes on paper. */
export interface Owner extends Person {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
  readonly codes: readonly string[];
  /** Secret of the authenticator app. */
  readonly secret: Uint8Array;
}

/** Registers somebody whose account two-step verification protects. */
export async function protectedOwner(app: TestApp): Promise<Owner> {
  const person = await signUp(app);
  const id = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  const secret = await addApp(app, id);
  const at = app.clock.now();
  const { codes } = await app.wiring.core.evidence.recoveryCodes.make({ id }, { at });
  await setTwoStep(app.db, id, { since: at, methods: [] });
  return { ...person, id, phone: person.contact, email, codes, secret };
}

/** Adds an authenticator app that stands for itself, and returns its secret. */
export async function addApp(app: TestApp, id: string) {
  const at = app.clock.now();
  const { totp } = app.wiring.core.evidence;
  const begun = await totp.begin({ id }, { name: '', at, session: 'set-up' });
  const right = await totp.findNew({ id }, { id: begun.id, session: 'set-up', code: totpCode(begun.secret, totpStep(at)) });
  if (right === undefined || !(await totp.confirm(right, { untilFinish: false }))) throw new Error('no authenticator app');
  return begun.secret;
}

/** Begins a recovery by one contact, in an unknown browser: the ticket of refusal 3011. */
export async function beginRecovery(app: TestApp, contact: string, browser: TestBrowser = app.newBrowser()) {
  const { code } = await askReset(app, browser, contact);
  const [path, field] = contact.includes('@') ? ['email', 'email'] : ['phone', 'phone'];
  const body = { [field ?? '']: contact, code, newPassword: goodPassword };
  const answer = await browser.post<{ ticket: string }>(`/password/reset/reset_password/${path}`, body);
  expect(answer).toMatchObject({ code: 3011, data: { ticket: expect.any(String) } });
  return { browser, ticket: answer.data.ticket };
}

export interface RecoveryAnswer {
  readonly proven: readonly string[];
  readonly independence: string;
  readonly dueAt: string | null;
  readonly methods: readonly { readonly method: string; readonly former: boolean; readonly together: string }[];
  readonly putBack: readonly string[];
  readonly ways: readonly { readonly id: string; readonly family: string; readonly kept: boolean; readonly former: object | null }[];
}

/** Shows the phone or email of an account by a code, in a recovery. */
export async function proveContact(
  app: TestApp,
  { browser, ticket }: { readonly browser: TestBrowser; readonly ticket: string },
  { contact, former = false }: { readonly contact: string; readonly former?: boolean },
) {
  const method = contact.includes('@') ? 'email' : 'phone';
  expect(await browser.post('/recovery/prove', { ticket, method, former })).toMatchObject({ code: 200, data: { cd: expect.any(Number) } });
  const code = await app.codeFor(contact);
  return browser.post<RecoveryAnswer>('/recovery/prove', { ticket, method, former, code });
}

/** The token of the newest acting link in a message to a contact. */
export async function actingLink(app: TestApp, contact: string, page: 'notice' | 'n' | 'recover'): Promise<string> {
  for (const { link, text } of await app.outbox(contact)) {
    const token = new RegExp(`/${page}#(?:[mw]\\.)?([\\w-]{22})`).exec(`${link ?? ''} ${text ?? ''}`)?.[1];
    if (token !== undefined) return token;
  }
  throw new Error(`no link to ${page}`);
}

import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { freshPhone } from '#server/testing/server/http-client.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { sendVisitorCode } from './proving.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

export { freshEmail, freshPhone } from '#server/testing/server/http-client.ts';

/** A person who has registered over HTTP and is signed in in `browser`. */
export interface Person {
  readonly browser: TestBrowser;
  /** The phone or email of the registration. */
  readonly contact: string;
  readonly password: string;
  readonly account: AccountView;
}

export interface SignedIn {
  readonly account: AccountView;
  readonly continue: string;
}

/** Satisfies every rule and is on no blocklist. */
export const goodPassword = 'violet7-Harbour';

/** The form's body for /register/…, with a fresh code and a solved captcha. */
export async function registrationBody(
  app: TestApp,
  browser: TestBrowser,
  contact: { readonly phone: string } | { readonly email: string },
): Promise<Record<string, unknown>> {
  const [path, target] =
    'phone' in contact ? ['/captcha/sms/send/register', contact.phone] : ['/captcha/email/send/register', contact.email];
  const sent = await browser.post(path, { ...contact, validate: await browser.solveCaptcha('register') });
  if (sent.code !== 200) throw new Error(`the code was not sent: ${sent.code} ${sent.msg}`);
  return {
    ...contact,
    code: await app.codeFor(target),
    password: goodPassword,
    region: 'phone' in contact ? 'CN' : 'DE',
    agreements: currentAgreements,
    validate: await browser.solveCaptcha('register'),
  };
}

/** Registers a person, by phone unless an email is given. */
export async function signUp(
  app: TestApp,
  { browser = app.newBrowser(), ...given }: { readonly browser?: TestBrowser; readonly phone?: string; readonly email?: string } = {},
): Promise<Person> {
  const contact = given.email === undefined ? { phone: given.phone ?? freshPhone() } : { email: given.email };
  const body = await registrationBody(app, browser, contact);
  const answer = await browser.post<SignedIn>('phone' in contact ? '/register/phone' : '/register/email', body);
  if (answer.code !== 200) throw new Error(`registration was refused: ${answer.text}`);
  return { browser, contact: Object.values(contact).join(''), password: goodPassword, account: answer.data.account };
}

/** A code for signing in, requested in this browser. */
export async function signInCode(app: TestApp, browser: TestBrowser, contact: string): Promise<string> {
  const answer = await sendVisitorCode(browser, { contact, scene: 'login' });
  if (answer.code !== 200) throw new Error(`the code was not sent: ${answer.text}`);
  return app.codeFor(contact);
}

/** The comparable part of a body, without values that differ between requests. */
export function comparable({ status, text }: TestAnswer): string {
  return `${status} ${text}`;
}

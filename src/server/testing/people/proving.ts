import type { CaptchaRefusalData } from '#contract/account/reference/reference.schemas.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import type { CodeScene } from '#contract/sign-in/codes/code-scenes.words.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The content of a recovery mail or SMS. */
export interface ResetMessage {
  readonly code: string;
  /** The token of the mailed link; '' in an SMS. */
  readonly token: string;
}

function expectOk(answer: TestAnswer): void {
  if (answer.code !== 200) throw new Error(`the server answered ${answer.text}`);
}

/** Requests a code of a scene as a visitor. */
export async function visitorCode(
  app: TestApp,
  browser: TestBrowser,
  { contact, scene }: { readonly contact: string; readonly scene: Extract<CodeScene, 'register' | 'login' | 'reset' | 'upgrade'> },
): Promise<string> {
  expectOk(await sendVisitorCode(browser, { contact, scene }));
  return app.codeFor(contact);
}

/** The answer to a visitor's request for a code, after the work that it demands. */
export async function sendVisitorCode(
  browser: TestBrowser,
  { contact, scene }: { readonly contact: string; readonly scene: string },
): Promise<TestAnswer> {
  const [channel, field] = contact.includes('@') ? ['email', 'email'] : ['sms', 'phone'];
  const purpose = scene === 'register' ? 'register' : 'login';
  const path = `/captcha/${channel}/send/${purpose}`;
  const ask = async (work?: CaptchaWork) =>
    browser.post<CaptchaRefusalData>(path, { [field]: contact, scene, validate: await browser.solveCaptcha(scene as 'login', work) });
  let answer = await ask();
  // More work each time if others request at the same time.
  while (answer.code === 3008 && answer.data.work !== undefined) answer = await ask(answer.data.work);
  return answer;
}

/** Requests the recovery of an account. */
export async function askReset(app: TestApp, browser: TestBrowser, contact: string): Promise<ResetMessage> {
  const code = await visitorCode(app, browser, { contact, scene: 'reset' });
  const message = (await app.outbox(contact)).find((entry) => entry.code === code);
  const link = message?.link ?? null;
  return { code, token: link === null ? '' : (new URL(link).searchParams.get('token') ?? '') };
}

/** Requests, signed in, a code to the account's own phone or email, or with `bind` to a new one. */
export async function accountCode(
  app: TestApp,
  browser: TestBrowser,
  { contact, scene = 'verify' }: { readonly contact: string; readonly scene?: 'verify' | 'bind' | 'delete' },
): Promise<string> {
  const [channel, field] = contact.includes('@') ? ['email', 'email'] : ['sms', 'phone'];
  expectOk(await browser.post(`/captcha/account/${channel}/send/login`, { scene, [field]: contact }));
  return app.codeFor(contact);
}

/** The internal id of the account with a phone or an email. */
export async function accountIdOf(app: TestApp, contact: string): Promise<string> {
  const account = await app.db.q().selectFrom('identifiers').select('account_id').where('value', '=', contact).executeTakeFirstOrThrow();
  return account.account_id;
}

/** Adds a proven email to an account, as if it had been bound long ago. */
export async function addEmail(app: TestApp, accountId: string, email: string): Promise<void> {
  const at = app.clock.now();
  const row = { kind: 'email', value: email, account_id: accountId, shown: email, verified_at: at, created_at: at } as const;
  await app.db.q().insertInto('identifiers').values(row).execute();
}

/** Makes an account look unused for this many milliseconds. */
export async function leaveUnused(app: TestApp, accountId: string, ms: number): Promise<void> {
  const at = app.clock.now() - ms;
  await app.db.q().updateTable('known_browsers').set({ last_at: at }).where('account_id', '=', accountId).execute();
  await app.db.q().updateTable('sessions').set({ last_seen_at: at }).where('account_id', '=', accountId).execute();
}

/** Makes an account look registered without a password. */
export async function takePasswordAway(app: TestApp, accountId: string): Promise<void> {
  await app.db.q().updateTable('accounts').set({ password_hash: null, password_changed_at: null }).where('id', '=', accountId).execute();
}

import { day, minute } from '#server/platform/clock.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { freshEmail, goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';

/** Passwords that a thief and an owner set. */
export const stolen = 'violet-7-Harbour-x';
export const fresh = 'another-9-Harbour';

/** One server or two. Each new browser goes to the next one. */
export interface Stage {
  readonly app: TestApp;
  readonly newBrowser: () => TestBrowser;
}

export interface Owner {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
  readonly browser: TestBrowser;
  /** Ten, on paper. */
  readonly codes: readonly string[];
}

/** Fails at this step. */
export function must(answer: Pick<TestAnswer, 'code' | 'text'>, code = 200): void {
  if (answer.code !== code) throw new Error(`${code} was due, and the answer was ${answer.text}`);
}

/** Somebody with a phone, an email, a password, codes on paper and a browser, all of them sixty days old. */
export async function oldOwner({ app, newBrowser }: Stage): Promise<Owner> {
  const { browser, contact: phone } = await signUp(app, { browser: newBrowser() });
  const id = await accountIdOf(app, phone);
  const email = freshEmail();
  await addEmail(app, id, email);
  const { codes } = await app.wiring.core.evidence.recoveryCodes.make({ id }, { at: app.clock.now() });
  app.clock.advance(60 * day);
  return { id, phone, email, browser, codes };
}

export const byPassword = (browser: TestBrowser, account: string, password: string = goodPassword) =>
  browser.post<{ ticket: string }>('/login/password', { account, password });

/** Signs in by a code to a contact. */
export async function byCode({ app }: Stage, browser: TestBrowser, contact: string) {
  app.clock.advance(2 * minute);
  must(await sendVisitorCode(browser, { contact, scene: 'login' }));
  return browser.post<{ ticket: string }>('/login/code', { account: contact, code: await app.codeFor(contact) });
}

/** Sets a new password by a code to a contact. */
export async function resetBy({ app }: Stage, browser: TestBrowser, { contact, password }: { contact: string; password: string }) {
  app.clock.advance(2 * minute);
  const { code } = await askReset(app, browser, contact);
  const kind = contact.includes('@') ? 'email' : 'phone';
  return browser.post(`/password/reset/reset_password/${kind}`, { [kind]: contact, code, newPassword: password });
}

/** The two clicks of the newest message to a contact. */
export async function freezeByMessage({ app, newBrowser }: Stage, contact: string): Promise<void> {
  const token = await actingLink(app, contact, contact.includes('@') ? 'notice' : 'n');
  const browser = newBrowser();
  must(await browser.post('/notice/read', { token }));
  must(await browser.post('/notice/answer', { token, answer: 'not-me' }));
}

/** Freezes from the page, with a code; the ticket of the way back. */
export async function freezeByCode(
  { app }: Stage,
  browser: TestBrowser,
  { contact, why }: { readonly contact: string; readonly why: string },
): Promise<string> {
  app.clock.advance(2 * minute);
  must(await sendVisitorCode(browser, { contact, scene: 'freeze' }));
  const answer = await browser.post<{ ticket: string }>('/freeze', { account: contact, code: await app.codeFor(contact), why });
  must(answer);
  return answer.data.ticket;
}

interface Back {
  readonly browser: TestBrowser;
  readonly ticket: string;
}

export const provePaper = ({ browser, ticket }: Back, code: string | undefined) =>
  browser.post<RecoveryAnswer>('/recovery/prove', { ticket, method: 'recovery', code });

export const provePassword = ({ browser, ticket }: Back, password: string) =>
  browser.post<RecoveryAnswer>('/recovery/prove', { ticket, method: 'password', password });

/** Ends the freeze with what was shown; contacts that a thief still reads go. */
export async function finish({ browser, ticket }: Back, without: readonly string[] = []): Promise<void> {
  const { data } = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket });
  const keep = data.ways.filter(({ kept, family }) => kept && !without.includes(family)).map(({ id }) => id);
  must(await browser.post('/recovery/finish', { ticket, newPassword: fresh, keep }));
}

/** Back by a code to the phone or email and a code on paper, in a browser that nobody knows. */
export async function backByCodeAndPaper(
  stage: Stage,
  owner: Owner,
  { contact, without = [] }: { readonly contact: string; readonly without?: readonly string[] },
): Promise<TestBrowser> {
  const browser = stage.newBrowser();
  const begun = await byCode(stage, browser, contact);
  must(begun, 3016);
  const back = { browser, ticket: begun.data.ticket };
  must(await provePaper(back, owner.codes[0]));
  await finish(back, without);
  return browser;
}

/** A browser with a copy of the cookies of another one. */
export function copyOf({ newBrowser }: Stage, browser: TestBrowser): TestBrowser {
  const copy = newBrowser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

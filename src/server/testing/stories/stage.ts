import { day, minute } from '#server/platform/clock.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/test-browser.ts';
import { freshEmail, goodPassword, signUp } from '#server/testing/people.ts';
import { accountIdOf, addEmail, askReset, sendVisitorCode } from '#server/testing/proving.ts';
import { actingLink, proveContact, type RecoveryAnswer } from '#server/testing/recovering.ts';

/** Passwords that a thief and an owner set. */
export const stolen = 'violet-7-Harbour-x';
export const fresh = 'another-9-Harbour';

/** Where a story plays: one server or two. Each new browser goes to the next one. */
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

/** One later use of something that a thief had or made. True: it served them. */
export type Use = () => Promise<boolean>;

/** How a story ends. */
export interface Ending {
  /** The owner's browser, signed in. */
  readonly owner: TestBrowser;
  readonly thief: readonly Use[];
}

export type Story = (stage: Stage) => Promise<Ending>;

/** Fails the story at this step. */
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

export { proveContact };

/** A browser with a copy of the cookies of another one. */
export function copyOf({ newBrowser }: Stage, browser: TestBrowser): TestBrowser {
  const copy = newBrowser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** Everything that a session serves. */
export function sessionUses(browser: TestBrowser): readonly Use[] {
  return [
    async () => (await browser.get('/account/metainfo')).code === 200,
    async () => (await browser.get('/account/activity')).code === 200,
    async () => (await browser.post('/account/auth', { method: 'password', password: stolen })).code === 200,
    async () => (await browser.post('/account/freeze', { why: 'unknown' })).code === 200,
  ];
}

export function passwordUses({ newBrowser }: Stage, account: string, passwords: readonly string[]): readonly Use[] {
  return passwords.map((password) => async () => (await byPassword(newBrowser(), account, password)).code === 200);
}

/** Codes that still reach a thief. */
export function contactUses(stage: Stage, contact: string): readonly Use[] {
  const code = async (scene: 'login' | 'reset') => {
    stage.app.clock.advance(2 * minute);
    const browser = stage.newBrowser();
    await sendVisitorCode(browser, { contact, scene });
    // Messages leave at the same time: a notice of the step before may arrive after the code.
    const withCode = (await stage.app.outbox(contact)).find((message) => message.code !== null);
    return { browser, code: withCode?.code ?? '000000' };
  };
  const kind = contact.includes('@') ? 'email' : 'phone';
  return [
    async () => {
      const given = await code('login');
      return (await given.browser.post('/login/code', { account: contact, code: given.code })).code === 200;
    },
    async () => {
      const given = await code('reset');
      const body = { [kind]: contact, code: given.code, newPassword: stolen };
      return (await given.browser.post(`/password/reset/reset_password/${kind}`, body)).code === 200;
    },
  ];
}

/** A link in a message. */
export function linkUses({ newBrowser }: Stage, token: string): readonly Use[] {
  return (['me', 'not-me', 'stop'] as const).map(
    (answer) => async () => (await newBrowser().post('/notice/answer', { token, answer, also: 'freeze' })).code === 200,
  );
}

import { goodPassword } from './people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The data of the account deletion page. */
export interface DeletionPageView {
  readonly status: string;
  readonly dueAt: string | null;
  readonly token: string;
  readonly ticket: string;
  readonly account: { readonly nickname: string; readonly encryptPhoneNumber: string };
}

/** Passes the verification step of a deletion by password; the answer brings the ticket. */
export function verifyDeletion(browser: TestBrowser, password: string = goodPassword): Promise<TestAnswer<{ readonly ticket: string }>> {
  return browser.post<{ ticket: string }>('/delete/password', { password });
}

/** Requests the deletion of the browser's signed-in account; the answer has the due date. */
export async function askDeletion(
  browser: TestBrowser,
  { password = goodPassword, detail = '' }: { readonly password?: string; readonly detail?: string } = {},
): Promise<TestAnswer<{ readonly dueAt: string; readonly receiptUrl: string }>> {
  const { data } = await verifyDeletion(browser, password);
  return browser.post<{ dueAt: string; receiptUrl: string }>('/delete', { ticket: data.ticket, channel: 'none', reason: 'other', detail });
}

/** The request of the account deletion page, with its X-Token. */
export async function unregister(
  browser: TestBrowser,
  token: string,
  body: Readonly<Record<string, unknown>>,
): Promise<TestAnswer<DeletionPageView>> {
  await browser.prepare();
  const answer = await browser.raw({
    method: 'PUT',
    path: '/api/account/unregister',
    headers: { 'x-token': token },
    body: JSON.stringify(body),
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's reply of this call
  return { ...answer, data: answer.data as DeletionPageView };
}

/**
 * Opens the page with a ticket of a sign-in or of a message, and withdraws; returns the answer of the refused step, or
 * of the last one.
 */
export async function withdrawWith(browser: TestBrowser, ticket: string): Promise<TestAnswer<DeletionPageView>> {
  const opened = await unregister(browser, ticket, { action: 'open' });
  return opened.code === 200 ? unregister(browser, opened.data.token, { action: 'withdraw' }) : opened;
}

export interface MailedWithdrawal {
  readonly ticket: string;
  /** When its message was sent, milliseconds. */
  readonly at: number;
}

/** The newest ticket in a mail. An SMS has no room for one: signing in leads to it. */
export async function mailedWithdrawal(app: TestApp, to: string): Promise<MailedWithdrawal | undefined> {
  for (const { at, link, text } of await app.outbox(to)) {
    const ticket = /X-Token=([\w-]{22})/.exec(`${link} ${text}`)?.[1];
    if (ticket !== undefined) return { ticket, at };
  }
  return undefined;
}

import { tabStore } from '#web/lib/browser/browser.ts';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';

/** What the account deletion page shows, and the X-Token with which it makes its calls. */
export interface DeletionPage extends CallData<typeof deletionEndpoints.changeDeletion> {
  /** Milliseconds since the epoch: what is left is counted from here. */
  readonly openedAt: number;
}

const key = 'deletion-page';

/**
 * Opens the page with the ticket of its address, which is spent by that. What takes its place is good in this browser alone and kept for
 * the life of the tab, so that a reload finds the page again.
 * @throws {RefusalError} tokenError for a ticket that is unknown, used or expired
 */
export async function openDeletionPage(ticket: string): Promise<DeletionPage> {
  const page = await call(deletionEndpoints.changeDeletion, { body: { action: 'open' }, xToken: ticket });
  tabStore.setItem(key, page.token);
  return { ...page, openedAt: Date.now() };
}

/** The page that this tab has opened before; undefined where there is none, and when it has been open for too long. */
export async function reopenDeletionPage(): Promise<DeletionPage | undefined> {
  const token = tabStore.getItem(key);
  if (token === null) return undefined;
  try {
    const page = await call(deletionEndpoints.changeDeletion, { body: { action: 'open' }, xToken: token });
    return { ...page, token, openedAt: Date.now() };
  } catch (error) {
    if (!isRefusal(error, 'tokenError')) throw error;
    forgetDeletionPage();
    return undefined;
  }
}

/** Nothing more is to be done there. */
export function forgetDeletionPage(): void {
  tabStore.removeItem(key);
}

/**
 * Withdraws the request for deletion. True if this browser is signed in now: the page was opened by a sign-in.
 * @throws {RefusalError} tokenError when the page has been open for too long, or it is too late
 */
export async function withdrawDeletion({ token }: DeletionPage): Promise<boolean> {
  const { signedIn } = await call(deletionEndpoints.changeDeletion, { body: { action: 'withdraw' }, xToken: token });
  forgetDeletionPage();
  return signedIn;
}

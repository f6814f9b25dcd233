import { tabStore } from '#web/lib/browser/browser.ts';
import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import { secondStepEndpoints } from '#contract/sign-in/two-step/second-step.ts';
import { call } from '#web/lib/api/api.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
import { keepSecondStep } from '#web/widgets/sign-in/second-step.ts';

/** Content of the account deletion page, and the X-Token with which it makes its calls. */
export interface DeletionPage extends CallData<typeof deletionEndpoints.changeDeletion> {
  /** Milliseconds since the epoch: what is left is counted from here. */
  readonly openedAt: number;
  /** Where the sign-in leads that met the deletion. */
  readonly goal?: string | undefined;
}

const key = 'deletion-page';

/**
 * Opens the page with the ticket of its address, which is spent by that. What takes its place is good only in this browser and kept for
 * the life of the tab, so that a reload finds the page again.
 * @throws {RefusalError} tokenError for a ticket that is unknown, used or expired
 */
export async function openDeletionPage(ticket: string, goal: string | undefined): Promise<DeletionPage> {
  const page = await call(deletionEndpoints.changeDeletion, { body: { action: 'open' }, xToken: ticket });
  tabStore.setItem(key, page.token);
  return { ...page, openedAt: Date.now(), goal };
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
 * Withdraws the request for deletion, and continues with the sign-in that met it: the path where it leads. To the page of
 * sign-in it leads where a second step is due, or where a message brought the person here.
 * @throws {RefusalError} tokenError when the page has been open for too long, or it is too late
 */
export async function withdrawDeletion({ token, goal }: DeletionPage): Promise<string> {
  const { ticket } = await call(deletionEndpoints.changeDeletion, { body: { action: 'withdraw' }, xToken: token });
  forgetDeletionPage();
  if (ticket === '') return signInPath;
  try {
    const query = goal === undefined ? {} : { redirect: goal };
    const answer = await call(secondStepEndpoints.signInSecondStep, { body: { ticket }, query });
    return 'continue' in answer ? answer.continue : signInPath;
  } catch (error) {
    // The account is kept by now, whatever becomes of the sign-in.
    const second = error instanceof RefusalError ? readSecondStep(error) : undefined;
    if (second !== undefined) keepSecondStep(second);
    return signInPath;
  }
}

/** The page of sign-in, which says that the account stays. */
export const signInPath = '/login?kept=1';

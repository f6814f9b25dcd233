import { deletionEndpoints } from '#contract/endpoints/deletion.ts';
import { call } from '#web/lib/api.ts';
import type { CallData } from '#web/lib/call-types.ts';

/** What the account deletion page shows, and the X-Token with which it makes its calls. */
export interface DeletionPage extends CallData<typeof deletionEndpoints.changeDeletion> {
  /** Milliseconds since the epoch: what is left is counted from here. */
  readonly openedAt: number;
}

/**
 * Opens the page with the ticket of its address, which is spent by that.
 * @throws {RefusalError} tokenError for a ticket that is unknown, used or expired
 */
export async function openDeletionPage(ticket: string): Promise<DeletionPage> {
  const page = await call(deletionEndpoints.changeDeletion, { body: { action: 'open' }, xToken: ticket });
  return { ...page, openedAt: Date.now() };
}

/**
 * Withdraws the request for deletion.
 * @throws {RefusalError} tokenError when the page has been open for too long, or it is too late
 */
export async function withdrawDeletion({ token }: DeletionPage): Promise<void> {
  await call(deletionEndpoints.changeDeletion, { body: { action: 'withdraw' }, xToken: token });
}

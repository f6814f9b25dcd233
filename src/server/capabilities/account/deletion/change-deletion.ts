import type { deletionActions } from '#contract/vocabulary/deletion.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import { findDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requestDeletion, type DeletionRequest, type RequestDeletionDeps, type RequestedDeletion } from './request-deletion.ts';
import { withdrawDeletion, type WithdrawDeletionDeps } from './withdraw-deletion.ts';

export interface ChangeDeletionDeps extends RequestDeletionDeps, WithdrawDeletionDeps {
  readonly identity: Identity;
}

export interface DeletionChange {
  readonly action: (typeof deletionActions)[number];
  readonly request: DeletionRequest;
  readonly visit: Visit;
  /** The X-Token as received. */
  readonly token: string | undefined;
}

/** Content of the account deletion page. */
export interface DeletionPage {
  readonly status: 'active' | 'deleting';
  /** ISO 8601 */
  readonly dueAt: string | null;
  /** The next X-Token of the page; '' if nothing was opened. */
  readonly token: string;
  /** After a withdrawal: of the sign-in that met the deletion, which continues with it; else ''. */
  readonly ticket: string;
  /** After an application: see {@link RequestedDeletion}; else ''. */
  readonly receiptUrl: string;
  readonly account: { nickname: string; profileImage: string; encryptPhoneNumber: string; encryptEmail: string };
}

/**
 * Serves the account deletion page: opens it with a ticket or as the signed-in person, applies, or withdraws. Each
 * action may be repeated when there is nothing left to do.
 * @throws {Refusal} tokenError for a ticket that is unknown, used or expired, or when it is too late to withdraw; as
 * `requestDeletion`
 */
export async function changeDeletion(
  deps: ChangeDeletionDeps,
  session: Session | undefined,
  change: DeletionChange,
): Promise<DeletionPage> {
  const { action, visit } = change;
  if (action === 'open' && change.token !== undefined && session?.limitedTo?.isTicket !== false) {
    const { token, accountId } = await deps.evidence.pageTickets.redeemOpen(change.token, visit.visitor);
    return show(deps, accountId, { token });
  }
  if (!session) throw new Refusal('tokenError', { reason: 'no page of this ticket' });
  let ticket = '';
  let requested: RequestedDeletion | undefined;
  switch (action) {
    case 'open':
      break;
    case 'apply':
      requested = await requestDeletion(deps, session, { ...change.request, visit });
      break;
    case 'withdraw':
      ticket = await withdrawDeletion(deps, session, visit);
      break;
  }
  return show(deps, session.accountId, { ticket, receiptUrl: requested?.receiptUrl });
}

async function show(
  { store: { db }, identity: { accounts } }: ChangeDeletionDeps,
  accountId: string,
  {
    token = '',
    ticket = '',
    receiptUrl = '',
  }: { readonly token?: string; readonly ticket?: string; readonly receiptUrl?: string | undefined },
): Promise<DeletionPage> {
  const account = await accounts.findLive(accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'the account is gone' });
  const request = await findDeletion(db, accountId);
  return {
    status: account.state === 'deleting' ? ('deleting' as const) : ('active' as const),
    dueAt: request ? new Date(request.dueAt).toISOString() : null,
    token,
    ticket,
    receiptUrl,
    account: stripOf(account),
  };
}

/** Details by which the owner recognizes the account. */
function stripOf({ nickname, profileImage, phone, emailShown }: Account): DeletionPage['account'] {
  return {
    nickname,
    profileImage: avatarUrl(profileImage),
    encryptPhoneNumber: phone === null ? '' : maskPhone(phone),
    encryptEmail: emailShown === null ? '' : maskEmail(emailShown),
  };
}

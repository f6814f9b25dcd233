import type { deletionActions } from '#contract/vocabulary/deletion.ts';
import { maskEmail, maskPhone } from '#contract/masks.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { avatarUrl } from '#server/core/account/accounts/profile-image.ts';
import { findDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Session, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requestDeletion, type DeletionRequest, type RequestDeletionDeps, type RequestedDeletion } from './request-deletion.ts';
import { withdrawDeletion, type WithdrawDeletionDeps } from './withdraw-deletion.ts';

export interface ChangeDeletionDeps extends RequestDeletionDeps, WithdrawDeletionDeps {
  readonly identity: Identity;
}

/** The page after the change. */
export interface ChangedDeletion {
  readonly page: DeletionPage;
  /** After a withdrawal by a person who had just proven to be the owner at a sign-in. */
  readonly started: StartedSession | undefined;
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
  /** This browser is signed in from now on. */
  readonly signedIn: boolean;
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
): Promise<ChangedDeletion> {
  const { action, visit } = change;
  if (action === 'open' && change.token !== undefined && session?.limitedTo?.isTicket !== false) {
    const { token, accountId } = await deps.evidence.pageTickets.redeemOpen(change.token, visit.visitor);
    return show(deps, accountId, { token });
  }
  if (!session) throw new Refusal('tokenError', { reason: 'no page of this ticket' });
  let started: StartedSession | undefined;
  let requested: RequestedDeletion | undefined;
  switch (action) {
    case 'open':
      break;
    case 'apply':
      requested = await requestDeletion(deps, session, { ...change.request, visit });
      break;
    case 'withdraw':
      started = await withdrawDeletion(deps, session, visit);
      break;
  }
  return show(deps, session.accountId, { started, receiptUrl: requested?.receiptUrl });
}

async function show(
  { store: { db }, identity: { accounts } }: ChangeDeletionDeps,
  accountId: string,
  {
    token = '',
    started,
    receiptUrl = '',
  }: { readonly token?: string; readonly started?: StartedSession | undefined; readonly receiptUrl?: string | undefined },
): Promise<ChangedDeletion> {
  const account = await accounts.findById(accountId);
  if (!account || account.state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
  const request = await findDeletion(db, accountId);
  const page = {
    status: account.state === 'deleting' ? ('deleting' as const) : ('active' as const),
    dueAt: request ? new Date(request.dueAt).toISOString() : null,
    token,
    signedIn: started !== undefined,
    receiptUrl,
    account: stripOf(account),
  };
  return { page, started };
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

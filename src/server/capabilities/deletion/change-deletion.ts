import type { deletionActions } from '#contract/vocabulary/deletion.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { maskEmail, maskPhone } from '#server/core/accounts/identifier.ts';
import { avatarUrl } from '#server/core/accounts/profile-image.ts';
import { findDeletion } from '#server/core/deletion/deletions.repository.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requestDeletion, type DeletionRequest, type RequestDeletionDeps } from './request-deletion.ts';
import { withdrawDeletion, type WithdrawDeletionDeps } from './withdraw-deletion.ts';

/** More than five: the call of the deletion page is two use cases and a look. */
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
  readonly account: { nickname: string; profileImage: string; encryptPhoneNumber: string; encryptEmail: string };
}

/**
 * Serves the account deletion page and clients without it: opens it with a ticket or as the signed-in person, applies,
 * or withdraws. Each action may be repeated when there is nothing left to do.
 * @throws {Refusal} tokenError for a ticket that is unknown, used or expired, or when it is too late to withdraw; as
 * `requestDeletion`
 */
export async function changeDeletion(
  deps: ChangeDeletionDeps,
  session: Session | undefined,
  change: DeletionChange,
): Promise<DeletionPage> {
  const { action, visit } = change;
  if (!session && action === 'open' && change.token !== undefined) {
    const { token, accountId } = await deps.evidence.pageTickets.redeemOpen(change.token, visit.visitor);
    return show(deps, accountId, token);
  }
  const entered = session ?? (await enterWith(deps, change));
  switch (action) {
    case 'open':
      break;
    case 'apply':
      await requestDeletion(deps, entered, { ...change.request, visit });
      break;
    case 'withdraw':
      await withdrawDeletion(deps, entered.account, visit);
      break;
  }
  return show(deps, entered.accountId, '');
}

/** A client that shows no page uses its ticket directly. */
async function enterWith({ evidence: { pageTickets } }: ChangeDeletionDeps, { token, visit }: DeletionChange): Promise<Session> {
  const entered = token === undefined ? undefined : await pageTickets.enter(token, visit.visitor);
  if (!entered) throw new Refusal('tokenError', { reason: 'no page of this ticket' });
  return entered;
}

async function show(
  { store: { db }, identity: { accounts } }: ChangeDeletionDeps,
  accountId: string,
  token: string,
): Promise<DeletionPage> {
  const account = await accounts.findById(accountId);
  if (!account || account.state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
  const request = await findDeletion(db, accountId);
  return {
    status: account.state === 'deleting' ? 'deleting' : 'active',
    dueAt: request ? new Date(request.dueAt).toISOString() : null,
    token,
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

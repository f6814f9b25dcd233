import { limits } from '#contract/limits.ts';
import type { deletionChannels, deletionReasons } from '#contract/vocabulary/deletion.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { AuditEntry } from '#server/core/protection/audit/audit.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { requireDeletionAgreement } from '#server/core/account/agreements/agreements.ts';
import { lockCredentials, type Access } from '#server/core/sign-in/access/access.ts';
import { insertDeletion, type NewDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { causeOf } from '#server/core/protection/rights-counters/rights-counts.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';
import { keptLink } from '#server/core/sign-in/links/links.ts';
import { raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Store } from '#server/core/store.ts';
import { refuseRecentPassword } from './password-age.ts';
import { tellOfDeletion, type TellOwnerDeps } from './tell-owner.ts';

export interface RequestDeletionDeps extends TellOwnerDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'agreements'>;
  readonly access: Access;
  readonly modules: readonly ErasedModule[];
}

export interface DeletionRequest {
  /** The ticket of the verification step; undefined spends an identity proof instead. */
  readonly ticket: string | undefined;
  readonly channel: (typeof deletionChannels)[number];
  readonly reason: (typeof deletionReasons)[number];
  readonly detail: string | undefined;
  /** The accepted version of the deletion agreement; undefined for a client that shows none. */
  readonly agreement: string | undefined;
}

export interface RequestedDeletion {
  readonly dueAt: number;
  /** The only way to the receipt: the token is kept nowhere. */
  readonly receiptUrl: string;
}

/**
 * Requests the deletion of an account: from now on it cannot be signed in to, and in fifteen days it is erased.
 *
 * The version of the agreement → age of the password → one transaction: nothing has changed in the meantime, permission
 * spent, request, state, the end of every session, token, grant, code, proof and link, audit, notices to every phone
 * and email with the way back.
 *
 * @throws {Refusal} agreementChanged, deletionPending, passwordChangedRecently with the date; tokenError for a ticket
 * that is used, expired or another session's; verificationNeeded without ticket and proof; unauthorized when another
 * change came first
 */
export async function requestDeletion(
  deps: RequestDeletionDeps,
  session: Session,
  { visit, ticket, channel, reason, detail = '', agreement }: DeletionRequest & { readonly visit: Visit },
): Promise<RequestedDeletion> {
  const {
    store: { db, clock },
  } = deps;
  const { account, sessionId } = session;
  refuseInactive(account);
  if (agreement !== undefined) requireDeletionAgreement(agreement);
  refuseRecentPassword(account, clock.now());
  return db.tx(async () => {
    await lockCredentials(db, session);
    await spendPermission(deps, session, ticket);
    const dueAt = clock.now() + limits.deletionDays * day;
    const request = { channel, reason, detail, agreement: agreement ?? null };
    const receiptUrl = await openDeletion(deps, account, { request, dueAt, origin: visit, sessionId });
    return { dueAt, receiptUrl };
  });
}

interface OpenedDeletion {
  readonly request: Pick<NewDeletion, 'channel' | 'reason' | 'detail' | 'agreement'>;
  readonly dueAt: number;
  readonly origin: AuditEntry['origin'];
  readonly sessionId?: string;
}

/** Opens a deletion, in the caller's transaction: its effects and its notices. Returns the address of its receipt. */
export async function openDeletion(
  deps: RequestDeletionDeps,
  account: Account,
  { request, dueAt, origin, sessionId }: OpenedDeletion,
): Promise<string> {
  const {
    store: { db, clock },
    modules,
  } = deps;
  // Counts a person who would have to accept new terms to stay.
  const leaving = deps.identity.agreements.owedBy(account, clock.now()) === undefined ? [] : (['terms.left'] as const);
  const receipt = keptLink('receipt');
  const receiptUrl = `${deps.evidence.publicUrl}${receipt.path}`;
  await insertDeletion(db, { accountId: account.id, ...request, receiptHash: receipt.hash, at: clock.now(), dueAt });
  await transitionAccount(db, { id: account.id, from: 'active', to: 'deleting' });
  await raiseVersion(db, account.id);
  await deps.access.endAll(account);
  for (const module of modules) await module.endAccess?.(account.id);
  await deps.journal.audit.record({
    event: 'deletion.requested',
    accountId: account.id,
    ...(sessionId === undefined ? {} : { sessionId }),
    origin,
    detail: { agreement: request.agreement ?? '' },
    counts: [`deletions.asked.${causeOf(account, request)}`, ...leaving],
  });
  await tellOfDeletion(deps, { account, event: 'deletionRequested', dueAt, receipt, by: origin });
  return receiptUrl;
}

async function spendPermission(
  { evidence: { pageTickets, proofs } }: RequestDeletionDeps,
  session: Session,
  ticket: string | undefined,
): Promise<void> {
  // One verification gives the ticket; a protected account takes two.
  if (ticket === undefined || session.account.twoStepAt !== null) await proofs.redeem(session, { action: 'deleteAccount' });
  else await pageTickets.redeemDeletion(session, ticket);
}

import type { ProofField } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { proveIdentity, type IdentityClaim } from '#server/core/sign-in/evidence/prove-identity.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { refuseRecentPassword } from './password-age.ts';

export interface VerifyDeletionDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

export type DeletionProof = Pick<IdentityClaim, 'method'> & Partial<Pick<IdentityClaim, ProofField>>;

/**
 * The verification step of a deletion: a proven owner gets a ticket that allows it once.
 *
 * State and age of the password → the proof, as strong as the removal requires, with a code of scene `delete`
 * (`proveIdentity`) → one transaction: code spent, ticket, audit.
 *
 * @throws {Refusal} deletionPending, passwordChangedRecently with the date, verificationNeeded with the sufficient
 * methods, badRequest with the failed rule, passwordWrong, passwordLocked, smsCodeWrong, smsCodeNotObtained,
 * emailCodeWrong, emailCodeNotObtained, phoneNotExists, emailNotExists, tooFrequent
 */
export async function verifyDeletion(deps: VerifyDeletionDeps, session: Session, proof: DeletionProof & { visit: Visit }): Promise<string> {
  const { account } = session;
  const { method, visit } = proof;
  refuseInactive(account);
  refuseRecentPassword(account, deps.store.clock.now());
  refuseMissing(session, method);
  const given = {
    method,
    password: proof.password,
    code: proof.code,
    credential: proof.credential,
    action: 'deleteAccount',
    target: undefined,
    scene: 'delete',
  } as const;
  const { shown, settle } = await proveIdentity(deps.evidence, { session, visit }, given);
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    await settle();
    // The request of a protected account takes two of these: the ticket is none of them.
    if (account.twoStepAt !== null)
      await deps.evidence.proofs.issue(session, { method, action: 'deleteAccount', target: undefined, way: shown.id });
    await deps.journal.audit.record({
      event: 'deletion.proven',
      accountId: account.id,
      sessionId: session.sessionId,
      origin: visit,
      detail: { method },
    });
    return deps.evidence.pageTickets.issueDeletion(session);
  });
}

function refuseMissing({ account }: Session, method: DeletionProof['method']): void {
  if (method === 'phone' && account.phone === null) throw new Refusal('phoneNotExists');
  if (method === 'email' && account.email === null) throw new Refusal('emailNotExists');
}

import { refuseInactive } from '#server/core/accounts/refuse-inactive.ts';
import { lockCredentials } from '#server/core/access/access.ts';
import type { Evidence } from '#server/core/evidence/evidence.ts';
import { checkFields } from '#server/core/fields/check-fields.ts';
import { codeField, passwordField } from '#server/core/fields/fields.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/platform/store.ts';
import { refuseRecentPassword } from './password-age.ts';

export interface VerifyDeletionDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

export type DeletionProof =
  | { readonly method: 'phone' | 'email'; readonly code: string }
  | { readonly method: 'password'; readonly password: string };

/**
 * The verification step of a deletion: who can prove to be the owner gets a ticket that allows it once.
 *
 * State and age of the password → is the method as strong as what it removes → rules → password or code of scene `delete` (the try is
 * counted here) → one transaction: code spent, ticket, audit.
 *
 * @throws {Refusal} deletionPending, passwordChangedRecently with the date, verificationNeeded with the methods that would do, badRequest
 * with the failed rule, passwordWrong, passwordLocked, smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained,
 * phoneNotExists, emailNotExists, tooFrequent
 */
export async function verifyDeletion(deps: VerifyDeletionDeps, session: Session, proof: DeletionProof & { visit: Visit }): Promise<string> {
  const { account } = session;
  const { method, visit } = proof;
  refuseInactive(account);
  refuseRecentPassword(account, deps.store.clock.now());
  refuseMissing(session, method);
  deps.evidence.proofs.refuseTooWeak(account, { method, action: 'deleteAccount', target: undefined });
  const settle = proof.method === 'password' ? await passPassword(deps, session, proof) : await passCode(deps, session, proof);
  return deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    await settle();
    await deps.journal.audit.record({
      event: 'deletion.verified',
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

async function passPassword(
  deps: VerifyDeletionDeps,
  session: Session,
  { password, visit }: { readonly password: string; readonly visit: Visit },
): Promise<() => Promise<void>> {
  checkFields({ password: passwordField(password) });
  await deps.evidence.checkPassword(session, { password, wrong: 'passwordWrong', origin: visit });
  return () => Promise.resolve();
}

async function passCode(
  { evidence: { codes } }: VerifyDeletionDeps,
  { account }: Session,
  { method, code: text }: { readonly method: 'phone' | 'email'; readonly code: string },
): Promise<() => Promise<void>> {
  const { code } = checkFields({ code: codeField(text) });
  const [channel, target] = method === 'phone' ? (['sms', account.phone] as const) : (['email', account.email] as const);
  const passed = await codes.check({ scene: 'delete', channel, target: target ?? '', holder: `account:${account.id}` }, code);
  return () => codes.claim(passed);
}

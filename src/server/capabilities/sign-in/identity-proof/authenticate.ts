import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { proveIdentity, type IdentityClaim } from '#server/core/sign-in/evidence/prove-identity.ts';
import type { Session, StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';

export interface AuthenticateDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

export type AuthenticateInput = Omit<IdentityClaim, 'scene'>;

export interface Authenticated {
  /** Under its new id; undefined for the account deletion page, which has no cookie to copy. */
  readonly session: StartedSession | undefined;
  readonly verifiedUntil: number;
  /** For a named action. */
  readonly standing: Awaited<ReturnType<Evidence['proofs']['standingOf']>> | undefined;
}

/**
 * Verifies the identity of the person in a session: the one broker for every sensitive action.
 *
 * The proof (`proveIdentity`) → one transaction: code spent, the session's new id, proof, audit.
 *
 * @throws {Refusal} verificationNeeded with the sufficient methods, badRequest with the failed rules, passwordWrong,
 * passwordLocked, smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent, passkeyUnknown, passkeyRefused
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { visit, session }: { readonly visit: Visit; readonly session: Session },
  input: AuthenticateInput,
): Promise<Authenticated> {
  const { method, action, target } = input;
  const { shown, settle } = await proveIdentity(deps.evidence, { visit, session }, { ...input, scene: 'verify' });
  return deps.store.db.tx(async () => {
    await settle();
    const started = session.limitedTo === undefined ? await deps.access.raise({ session, visit }, [shown]) : undefined;
    const { sessionId } = started ?? session;
    const { verifiedUntil } = await deps.evidence.proofs.issue({ ...session, sessionId }, { method, action, target, way: shown.id });
    const detail = { method, ...(action === undefined ? {} : { action }) };
    await deps.journal.audit.record({ event: 'proof.issued', accountId: session.accountId, sessionId, origin: visit, detail });
    const purpose = action && { action, ...(target === undefined ? {} : { target }) };
    const standing = purpose && (await deps.evidence.proofs.standingOf({ ...session, sessionId }, purpose));
    return { session: started, verifiedUntil, standing };
  });
}

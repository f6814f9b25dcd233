import type { ProofMethod, SensitiveAction } from '#contract/vocabulary/verification.ts';
import type { Access } from '#server/core/access/access.ts';
import type { Evidence } from '#server/core/evidence/evidence.ts';
import { checkFields } from '#server/core/fields/check-fields.ts';
import { codeField, passwordField } from '#server/core/fields/fields.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Session, StartedSession } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/platform/store.ts';

export interface AuthenticateDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

export interface AuthenticateInput {
  readonly method: ProofMethod;
  readonly password: string | undefined;
  readonly code: string | undefined;
  /** What the proof is for; undefined for one action of any kind. */
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
}

export interface Authenticated {
  /** Under its new id; undefined for the account deletion page, which has no cookie that could have been copied. */
  readonly session: StartedSession | undefined;
  readonly verifiedUntil: number;
}

/** What a method's success leaves to be done in the transaction of the proof. */
type Settle = () => Promise<void>;

/**
 * Proves in a session who is there: the one broker for every sensitive action.
 *
 * Is the method strong enough for the action → rules → password or code (the try is counted here) → one transaction: code spent, the
 * session's new id, proof, audit.
 *
 * @throws {Refusal} verificationNeeded with the methods that would do, badRequest with the failed rules, passwordWrong, passwordLocked,
 * smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { visit, session }: { readonly visit: Visit; readonly session: Session },
  input: AuthenticateInput,
): Promise<Authenticated> {
  const { method, action, target } = input;
  deps.evidence.proofs.refuseTooWeak(session.account, { method, action, target });
  const settle = await succeed(deps, { visit, session }, input);
  return deps.store.db.tx(async () => {
    await settle();
    const started = session.limitedTo === undefined ? await deps.access.renew({ session, visit }) : undefined;
    const { sessionId } = started ?? session;
    const { verifiedUntil } = await deps.evidence.proofs.give({ ...session, sessionId }, { method, action, target });
    const detail = { method, ...(action === undefined ? {} : { action }) };
    await deps.journal.audit.record({ event: 'verification.given', accountId: session.accountId, sessionId, origin: visit, detail });
    return { session: started, verifiedUntil };
  });
}

async function succeed(
  deps: AuthenticateDeps,
  { visit, session }: { readonly visit: Visit; readonly session: Session },
  { method, password = '', code = '' }: AuthenticateInput,
): Promise<Settle> {
  switch (method) {
    case 'password': {
      checkFields({ password: passwordField(password) });
      await deps.evidence.checkPassword(session, { password, wrong: 'passwordWrong', origin: visit });
      return () => Promise.resolve();
    }
    case 'phone':
    case 'email':
      return checkOwnCode(deps, session, { method, code });
  }
}

async function checkOwnCode(
  { evidence: { codes } }: AuthenticateDeps,
  { account }: Session,
  { method, ...given }: { readonly method: 'phone' | 'email'; readonly code: string },
): Promise<Settle> {
  const { code } = checkFields({ code: codeField(given.code) });
  const [channel, target] = method === 'phone' ? (['sms', account.phone] as const) : (['email', account.email] as const);
  if (target === null) throw new Refusal(method === 'phone' ? 'smsCodeNotObtained' : 'emailCodeNotObtained', { reason: `no ${method}` });
  const passed = await codes.check({ scene: 'verify', channel, target, holder: `account:${account.id}` }, code);
  return () => codes.claim(passed);
}

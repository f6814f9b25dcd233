import type { SensitiveAction } from '#contract/acts/acts.ts';
import type { ProofField, ProofValues } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import type { ProofMethod } from '#contract/sign-in/identity-proof/proof-methods.words.ts';
import type { Evidence } from './evidence.ts';
import type { Ceremony } from '#server/core/sign-in/passkeys/passkeys.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField, paperCodeField, passwordField } from '#server/core/account/fields/fields.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Person } from '#server/core/sign-in/sessions/person.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Input of a signed-in person that proves ownership of the account. */
export interface IdentityClaim extends Readonly<{ [Field in ProofField]: ProofValues[Field] | undefined }> {
  readonly method: ProofMethod;
  /** Purpose of the proof; undefined for one action of any kind. */
  readonly action: SensitiveAction | undefined;
  readonly target: string | undefined;
  /** Scene of the code. */
  readonly scene: 'verify' | 'delete';
}

/** A way that was shown, not yet spent. */
export interface ProvenIdentity {
  readonly shown: ShownWay;
  /** The rest of the work, for the transaction of the proof. */
  readonly settle: () => Promise<unknown>;
}

/**
 * Verifies the identity for every sensitive action and for a deletion: strength of the method → rules → password or
 * code (the try is counted here).
 * @throws {Refusal} verificationNeeded with the methods that suffice, badRequest with the failed rules, passwordWrong,
 * passwordLocked, stepCodeWrong, smsCodeWrong, smsCodeNotObtained, emailCodeWrong, emailCodeNotObtained, tooFrequent,
 * passkeyUnknown, passkeyRefused
 */
export async function proveIdentity(
  evidence: Pick<Evidence, 'codes' | 'passkeys' | 'proofs' | 'checkPassword' | 'stepCodes' | 'wayShown'>,
  { visit, session }: { readonly visit: Visit; readonly session: Session },
  given: IdentityClaim,
): Promise<ProvenIdentity> {
  const { method, action, target } = given;
  await evidence.proofs.refuseTooWeak(session, { method, action, target });
  switch (method) {
    case 'password': {
      const { password } = checkFields({ password: passwordField(given.password ?? '') });
      await evidence.checkPassword(session, { password, wrong: 'passwordWrong', origin: visit });
      return { shown: evidence.wayShown(session.account, method), settle: () => Promise.resolve() };
    }
    case 'passkey':
      return checkOwnPasskey(evidence, { visit, session }, given);
    case 'totp':
    case 'recovery':
      return evidence.stepCodes.check(session.account, method, stepCodeOf(method, given.code), visit);
    case 'phone':
    case 'email':
      return checkOwnCode(evidence, { visit, session }, { ...given, method });
  }
}

async function checkOwnCode(
  { codes, wayShown }: Pick<Evidence, 'codes' | 'wayShown'>,
  { visit, session: { account } }: Person,
  { method, scene, ...given }: IdentityClaim & { readonly method: 'phone' | 'email' },
): Promise<ProvenIdentity> {
  const { code } = checkFields({ code: codeField(given.code ?? '') });
  const [channel, target] = method === 'phone' ? (['sms', account.phone] as const) : (['email', account.email] as const);
  if (target === null) throw new Refusal(method === 'phone' ? 'smsCodeNotObtained' : 'emailCodeNotObtained', { reason: `no ${method}` });
  const holder = await codes.holderIn({ accountId: account.id, browser: visit.browser });
  const passed = await codes.check({ scene, channel, target, holder }, code);
  return { shown: wayShown(account, method), settle: () => codes.redeem(passed) };
}

/** Six digits, or what stands on paper. */
function stepCodeOf(method: 'totp' | 'recovery', code = ''): string {
  return checkFields({ code: method === 'totp' ? codeField(code) : paperCodeField(code) }).code;
}

/** The ceremony was begun in this browser, for this account, action and target; another proof meanwhile gives the session a new id. */
export function proofCeremony(
  { visit: { visitor }, session: { accountId } }: Person,
  { action, target }: Pick<IdentityClaim, 'action' | 'target'>,
): Ceremony {
  const about = [action ?? '', target ?? ''];
  return { purpose: 'proof', holder: `visitor:${visitor}`, accountId, about };
}

async function checkOwnPasskey(
  { passkeys, proofs }: Pick<Evidence, 'passkeys' | 'proofs'>,
  { visit, session }: { readonly visit: Visit; readonly session: Session },
  { credential, action, target }: IdentityClaim,
): Promise<ProvenIdentity> {
  if (credential === undefined) throw new Refusal('passkeyRefused', { reason: 'no credential' });
  const ceremony = proofCeremony({ visit, session }, { action, target });
  const passed = await passkeys.checkAssertion(ceremony, { credential, source: accountSource(session.accountId) });
  const shown = shownPasskey(passed);
  // The account may have a stronger one.
  await proofs.refuseTooWeak(session, { method: 'passkey', way: shown.id, action, target });
  return { shown, settle: () => passkeys.redeemAssertion(passed, visit.placeIn(session.account.language).city) };
}

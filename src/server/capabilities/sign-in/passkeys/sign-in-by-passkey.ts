import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Ceremony } from '#server/core/sign-in/passkeys/passkeys.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface SignInByPasskeyDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
}

/** The end of every sign-in, behind its gate. */
export type CompletePasskeySignIn = (
  visit: Visit,
  proven: { readonly account: Account; readonly shown: ShownWay; readonly settle: () => Promise<unknown> },
) => Promise<SignedInAccount>;

/** A sign-in of this browser: the passkey says whose it is. */
export function signInCeremony({ visitor }: Pick<Visit, 'visitor'>): Ceremony {
  return { purpose: 'signIn', holder: `visitor:${visitor}` };
}

/**
 * Signs in with a passkey: what the browser says → challenge → passkey → signature → account → one transaction:
 * challenge spent, use noted, session, audit.
 *
 * @throws {Refusal} passkeyUnknown, passkeyRefused, deletionPending, passwordLocked, unavailable
 */
export async function signInByPasskey(
  deps: SignInByPasskeyDeps,
  visit: Visit,
  { credential, completeSignIn }: { readonly credential: PasskeyAssertion; readonly completeSignIn: CompletePasskeySignIn },
): Promise<SignedInAccount> {
  const { passkeys } = deps.evidence;
  const passed = await passkeys.checkAssertion(signInCeremony(visit), { credential, source: networkSource(visit) });
  const account = await deps.identity.accounts.findLive(passed.passkey.account_id);
  if (account === undefined) throw new Refusal('passkeyRefused', { reason: 'the account is gone' });
  const place = visit.placeIn(account.language).city;
  return completeSignIn(visit, { account, shown: shownPasskey(passed), settle: () => passkeys.redeemAssertion(passed, place) });
}

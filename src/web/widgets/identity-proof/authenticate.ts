import { identityProofEndpoints } from '#contract/sign-in/identity-proof/identity-proof.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { GivenProof } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { call } from '#web/lib/api/api.ts';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import type { ProofNeed } from './proof-method.ts';

/**
 * Proves in this session who is there, for ten minutes and one action.
 * @throws {RefusalError}
 */
export async function authenticate(given: GivenProof, { action, target }: ProofNeed): Promise<void> {
  const body = { ...given, ...(action === undefined ? {} : { action }), ...(target === undefined ? {} : { target }) };
  const { verifiedUntil } = await call(identityProofEndpoints.authenticate, { body });
  noteProof(verifiedUntil);
}

/** Notes until when the session's proof lives; null when it has been used. */
export function noteProof(verifiedUntil: string | null): void {
  accountCache.setQueryData<AccountView>(accountKey, (account) => account && { ...account, verifiedUntil });
}

import { deletionEndpoints } from '#contract/account/deletion/deletion.ts';
import type { GivenProof } from '#contract/sign-in/identity-proof/identity-proof.words.ts';
import { call } from '#web/lib/api/api.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { ownerCodes, type OwnerCodes } from '#web/widgets/identity-proof/owner-codes.ts';
import { ownPasskey, type PasskeyOptions } from '#web/widgets/identity-proof/own-passkey.ts';
import type { DeletionAnswers, RequestedDeletion } from './deletion-draft.ts';

/** The obstacles and losses of a deletion, and the methods that prove the identity for it. */
export type DeletionCheck = CallData<typeof deletionEndpoints.checkDeletion>;

/** The calls of a deletion, as the signed-in person or with the X-Token of the account deletion page. */
export interface DeletionRequest {
  readonly check: (signal: AbortSignal) => Promise<DeletionCheck>;
  readonly codes: OwnerCodes;
  readonly beginPasskey: () => Promise<PasskeyOptions>;
  /** A ticket that allows the deletion once, for ten minutes. @throws {RefusalError} for a wrong proof, and 3003 */
  readonly verify: (proof: GivenProof) => Promise<string>;
  /** Requests the deletion, which ends every session. Undefined after the person has given up. */
  readonly submit: (ticket: string, answers: DeletionAnswers) => Promise<RequestedDeletion | undefined>;
}

export function deletionRequest(xToken?: string): DeletionRequest {
  const as = xToken === undefined ? {} : { xToken };
  return {
    check: (signal) => call(deletionEndpoints.checkDeletion, { ...as, signal }),
    codes: ownerCodes('delete', as),
    beginPasskey: ownPasskey({ action: 'deleteAccount' }, as),
    async verify(proof) {
      const { ticket } = await verification(proof, as);
      return ticket;
    },
    async submit(ticket, { channel, reason, detail, version: agreement }) {
      const body = { ticket, channel, reason, detail, agreement };
      const send = () => call(deletionEndpoints.requestDeletion, { ...as, body });
      // A protected account takes two ways; the page of a ticket has no session in which they could be shown.
      return as.xToken === undefined ? withProof({ action: 'deleteAccount' }, send) : send();
    },
  };
}

function verification(proof: GivenProof, as: { readonly xToken?: string }): Promise<{ readonly ticket: string }> {
  switch (proof.method) {
    case 'phone':
      return call(deletionEndpoints.verifyDeletionByPhone, { ...as, body: { code: proof.code } });
    case 'email':
      return call(deletionEndpoints.verifyDeletionByEmail, { ...as, body: { code: proof.code } });
    case 'totp':
      return call(deletionEndpoints.verifyDeletionByTotp, { ...as, body: { code: proof.code } });
    case 'recovery':
      return call(deletionEndpoints.verifyDeletionByRecovery, { ...as, body: { code: proof.code } });
    case 'passkey':
      return call(deletionEndpoints.verifyDeletionByPasskey, { ...as, body: { credential: proof.credential } });
    case 'password':
      return call(deletionEndpoints.verifyDeletionByPassword, { ...as, body: { password: proof.password } });
  }
}

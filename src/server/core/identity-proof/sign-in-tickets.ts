import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { spendProof } from './proofs.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createProofRows } from './proofs.repository.ts';

export interface SignInTicket {
  readonly id: string;
  readonly accountId: string;
}

type Holder = Pick<Visit, 'visitor'>;

/**
 * Tickets of a sign-in with a second step (contract 5). Each proves the first step and finishes that sign-in once, in
 * the same browser, within ten minutes; a change of the account's credentials ends it. Only hashes are stored.
 */
export interface SignInTickets {
  /** In the transaction that spends the code of the first step. */
  issue(visit: Holder, account: Pick<Account, 'id' | 'credentialEpoch'>): Promise<string>;
  /** @throws {Refusal} tokenError for a ticket that is unknown, used, expired or from another browser */
  find(visit: Holder, token: string): Promise<SignInTicket>;
  /**
   * Spends the ticket, in the transaction of the sign-in.
   * @throws {Refusal} tokenError when another request spent it first
   */
  redeem(ticket: SignInTicket): Promise<void>;
}

export function createSignInTickets({ db, clock }: { readonly db: Db; readonly clock: Clock }): SignInTickets {
  const rows = createProofRows(db);
  // No session has such an id, so that no action of a session finds these proofs.
  const holderOf = ({ visitor }: Holder) => `visitor:${visitor}`;
  const action = 'signIn';

  return {
    async issue(visit, { id: accountId, credentialEpoch }) {
      const token = newToken();
      const at = clock.now();
      await rows.insert({
        id: sha256(token),
        accountId,
        sessionId: holderOf(visit),
        credentialEpoch,
        method: 'phone',
        action,
        targetHash: '',
        at,
        expiresAt: at + limits.verificationLifeMs,
      });
      return token;
    },

    async find(visit, token) {
      const id = sha256(token);
      const found = await rows.findById({ id, sessionId: holderOf(visit), action, at: clock.now() });
      if (!found) throw noTicket();
      return { id, accountId: found.accountId };
    },

    async redeem({ id }) {
      if (!(await spendProof(db, { id, at: clock.now() }))) throw noTicket();
    },
  };
}

function noTicket(): Refusal {
  return new Refusal('tokenError', { reason: 'no live ticket of a sign-in' });
}

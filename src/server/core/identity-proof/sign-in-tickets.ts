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
 * Tickets of a sign-in that wants a second step (contract 5): proofs of the first step, each good for finishing that sign-in in the same
 * browser, once, for ten minutes, and dead when the account's credentials change. Only their hashes are kept.
 */
export interface SignInTickets {
  /** In the transaction that spends the first step's code. */
  issue(visit: Holder, account: Pick<Account, 'id' | 'credentialEpoch'>): Promise<string>;
  /** @throws {Refusal} tokenError for a ticket that is unknown, used, expired or another browser's */
  find(visit: Holder, token: string): Promise<SignInTicket>;
  /**
   * Spends it, in the transaction of the sign-in.
   * @throws {Refusal} tokenError when another request has spent it first
   */
  redeem(ticket: SignInTicket): Promise<void>;
}

export function createSignInTickets({ db, clock }: { readonly db: Db; readonly clock: Clock }): SignInTickets {
  const rows = createProofRows(db);
  // No session has such an id, so that no session's actions ever find these proofs.
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

import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';

export interface TwoStepDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
  /** Whether it may be switched on. */
  readonly isOffered: boolean;
  /** Whether a text message may become a second step. */
  readonly offersSms: boolean;
}

/** The account after a change, and the session under its new id. */
export interface ChangedAccount {
  readonly account: Account;
  readonly session: StartedSession;
}

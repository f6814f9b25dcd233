import type { Accounts } from '#server/core/accounts/accounts.repository.ts';
import type { Audit } from '#server/core/audit/audit.ts';
import type { LegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import type { UpgradeTickets } from '#server/core/legacy/upgrade-tickets.ts';
import type { Notices } from '#server/core/notices/notices.ts';
import type { Proofs } from '#server/core/proof/proofs.ts';
import type { Dormancy } from '#server/core/sessions/dormancy.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { Codes } from '#server/core/verification/codes.ts';
import type { NameWords } from '#server/core/words/name-words.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';

export interface UpgradeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly accounts: Accounts;
  readonly legacyAccounts: LegacyAccounts;
  readonly upgradeTickets: UpgradeTickets;
  readonly sessions: Sessions;
  readonly dormancy: Dormancy;
  readonly proofs: Proofs;
  readonly codes: Codes;
  readonly words: NameWords;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly limiter: RateLimiter;
  /** Multiplies every limit. */
  readonly rateFactor: number;
  readonly publicUrl: string;
}

/** A browser, and the session in it, if there is one. */
export interface Caller {
  readonly visit: Visit;
  readonly session: Session | undefined;
}

import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { textOfWays } from '#server/core/sign-in/ways/assurance-columns.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import { growProof, spendProof } from './proofs.guarded.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import type { Db } from '#server/core/database/db.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { countedFor, limitKey, type CountedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createProofRows } from './proofs.repository.ts';

/**
 * The purpose of a ticket: a second step, after an old phone or an approval from afar too; the way back; a new password; or
 * a sign-in that continues, because its account was kept or its password is new.
 */
export type TicketPurpose = 'signIn' | 'dormant' | 'approved' | 'recover' | 'reset' | 'kept' | 'renewed';

/**
 * Tickets whose person may show more on the way back, or freeze: also of a sign-in or a recovery that cannot be finished. An old
 * phone is none (ADR 69).
 */
export const onWayBack = ['recover', 'signIn', 'approved', 'reset'] as const satisfies readonly TicketPurpose[];

export interface SignInTicket {
  readonly id: string;
  readonly accountId: string;
  readonly purpose: TicketPurpose;
  /** The ways that were shown for it, in the order of the steps. */
  readonly shown: readonly ShownWay[];
}

export interface NewTicket {
  readonly account: Pick<Account, 'id' | 'credentialEpoch'>;
  readonly purpose: TicketPurpose;
  readonly shown: readonly ShownWay[];
  /** True after a freeze, which nothing refuses. */
  readonly isUncounted?: boolean;
}

export interface SignInTicketsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly gate: { readonly limiter: Pick<RateLimiter, 'take'>; readonly rateFactor: number };
}

type Holder = Pick<Visit, 'visitor'>;

/**
 * Tickets of a sign-in with a second step (contract 5), and of the recovery of a protected account. Each proves what was
 * shown and continues with it once, in the same browser, within ten minutes; a change of the account's credentials ends it. Only hashes are stored.
 */
export interface SignInTickets {
  /**
   * In the transaction that spends the code of the first step.
   * @throws {Refusal} tooManyRequests for the way back, when the same way has opened too many of them in a day: it stays for
   * those who show another
   */
  issue(visit: Holder & Partial<Pick<Visit, 'browser'>>, ticket: NewTicket): Promise<string>;
  /** @throws {Refusal} tokenError for a ticket that is unknown, used, expired, from another browser or of none of the purposes */
  find(visit: Holder, token: string, ...purposes: readonly TicketPurpose[]): Promise<SignInTicket>;
  /**
   * Adds a way that was shown after it, in the transaction that spends that proof: the ticket is the whole set.
   * @throws {Refusal} tokenError when another request changed or spent it first
   */
  add(ticket: SignInTicket, way: WayId): Promise<void>;
  /**
   * Spends the ticket, in the transaction of the sign-in.
   * @throws {Refusal} tokenError when another request spent it first
   */
  redeem(ticket: SignInTicket): Promise<void>;
}

export function createSignInTickets({ db, clock, gate: { limiter, rateFactor } }: SignInTicketsDeps): SignInTickets {
  const rows = createProofRows(db);
  // No session has such an id, so that no action of a session finds these proofs.
  const holderOf = ({ visitor }: Holder) => `visitor:${visitor}`;

  async function takePlace(by: CountedFor, shown: readonly ShownWay[]): Promise<void> {
    const key = `${limitKey('ways-back', by)}:${textOfWays(shown.map(({ id }) => id))}`;
    const taken = await limiter.take([{ key, limit: limits.recoveryTicketsPerDay * rateFactor, windowMs: day }]);
    if (!taken.ok) throw new Refusal('tooManyRequests', { retryAfter: taken.retryAfterSeconds, reason: 'too many ways back' });
  }

  return {
    async issue(visit, { account: { id: accountId, credentialEpoch }, purpose, shown, isUncounted = false }) {
      if (purpose === 'recover' && !isUncounted) await takePlace(await countedFor(db, { accountId, browser: visit.browser }), shown);
      const token = newToken();
      const at = clock.now();
      await rows.insert({
        id: sha256(token),
        accountId,
        sessionId: holderOf(visit),
        credentialEpoch,
        method: 'ticket',
        action: purpose,
        way: textOfWays(shown.map(({ id }) => id)),
        targetHash: '',
        at,
        expiresAt: at + limits.verificationLifeMs,
      });
      return token;
    },

    async find(visit, token, ...purposes) {
      const id = sha256(token);
      const found = await rows.findById({ id, sessionId: holderOf(visit), actions: purposes, at: clock.now() });
      if (!found) throw noTicket();
      const purpose = purposes.find((each) => each === found.action);
      if (purpose === undefined) throw noTicket();
      return { id, accountId: found.accountId, purpose, shown: found.ways.map((way) => ({ id: way })) };
    },

    async add({ id, shown }, way) {
      const before = shown.map((each) => each.id);
      const [from, to] = [textOfWays(before), textOfWays([...new Set([...before, way])])];
      if (!(await growProof(db, { id, from, to, at: clock.now() }))) throw noTicket();
    },

    async redeem({ id }) {
      if (!(await spendProof(db, { id, at: clock.now() }))) throw noTicket();
    },
  };
}

function noTicket(): Refusal {
  return new Refusal('tokenError', { reason: 'no live ticket of a sign-in' });
}

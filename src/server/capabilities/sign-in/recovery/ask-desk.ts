import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { countNumbers, insertRecoveryNumber, openNumberOf } from '#server/core/protection/claims/recovery-numbers.repository.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { referenceOf } from '#server/core/protection/notices/reference.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, second } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { RecoveryDeps } from './prove-recovery.ts';
import { findRecovery, mayAskDesk } from './recovery-side.ts';

/** Validity of a number, and how many an account gets in that time. */
const numberMs = day;
const mostNumbers = 3;

/**
 * A number that the person reads out to our support, which opens a request for this browser by it: for a person who has shown too
 * little to wait without help. Nobody gets a token: the browser is known by its cookie, of which a hash is kept. Asked again, it
 * is the same number.
 * @throws {Refusal} notFound without a desk; tokenError; proofDoesNotCount where more or nothing was shown, or
 * nobody could be told; tooManyRequests
 */
export async function askDesk(
  deps: RecoveryDeps,
  visit: Visit,
  ticket: string,
): Promise<{ readonly number: string; readonly until: number }> {
  const { db, clock } = deps.store;
  if (!deps.hasDesk) throw new Refusal('notFound', { reason: 'no desk' });
  const side = await findRecovery(deps, visit, ticket);
  const { account, shown } = side;
  if (!mayAskDesk(side) || contactsOf(account).length === 0) throw new Refusal('proofDoesNotCount', { reason: 'nobody could be notified' });
  refuseInactive(account);
  const at = clock.now();
  return db.tx(async () => {
    await lockAccount(db, account.id);
    const open = await openNumberOf(db, { accountId: account.id, visitor: visit.visitor, at });
    if (open !== undefined) return { number: open.number, until: open.expires_at };
    if ((await countNumbers(db, { accountId: account.id, since: at - numberMs })) >= mostNumbers) {
      throw new Refusal('tooManyRequests', { reason: 'numbers of the account', retryAfter: numberMs / second });
    }
    const token = newToken();
    const until = at + numberMs;
    const number = referenceOf(token);
    const about = { account_id: account.id, claim_id: sha256(token), shown: JSON.stringify(shown.map(({ id }) => id)) };
    const browser = { place: maskIp(visit.clientIp), visitor: visit.visitor };
    await insertRecoveryNumber(db, { number, ...about, ...browser, state: 'open', made_at: at, expires_at: until });
    await deps.journal.audit.record({ event: 'recovery.begun', accountId: account.id, origin: visit, detail: { by: 'desk' } });
    return { number, until };
  });
}

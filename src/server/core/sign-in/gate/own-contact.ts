import { canon } from '#server/core/account/identifiers/identifier.ts';
import { tellOwner, type TellOwnerDeps } from '#server/core/protection/notices/tell-owner.ts';
import type { Cause } from '#server/core/protection/notices/notices.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Store } from '#server/core/store.ts';
import { day } from '#server/platform/clock.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import type { Gate } from './gate.ts';

export interface OwnContactDeps extends TellOwnerDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly gate: Pick<Gate, 'limiter' | 'rateFactor'>;
}

/** Wrong ones of a day: an owner mistypes, and a thief of the session tries the digits that the page hides. */
const wrongPerDay = 10;

/**
 * Whether this is the account's own phone or email.
 * @throws {Refusal} tooManyRequests after too many wrong ones in a day, of which the owner is told
 */
export async function isOwnContact(
  deps: OwnContactDeps,
  { session: { account }, by }: { readonly session: Pick<Session, 'account'>; readonly by: Cause & Pick<Visit, 'browser'> },
  { kind, given }: { readonly kind: 'phone' | 'email'; readonly given: string },
): Promise<boolean> {
  const { limiter, rateFactor } = deps.gate;
  const who = await countedFor(deps.store.db, { accountId: account.id, browser: by.browser });
  const place = { key: limitKey('own-contact', who), limit: wrongPerDay * rateFactor, windowMs: day };
  const seen = await limiter.look([place]);
  // Beyond the limit the right one is refused too: otherwise the refusal would tell it from wrong ones.
  if (!seen.ok) throw await tooMany(deps, { account, by }, seen.retryAfterSeconds);
  const isOwn = account[kind] !== null && canon(kind, given) === account[kind];
  if (isOwn) return true;
  const taken = await limiter.take([place]);
  if (!taken.ok) throw await tooMany(deps, { account, by }, taken.retryAfterSeconds);
  return false;
}

async function tooMany(
  deps: OwnContactDeps,
  { account, by }: { readonly account: Session['account']; readonly by: Cause },
  retryAfter: number,
): Promise<Refusal> {
  const { db, clock } = deps.store;
  const at = clock.now();
  await db.tx(async () => {
    const today = Math.floor(at / day);
    const isFirst = await claimOnce(db, { kind: 'contact guessed', id: `${account.id} ${today}`, at, expiresAt: (today + 2) * day });
    if (isFirst) await tellOwner(deps, { account, event: 'contactGuessed', by });
  });
  return new Refusal('tooManyRequests', { retryAfter, reason: 'too many contacts that are not the account’s' });
}

import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { countedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { knowsBrowser } from '#server/core/sign-in/known-browsers/known-browsers.repository.ts';
import { requireFewMismatches } from '#server/core/sign-in/qr/mismatches.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { networkOf } from '#server/platform/http/requests/client-ip.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readQrCode } from './qr-codes.ts';
import { createQrRows, type QrRow } from './qr-sign-ins.repository.ts';

/** A signed-in person on the phone that opened the code. */
export interface PersonOnPhone {
  readonly session: Session;
  readonly visit: Visit;
}

/**
 * The live code that this phone has opened.
 * @throws {Refusal} forbidden for a session that was itself made by a code a short time ago; tooFrequent after wrong
 * numbers; qrOver for a code that is over, or of another phone or installation
 */
export async function findOnPhone({ db, clock, keyring }: Store, { session, visit }: PersonOnPhone, code: string): Promise<QrRow> {
  const at = clock.now();
  // Or one hijacked browser would open the next one.
  if (session.assurance.isApproved === true && session.assurance.authAt > at - qrLimits.restMs)
    throw new Refusal('forbidden', { reason: 'a session made by a code' });
  await requireFewMismatches(db, await countedFor(db, { accountId: session.accountId, browser: visit.browser }), at);
  if (readQrCode(keyring, code, at) === undefined) throw new Refusal('qrOver', { reason: 'no code of ours' });
  const row = await createQrRows(db).find(sha256(code));
  if (row === undefined || row.phone !== visit.visitor || row.expires_at <= at)
    throw new Refusal('qrOver', { reason: 'no live code of this phone' });
  return row;
}

/** One IPv4 address, or one IPv6 /64. */
export function isSameNetwork(one: string, other: string): boolean {
  return one !== '' && other !== '' && networkOf(one) === networkOf(other);
}

export function isKnownComputer(
  { db }: Pick<Store, 'db'>,
  { id: accountId }: Pick<Account, 'id'>,
  { computer_browser: browser }: Pick<QrRow, 'computer_browser'>,
): Promise<boolean> {
  return knowsBrowser(db, { accountId, browser });
}

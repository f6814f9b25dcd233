import { qrLimits, type QrPurpose } from '#contract/sign-in/qr/qr.words.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { takeStrangerPlace } from '#server/platform/db/tables/stranger-rows.guarded.ts';
import { strangerSource, type StrangerBudget } from '#server/platform/db/tables/stranger-rows.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readQrCode } from './qr-codes.ts';
import { createQrRows } from './qr-sign-ins.repository.ts';

export interface OpenQrDeps {
  readonly store: Store;
}

/** Codes that phones have opened, also those that are over and wait for the sweep. */
export const qrBudget = {
  mark: 'q',
  table: 'qr_sign_ins',
  ipv4: 200,
  ipv6: 200,
  site: 200_000,
  beyond: 'refused',
} as const satisfies StrangerBudget;

/**
 * Takes a scanned code for this phone: the first one that opens it in time. Decides nothing; opening it again there
 * changes nothing.
 * @throws {Refusal} qrOver for a code that is unknown, old, over or of another phone; tooFrequent when this phone or its
 * network has too many open
 */
export async function openQr({ store }: OpenQrDeps, { visitor, clientIp }: Pick<Visit, 'visitor' | 'clientIp'>, code: string) {
  const { db, clock, keyring } = store;
  const at = clock.now();
  const read = readQrCode(keyring, code, at);
  if (read === undefined) throw new Refusal('qrOver', { reason: 'no code of ours' });
  const rows = createQrRows(db);
  const id = sha256(code);
  const before = await rows.find(id);
  if (before !== undefined) {
    if (before.phone === visitor && before.expires_at > at) return { purpose: read.purpose };
    throw new Refusal('qrOver', { reason: 'opened before' });
  }
  if (at >= read.openUntil) throw new Refusal('qrOver', { reason: 'opened late' });
  await db.tx(async () => {
    if ((await rows.countOpen(visitor, at)) >= qrLimits.openPerPhone)
      throw new Refusal('tooFrequent', { retryAfter: qrLimits.lifeMs / 1000, reason: 'too many codes on one phone' });
    const expiresAt = at + lifeOf(read.purpose);
    if (!(await rows.insert({ id, purpose: read.purpose, phone: visitor, at, expiresAt })))
      throw new Refusal('qrOver', { reason: 'opened at the same moment' });
    const source = strangerSource(keyring, qrBudget, clientIp);
    if (!(await takeStrangerPlace(db, qrBudget, { id, source })))
      throw new Refusal('tooFrequent', { retryAfter: qrLimits.lifeMs / 1000, reason: 'no room for a code' });
  });
  return { purpose: read.purpose };
}

function lifeOf(purpose: QrPurpose): number {
  return purpose === 'register' ? qrLimits.signUpMs : qrLimits.signInMs;
}

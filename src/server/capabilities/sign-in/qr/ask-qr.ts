import type { Distance } from '#server/core/sign-in/access/admission.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findOnPhone, isKnownComputer, isSameNetwork, type PersonOnPhone } from './asked-qr.ts';
import { askFor } from './qr-sign-ins.guarded.ts';

export interface AskQrDeps {
  readonly store: Store;
  readonly journal: Journal;
}

/** The question on the phone. */
export interface QrQuestion extends Distance {
  /** Three numbers, of which the screen of the computer shows one; none until it has asked again. */
  readonly choices: readonly number[];
  readonly browser: string;
  readonly os: string;
  /** Client IP of the computer, or ''. */
  readonly address: string;
  /** When the code was opened. Milliseconds. */
  readonly askedAt: number;
}

/**
 * Asks for the numbers of a code that this phone has opened. Decides nothing; the same account may ask again.
 * @throws {Refusal} qrOver, tooFrequent, forbidden
 */
export async function askQr(deps: AskQrDeps, person: PersonOnPhone, code: string): Promise<QrQuestion> {
  const { store, journal } = deps;
  const { session, visit } = person;
  const { account, accountId } = session;
  const row = await findOnPhone(store, person, code);
  if (row.state === 'opened' || (row.state === 'asked' && row.account_id !== accountId)) {
    const from = { id: row.id, at: store.clock.now(), phone: visit.visitor };
    await store.db.tx(async () => {
      const isFirst = await askFor(store.db, from, { accountId, credentialEpoch: account.credentialEpoch });
      if (!isFirst) throw new Refusal('qrOver', { reason: 'another request was faster' });
      await journal.audit.record({ event: 'qr.opened', accountId, sessionId: session.sessionId, origin: visit });
    });
  } else if (row.account_id !== accountId || !['asked', 'shown'].includes(row.state)) {
    throw new Refusal('qrOver', { reason: 'decided, or of another account' });
  }
  return {
    choices: row.state === 'shown' ? row.choices.split(' ').map(Number) : [],
    browser: row.browser_name,
    os: row.os,
    address: row.computer_ip,
    askedAt: row.opened_at,
    sameNetwork: isSameNetwork(visit.clientIp, row.computer_ip),
    known: await isKnownComputer(store, account, row),
  };
}

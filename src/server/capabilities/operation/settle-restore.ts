import type { Audit } from '#server/core/audit/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { raiseCredentialEpochs } from '#server/platform/db/consumption.ts';
import type { Db } from '#server/platform/db/db.ts';
import { countDeletions, endOfBatch, removePerishable } from './settle.repository.ts';

export interface SettleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

export interface Settled {
  readonly accounts: number;
  /** Messages that were waiting in the copy, and are not sent. */
  readonly messages: number;
  readonly deletions: { readonly due: number; readonly later: number };
}

const batch = 5000;

/**
 * Makes a restored database safe to serve: every session, token, consent, code and link in it is dead, because each may have been ended or used
 * after the copy was made, and no message of that time is sent. Run it before a server opens the database; running it again does no harm.
 */
export async function settleRestore({ db, clock, audit }: SettleDeps, { operator }: { readonly operator: string }): Promise<Settled> {
  const messages = await db.tx(async () => {
    await audit.record({ event: 'installation.restored', accountId: null, origin: { address: '', requestId: '' }, detail: { operator } });
    return removePerishable(db);
  });
  let accounts = 0;
  let after = '';
  for (;;) {
    const through = await endOfBatch(db, { after, size: batch });
    if (through === undefined) break;
    accounts += await raiseCredentialEpochs(db, { after, through });
    after = through;
  }
  return { accounts, messages, deletions: await countDeletions(db, clock.now()) };
}

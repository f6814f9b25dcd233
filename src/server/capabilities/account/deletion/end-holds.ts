import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { showQuietLooks, takeLapsedHold } from '#server/core/account/holds/holds.repository.ts';

interface EndHoldsDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly journal: Pick<Journal, 'audit'>;
}

/** Ends the holds whose time is over. Any number of servers may do it. */
export async function endLapsedHolds({ store: { db, clock }, journal: { audit } }: EndHoldsDeps): Promise<void> {
  const endNext = async (): Promise<boolean> =>
    db.tx(async () => {
      const hold = await takeLapsedHold(db, clock.now());
      if (hold === undefined) return false;
      const detail = { operator: hold.operator, reason: 'authority', case: hold.case_ref };
      await audit.record({ event: 'data.released', accountId: hold.account_id, origin: { clientIp: '', requestId: '' }, detail });
      await showQuietLooks(db, hold.account_id);
      return true;
    });
  while (await endNext());
}

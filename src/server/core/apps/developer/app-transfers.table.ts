import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

export type AppTransferState = 'open' | 'accepted' | 'refused' | 'withdrawn';

/** Offers of apps to other accounts. */
export interface AppTransfersTable {
  id: string;
  client_id: string;
  from_id: string;
  /** Null where nobody has the account that the owner typed. */
  to_id: string | null;
  state: Guarded<AppTransferState>;
  expires_at: number;
  /** The client's id while the offer stands, so that there is one at a time. */
  open: Guarded<string | null>;
}

/** Days that an offer stays listed after its end. */
const endedDays = 30;

export const appTransfers = table<AppTransfersTable>()({
  name: 'app_transfers',
  key: ['id'],
  sweep: [{ past: ['expires_at'], graceMs: endedDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'by core/apps/developer/app-transfers.repository.ts' },
  restore: 'void',
  merge: 'keep',
  data: { topic: 'apps', basis: 'contract', until: 'swept', of: ['from_id', 'to_id'] },
  columns: {
    id: isRandom,
    client_id: 'in the export as ownAppTransfers',
    from_id: isInternal,
    to_id: isInternal,
    state: 'in the export as ownAppTransfers',
    expires_at: 'in the export as ownAppTransfers, a time',
    open: isBookkeeping,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_transfers: AppTransfersTable;
  }
}

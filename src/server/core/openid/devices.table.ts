import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/table.ts';

/** Devices signed in by the device grant. */
export interface DevicesTable {
  id: string;
  account_id: string;
  client_id: string;
  credential_epoch: number;
  name: string;
  type: 'unknown' | 'pc' | 'tablet' | 'notebook' | 'phone';
  model: string;
  os: string;
  os_version: string;
  /** Keyed hash of the hardware id, or ''. */
  hardware: string;
  address: string;
  first_seen_at: number;
  last_seen_at: number;
  ended_at: Guarded<number | null>;
}

export const devices = table<DevicesTable>()({
  name: 'devices',
  key: ['id'],
  sweep: [{ past: ['ended_at'], graceMs: day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id', receipt: 'devices' },
  restore: 'keep, because the epoch of the account has ended them',
  merge: 'drop',
  columns: {
    id: isRandom,
    account_id: isInternal,
    client_id: 'in the export',
    credential_epoch: isBookkeeping,
    name: 'in the export',
    type: 'in the export',
    model: 'in the export',
    os: 'in the export',
    os_version: 'in the export',
    hardware: 'derived',
    address: 'in the export',
    first_seen_at: 'in the export',
    last_seen_at: 'in the export',
    ended_at: 'in the export',
  },
});

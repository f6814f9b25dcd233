import { day } from '#server/platform/clock.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

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
  client_ip: string;
  first_seen_at: number;
  last_seen_at: number;
  ended_at: Guarded<number | null>;
  /** The browser session that signed it in on the same computer; follows its new id. Null for one approved elsewhere. */
  session_id: Guarded<string | null>;
  /** Thumbprint of the key to which its tokens are bound (RFC 7638); null for a device without one. */
  key_thumbprint: string | null;
}

export const devices = table<DevicesTable>()({
  name: 'devices',
  key: ['id'],
  // As long as a desktop keeps its copy without contact: until then it may ask why its sign-in is over.
  sweep: [
    { past: ['ended_at'], graceMs: 30 * day, every: 'hour' },
    // A new epoch of the account ends its devices without a word in their rows; nothing comes from them after it.
    {
      past: ['last_seen_at'],
      graceMs: 30 * day,
      unlike: { column: 'credential_epoch', of: 'account_id', in: 'accounts' },
      every: 'hour',
    },
  ],
  erase: { rows: 'go', of: 'account_id', receipt: 'devices' },
  restore: 'keep, because the epoch of the account has ended them',
  merge: 'drop',
  session: { session_id: 'moves' },
  data: { topic: 'sessions', basis: 'security', until: 'swept', since: 'first_seen_at' },
  columns: {
    id: isRandom,
    account_id: isInternal,
    client_id: 'in the export as deviceName',
    credential_epoch: isBookkeeping,
    name: 'in the export as deviceName',
    type: 'in the export as deviceName',
    model: 'in the export as deviceName',
    os: 'in the export as deviceName',
    os_version: 'in the export as deviceName',
    hardware: 'derived from hardwareId',
    client_ip: 'in the export as networkAddress',
    first_seen_at: 'in the export as deviceTimes, a time',
    last_seen_at: 'in the export as deviceTimes, a time',
    ended_at: 'in the export as deviceTimes, a time',
    session_id: isInternal,
    key_thumbprint: isRandom,
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    devices: DevicesTable;
  }
}

import { day } from '#server/platform/clock.ts';
import { isInternal, table } from '#server/platform/db/tables/table.ts';

/** Days for which an account remembers a network. */
export const networkDays = 180;

/** Networks from which an account has signed in: a /24 or a /48. */
export interface KnownNetworksTable {
  account_id: string;
  /** Keyed hash. */
  network: string;
  /** ISO 3166 alpha-2 code, or ''. */
  country: string;
  first_at: number;
  last_at: number;
}

export const knownNetworks = table<KnownNetworksTable>()({
  name: 'known_networks',
  key: ['account_id', 'network'],
  sweep: [{ past: ['last_at'], graceMs: networkDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'account_id' },
  restore: 'keep, because they give no access',
  merge: 'keep',
  data: { topic: 'sessions', basis: 'security', until: 'swept', since: 'first_at' },
  columns: {
    account_id: isInternal,
    network: 'derived from networkAddress',
    country: 'derived from networkAddress',
    first_at: 'in the export as signInTimes, a time',
    last_at: 'in the export as signInTimes, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    known_networks: KnownNetworksTable;
  }
}

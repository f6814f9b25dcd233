import { day } from '#server/platform/clock.ts';
import { isRandom, table } from '#server/platform/db/tables/table.ts';

/** Secrets of apps: hashes, because each is readable only in the answer that made it. */
export interface AppSecretsTable {
  id: string;
  client_id: string;
  /** `try`: a secret of one run of a sign-in that its developer tries. */
  kind: 'secret' | 'trial';
  /** SHA-256 of 256 random bits, base64url. */
  hash: string;
  /** The last four characters, so that people can tell one from another. */
  hint: string;
  made_at: number;
  /** Refused from then on; null without an end. */
  ends_at: number | null;
  /** The last day of its use in UTC, `2026-11-22`, or ''. */
  used_day: string;
  /** When a restore or a freeze has put it on hold: it ends unless its developer confirms it. Null for all others. */
  held_at: number | null;
}

/** Days that an ended secret stays listed. */
const endedDays = 30;

export const appSecrets = table<AppSecretsTable>()({
  name: 'app_secrets',
  key: ['id'],
  sweep: [{ past: ['ends_at'], graceMs: endedDays * day, every: 'hour' }],
  erase: { rows: 'go', of: 'by core/apps/clients/clients.repository.ts' },
  restore: 'keep, because apps sign in with them; those of developers are put on hold (settle-restore.ts)',
  merge: 'keep',
  data: {
    topic: 'apps',
    basis: 'contract',
    until: 'removal',
    since: 'made_at',
    of: { column: 'client_id', in: 'openid_clients', key: 'id', owner: 'owner_id' },
  },
  columns: {
    id: isRandom,
    client_id: 'in the export as ownAppSecrets',
    kind: 'in the export as ownAppSecrets',
    hash: 'derived from ownAppSecrets',
    hint: 'in the export as ownAppSecrets',
    made_at: 'in the export as ownAppSecrets, a time',
    ends_at: 'in the export as ownAppSecrets, a time',
    used_day: 'in the export as ownAppSecrets',
    held_at: 'in the export as ownAppSecrets, a time',
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    app_secrets: AppSecretsTable;
  }
}

import { toldToOwner, untoldTexts, withoutStaff } from './without-staff.ts';
import { isBookkeeping, isInternal, isRandom, table, type Guarded } from '#server/platform/db/tables/table.ts';

export interface AuditTable {
  id: string;
  at: number;
  account_id: string | null;
  event: string;
  /** First 16 characters of the session's id, or ''. */
  session: string;
  /** Client IP; emptied, with its salt, when the account is purged. */
  client_ip: string;
  request_id: string;
  detail: string;
  /** Random, so that `client_ip_mac` cannot be tested against guessed IPs after the erasure. '' without an IP. */
  salt: string;
  /** Stands for the IP in `mac`, and stays after its erasure. */
  client_ip_mac: string;
  /** Keyed hash of the row. */
  mac: string;
  /** The row's seal (`audit_seals.number`); 0 until it is sealed. */
  seal: Guarded<number>;
}

export const audit = table<AuditTable>()({
  name: 'audit',
  key: ['id'],
  sweep: 'by core/protection/audit/audit-job.ts',
  erase: { rows: 'stay', of: 'by core/protection/audit/audit.repository.ts' },
  restore: 'keep, because the trail is the proof of what happened',
  merge: 'add',
  session: { session: 'stays, because the trail says in which session it was' },
  data: {
    topic: 'security',
    basis: 'law',
    until: 'law',
    since: 'at',
    of: ['account_id'],
    told: { isTold: toldToOwner, others: { in: 'detail', contain: untoldTexts } },
    hide: withoutStaff,
  },
  columns: {
    id: { erase: 'keep, because it is random', export: isRandom },
    at: {
      erase: 'keep, because the trail stays by the internal id, for as long as the operator keeps it',
      export: 'in the export as eventTimes, a time',
    },
    account_id: { erase: 'keep, because it is the internal id', export: isInternal },
    event: { erase: 'keep, because the trail stays', export: 'in the export as events' },
    session: { erase: 'keep, because it is half of the hash of a session that is gone', export: 'derived from browserCookie' },
    client_ip: { erase: { blank: '' }, export: 'in the export as networkAddress' },
    request_id: { erase: 'keep, because it names a line of the log', export: isBookkeeping },
    detail: { erase: 'keep, because it has names of methods, platforms, apps and items alone', export: 'in the export as eventDetails' },
    salt: { erase: { blank: '' }, export: isBookkeeping },
    client_ip_mac: { erase: 'keep, because it is a keyed hash with a random salt that is gone', export: 'derived from networkAddress' },
    mac: { erase: 'keep, because it is a keyed hash of the row', export: 'derived from eventDetails' },
    seal: { erase: 'keep, because it is the number of a batch', export: isBookkeeping },
  },
});

declare module '#server/core/database/db.ts' {
  interface Database {
    audit: AuditTable;
  }
}

import type { Generation } from '#server/platform/crypto/keyring.ts';
import type { AuditSealsTable } from './audit-seals.table.ts';
import type { AuditTable } from './audit.table.ts';

/** The current root key for writing; an earlier one for verifying its own hashes. */
type Macs = Pick<Generation, 'mac'>;

/** Half of HMAC-SHA-256 (RFC 2104, section 5): there are many rows, and a collision search needs the key. */
const macLength = 22;

/** Stands for a client IP in the row's keyed hash, so that the IP can be erased and the rest still be verified. */
export function ipMac(keyring: Macs, { id, salt, client_ip }: Pick<AuditTable, 'id' | 'salt' | 'client_ip'>): string {
  return client_ip === '' ? '' : keyring.mac('audit client ip', id, salt, client_ip).slice(0, macLength);
}

/** Keyed hash of a row's content; `client_ip_mac` stands for its IP. */
export function rowMac(
  keyring: Macs,
  row: Pick<AuditTable, 'id' | 'at' | 'account_id' | 'event' | 'session' | 'client_ip_mac' | 'request_id' | 'detail'>,
): string {
  const { id, at, account_id: accountId, event, session, client_ip_mac: whence, request_id: requestId, detail } = row;
  return keyring
    .mac('audit row', id, String(at), accountId === null ? 'nobody' : `account ${accountId}`, event, session, whence, requestId, detail)
    .slice(0, macLength);
}

/** Over the keyed hashes of a seal's rows, ordered by time and id in code, independent of the database's collation. */
export function digestOf(keyring: Macs, rows: readonly Pick<AuditTable, 'id' | 'at' | 'mac'>[]): string {
  const inOrder = rows.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return keyring.mac('audit rows', ...inOrder.map(({ mac }) => mac));
}

export function sealMac(keyring: Macs, seal: Omit<AuditSealsTable, 'mac'>): string {
  const { number, kind, sealed_at: at, rows, through, through_mac: throughMac, digest, previous } = seal;
  return keyring.mac('audit seal', kind, ...[number, at, rows, through].map(String), throughMac, digest, previous);
}

import type { Generation } from '#server/platform/crypto/keyring.ts';
import type { AuditSealsTable } from './audit-seals.table.ts';
import type { AuditTable } from './audit.table.ts';

/** The current root key, to write; one of those before it, to verify what it has made. */
type Macs = Pick<Generation, 'mac'>;

/** Half of HMAC-SHA-256 (RFC 2104, section 5): there are many rows, and nobody can search for a collision without the key. */
const macLength = 22;

/** What stands for a source address in the row's keyed hash, so that the address can go and the rest still be checked. */
export function ipMac(keyring: Macs, { id, salt, address }: Pick<AuditTable, 'id' | 'salt' | 'address'>): string {
  return address === '' ? '' : keyring.mac('audit address', id, salt, address).slice(0, macLength);
}

/** The keyed hash of a row's content but its address, for which `address_mac` stands. */
export function rowMac(
  keyring: Macs,
  row: Pick<AuditTable, 'id' | 'at' | 'account_id' | 'event' | 'session' | 'address_mac' | 'request_id' | 'detail'>,
): string {
  const { id, at, account_id: accountId, event, session, address_mac: whence, request_id: requestId, detail } = row;
  return keyring
    .mac('audit row', id, String(at), accountId === null ? 'nobody' : `account ${accountId}`, event, session, whence, requestId, detail)
    .slice(0, macLength);
}

/** Over the keyed hashes of a seal's rows, in the order of time and id, which is ours and not that of the database's collation. */
export function digestOf(keyring: Macs, rows: readonly Pick<AuditTable, 'id' | 'at' | 'mac'>[]): string {
  const inOrder = rows.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  return keyring.mac('audit rows', ...inOrder.map(({ mac }) => mac));
}

export function sealMac(keyring: Macs, seal: Omit<AuditSealsTable, 'mac'>): string {
  const { number, kind, sealed_at: at, rows, adopted, through, through_mac: throughMac, digest, previous } = seal;
  return keyring.mac('audit seal', kind, ...[number, at, rows, adopted, through].map(String), throughMac, digest, previous);
}

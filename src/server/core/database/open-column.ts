import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { sealsByPurpose } from './key-columns.ts';

/**
 * Opens the sealed text of a column that one purpose seals.
 * @throws {Error} for another column, and for a text that none of our keys has sealed
 */
export function openColumn(
  keyring: Pick<Keyring, 'open'>,
  { table, column }: { readonly table: string; readonly column: string },
  sealed: string,
): string {
  const [found, other] = sealsByPurpose.filter(([, columns]) => columns.some((each) => each === `${table}.${column}`));
  const purpose = found?.[0];
  if (purpose === undefined || purpose === 'openid' || other !== undefined) throw new Error(`${table}.${column} has no single purpose`);
  return keyring.open(purpose, sealed);
}

import type { Store } from '#server/core/store.ts';
import { receiptFiles } from '#contract/account/deletion/erasure.words.ts';
import { verifyAuditRow } from '#server/core/protection/audit/verify-audit.ts';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { filesOf, refused, runVerify, type Verdict } from './audit/verify-archive.ts';

/** A receipt has a few hundred bytes. */
const mostBytes = 64 * 1024;

/**
 * `receipts verify <file>`: whether this installation has signed the receipt of an erasure, and whether the audit trail
 * still has the row that it names. Exit code 2 for one that is not valid.
 * @throws {AdminError}
 */
export function run(args: readonly string[], deps: Store): Promise<number> {
  return runVerify(args, (archive) => verifyReceipt(deps, archive));
}

/** Never uses the key in the archive: anybody can put one there. */
export async function verifyReceipt(deps: Store, archive: Buffer): Promise<Verdict> {
  const files = filesOf(archive, mostBytes);
  const bytes = files?.get(receiptFiles.receipt);
  const signature = files?.get(receiptFiles.signature);
  const named = bytes === undefined ? undefined : namesIn(bytes);
  if (bytes === undefined || signature === undefined || named === undefined) return refused('This is no receipt.');
  const isSigned = await createDocumentKeys(deps).verifies(named.key, { bytes, signature });
  if (isSigned === undefined) return refused(`Not of this installation: it never had the key ${named.key}.`);
  if (!isSigned) return refused('FORGED: the receipt was changed after it was signed.');
  const found = await verifyAuditRow(deps, named.row);
  if (found === undefined)
    return { isValid: true, text: 'Valid. The trail does not have its row any more: rows are removed when they are old enough.' };
  const { row, seal, isAsWritten } = found;
  if (!isAsWritten || row.mac !== named.mac || row.event !== 'account.purged')
    return refused('The signature is right, but the row of the trail is NOT as it was written. Run: audit verify');
  return {
    isValid: true,
    text: `Valid: row ${row.id} of ${new Date(row.at).toISOString()}, ${seal === 0 ? 'under no seal yet' : `seal ${seal}`}.`,
  };
}

interface Named {
  readonly key: string;
  readonly row: string;
  readonly mac: string;
}

function namesIn(bytes: Buffer): Named | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part is checked below
    const { key, audit } = JSON.parse(bytes.toString()) as { key?: unknown; audit?: { row?: unknown; mac?: unknown } };
    const { row, mac } = audit ?? {};
    return typeof key === 'string' && typeof row === 'string' && typeof mac === 'string' ? { key, row, mac } : undefined;
  } catch {
    return undefined;
  }
}

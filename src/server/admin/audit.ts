import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createAuditChainRows, type AuditRow } from '#server/core/audit/audit.repository.ts';
import type { ChainHead } from '#server/core/audit/audit-chain.ts';
import { verifyAudit, type AuditFault, type AuditReport } from '#server/core/audit/verify-audit.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

type AuditDeps = Pick<AdminDeps, 'db' | 'clock' | 'keyring'>;

const faultsShown = 100;
const rowsAtOnce = 1000;

/**
 * `audit verify [--head <number>:<mac>]` and `audit export [--from <date>] [--to <date>]`. Exit code 2 when the trail
 * was changed.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: AuditDeps): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  });
  if (positionals.length !== 2) throw new AdminError(adminHelp);
  if (positionals[1] === 'verify') {
    const report = await verifyAudit(deps, values.head === undefined ? undefined : headOf(values.head));
    console.log(reportText(report));
    return report.faults.length > 0 ? 2 : 0;
  }
  if (positionals[1] !== 'export') throw new AdminError(adminHelp);
  const range = { from: momentOf('--from', values.from) ?? 0, to: momentOf('--to', values.to) ?? Number.MAX_SAFE_INTEGER };
  for await (const line of exportLines(deps, range)) {
    // Waits for a reader slower than the database: the trail may be larger than the memory.
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  }
  return 0;
}

/** The output of `audit verify`. */
export function reportText({ faults, rows, seals, unsealed, adopted, lastAdopting, head, earlierKeys }: AuditReport): string {
  const lines = faults.slice(0, faultsShown).map((fault) => `FAULT ${faultText(fault)}`);
  if (faults.length > faultsShown) lines.push(`… and ${faults.length - faultsShown} more`);
  lines.push(`${rows} rows under ${seals} seals, ${unsealed} not yet sealed`);
  if (adopted > 0) lines.push(`${adopted} of the rows were sealed without a keyed hash of their own, the last under seal ${lastAdopting}`);
  for (const { name, through } of earlierKeys) lines.push(`Seals up to ${through} were made with the earlier key ${name}`);
  if (head) lines.push(`Head: ${head.number}:${head.mac}`);
  lines.push(faults.length === 0 ? 'The trail is as it was written.' : `The trail is NOT as it was written: ${faults.length} faults.`);
  return lines.join('\n');
}

function faultText(fault: AuditFault): string {
  switch (fault.fault) {
    case 'row changed':
    case 'address removed':
      return `${fault.fault}: row ${fault.row}, ${fault.seal === 0 ? 'not yet sealed' : `seal ${fault.seal}`}`;
    case 'rows do not fit the seal':
      return `${fault.fault} ${fault.seal}: it was made over ${fault.expected} rows, there are ${fault.found}`;
    case 'seals missing':
      return `${fault.fault}: ${fault.from} to ${fault.to}`;
    case 'seal changed':
    case 'rows without their seal':
    case 'head not found':
      return `${fault.fault}: seal ${fault.seal}`;
  }
}

/** One JSON object per line, in the order of sealing: only ids, no client IPs. */
async function* exportLines({ db }: AuditDeps, range: { readonly from: number; readonly to: number }): AsyncGenerator<string> {
  const rows = createAuditChainRows(db);
  let after: AuditRow | undefined;
  // Unsealed entries come first in the table and could be missed if sealed meanwhile: they are output last.
  const unsealed: string[] = [];
  const seen = new Set<string>();
  do {
    const batch = await rows.rowsAfter(after, range, rowsAtOnce);
    for (const row of batch) {
      if (row.seal === 0) {
        unsealed.push(lineOf(row));
        seen.add(row.id);
      } else if (!seen.delete(row.id)) yield lineOf(row);
    }
    after = batch.at(-1);
    if (batch.length < rowsAtOnce) break;
  } while (after);
  yield* unsealed;
}

function lineOf({ id, at, account_id, event, session, request_id, detail, seal }: AuditRow): string {
  return JSON.stringify({
    id,
    at: new Date(at).toISOString(),
    accountId: account_id,
    event,
    session,
    requestId: request_id,
    detail: detail === '' ? {} : (JSON.parse(detail) as unknown),
    seal,
  });
}

function headOf(text: string): ChainHead {
  const [, number, mac] = /^(\d{1,15}):([\w-]{43})$/.exec(text) ?? [];
  if (number === undefined || mac === undefined)
    throw new AdminError('--head is what an earlier verification or the log has told: <number>:<mac>.');
  return { number: Number(number), mac };
}

function momentOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new AdminError(`${name} must be a date (2026-01-31) or a moment (2026-01-31T08:00Z), not '${text}'.`);
  return at;
}

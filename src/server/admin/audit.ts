import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { auditLines, exportAudit } from '#server/core/audit/audit-export.ts';
import { proveAuditRow } from '#server/core/audit/audit-search.ts';
import type { TimeRange } from '#server/core/audit/audit.repository.ts';
import { createDocumentKeys } from '#server/core/documents/document-keys.ts';
import type { ChainHead } from '#server/core/audit/audit-chain.ts';
import { verifyAudit, type AuditFault, type AuditReport } from '#server/core/audit/verify-audit.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

type AuditDeps = Pick<AdminDeps, 'config' | 'db' | 'clock' | 'keyring'>;

const faultsShown = 100;

/**
 * `audit verify [--head <number>:<mac>]`, `audit export [--from <date>] [--to <date>] [--folder <path>]` and `audit prove <row>
 * [--head <number>:<mac>]`. Exit code 2 when the trail was changed.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], deps: AuditDeps): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { head: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' }, folder: { type: 'string' } },
  });
  if (positionals.length !== (positionals[1] === 'prove' ? 3 : 2)) throw new AdminError(adminHelp);
  if (positionals[1] === 'verify') {
    const report = await verifyAudit(deps, values.head === undefined ? undefined : headOf(values.head));
    console.log(reportText(report));
    return report.faults.length > 0 ? 2 : 0;
  }
  if (positionals[1] === 'prove') {
    const proof = await proveAuditRow(deps.db, {
      id: positionals[2] ?? '',
      through: values.head === undefined ? undefined : headOf(values.head).number,
    });
    if (proof === undefined) throw new AdminError('The trail has no row with this id under a seal.');
    console.log(JSON.stringify(proof, null, 2));
    return 0;
  }
  if (positionals[1] !== 'export') throw new AdminError(adminHelp);
  const range = { from: momentOf('--from', values.from) ?? 0, to: momentOf('--to', values.to) ?? Number.MAX_SAFE_INTEGER };
  if (values.folder !== undefined) {
    console.log(await exportSigned(deps, range, values.folder));
    return 0;
  }
  for await (const line of auditLines(deps.db, range)) {
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

/** Writes an export that a third party can check into a new folder: the lines, their manifest and its signature. */
async function exportSigned({ config, ...deps }: AuditDeps, range: TimeRange, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = createWriteStream(join(folder, 'trail.jsonl'), { flags: 'wx', mode: 0o600 });
  const { manifest, jws } = await exportAudit(
    { ...deps, documentKeys: createDocumentKeys(deps), issuer: config.publicUrl },
    range,
    async (line) => {
      if (!file.write(line)) await once(file, 'drain');
    },
  );
  file.end();
  await finished(file);
  await writeFile(join(folder, 'manifest.json'), manifest, { flag: 'wx', mode: 0o600 });
  await writeFile(join(folder, 'manifest.jws'), `${jws}\n`, { flag: 'wx', mode: 0o600 });
  return manifest;
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

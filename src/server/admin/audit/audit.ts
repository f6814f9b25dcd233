import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { doAct, refuseRole, Waiting } from '#server/capabilities/operations/desk/acts/do-act.ts';
import { takeApproved } from '#server/capabilities/operations/desk/audit/export-trail.ts';
import { createAudit } from '#server/core/protection/audit/audit.ts';
import { shellActor } from '#server/core/operations/staff/staff.repository.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditLines, exportAudit } from '#server/core/protection/audit/audit-export.ts';
import { proveAuditRow } from '#server/core/protection/audit/audit-search.ts';
import type { TimeRange } from '#server/core/protection/audit/audit.repository.ts';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import type { ChainHead } from '#server/core/protection/audit/audit-chain.ts';
import { verifyAudit, type AuditFault, type AuditReport } from '#server/core/protection/audit/verify-audit.ts';
import { AdminError, adminHelp, type AdminDeps } from '#server/admin/admin-command.ts';
import { operatorOf, reasonTextOf, waitingText } from '#server/admin/people/staff-order.ts';

type AuditDeps = Pick<AdminDeps, 'config' | 'db' | 'clock' | 'keyring'>;

const faultsShown = 100;

/**
 * `audit verify [--head <number>:<mac>]`, `audit export [--from <date>] [--to <date>] [--folder <path>]` and `audit prove <row>
 * [--head <number>:<mac>]`. Exit code 2 when the trail was changed. Where somebody is listed as staff, an auditor asks for an
 * export with `--reason`, and takes it with `--approval` once a lead has let it go, as at the desk.
 * @throws {AdminError}
 * @throws {StaffRefusal} when the role of the operator does not allow an export
 */
export async function run(args: readonly string[], deps: AuditDeps): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      head: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      folder: { type: 'string' },
      reason: { type: 'string' },
      approval: { type: 'string' },
      operator: { type: 'string' },
    },
  });
  if (positionals.length !== (positionals[1] === 'prove' ? 3 : 2)) throw new AdminError(adminHelp);
  if (positionals[1] === 'verify') {
    const report = await verifyAudit(deps, values.head === undefined ? undefined : headOf(values.head));
    console.log(reportText(report));
    return report.faults.length > 0 ? 2 : 0;
  }
  if (positionals[1] === 'prove') {
    const proof = await proveAuditRow(deps, {
      id: positionals[2] ?? '',
      through: values.head === undefined ? undefined : headOf(values.head).number,
    });
    if (proof === undefined) throw new AdminError('The trail has no row with this id under a seal.');
    console.log('faults' in proof ? proof.faults.map((fault) => `FAULT ${faultText(fault)}`).join('\n') : JSON.stringify(proof, null, 2));
    if ('faults' in proof) return 2;
    return 0;
  }
  if (positionals[1] !== 'export') throw new AdminError(adminHelp);
  const range = await rangeOfExport(deps, values);
  if (range instanceof Waiting) {
    console.log(`${waitingText(range)}\nOnce it is approved, take it within a day: audit export --approval ${range.approval.id}`);
    return 0;
  }
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

interface ExportWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reason?: string | undefined;
  readonly approval?: string | undefined;
  readonly operator?: string | undefined;
}

/**
 * The time whose trail leaves now, or that a lead has to let it go first.
 * @throws {StaffRefusal}
 */
async function rangeOfExport(
  { db, clock, keyring }: AuditDeps,
  { reason, approval, operator: named, ...given }: ExportWords,
): Promise<TimeRange | Waiting> {
  const operator = operatorOf(named);
  const deps = { door: 'shell' as const, db, clock, keyring, audit: createAudit({ db, clock, keyring }) };
  const { staffed } = await shellActor(db, operator);
  if (approval !== undefined) {
    await refuseRole(db, { act: 'audit.export', operator });
    return takeApproved(deps, { id: approval, member: operator, origin: { clientIp: '', requestId: '' } }).catch((error: unknown) => {
      throw error instanceof Refusal
        ? new AdminError('Nothing was exported: no request of yours with this id was approved within a day.')
        : error;
    });
  }
  const range = {
    from: momentOf('--from', given.from) ?? 0,
    to: momentOf('--to', given.to) ?? (staffed ? clock.now() : Number.MAX_SAFE_INTEGER),
  };
  if (!staffed) return range;
  if (!(range.to > range.from)) throw new AdminError('--to is later than --from.');
  const object = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() };
  return doAct(deps, { act: 'audit.export', operator, object, reason: reasonTextOf(reason) }, async () => range);
}

/** The output of `audit verify`. */
export function reportText({ faults, rows, seals, unsealed, head, earlierKeys }: AuditReport): string {
  const lines = faults.slice(0, faultsShown).map((fault) => `FAULT ${faultText(fault)}`);
  if (faults.length > faultsShown) lines.push(`… and ${faults.length - faultsShown} more`);
  lines.push(`${rows} rows under ${seals} seals, ${unsealed} not yet sealed`);
  for (const { name, through } of earlierKeys) lines.push(`Seals up to ${through} were made with the earlier key ${name}`);
  if (head) lines.push(`Head: ${head.number}:${head.mac}`);
  lines.push(faults.length === 0 ? 'The trail is as it was written.' : `The trail is NOT as it was written: ${faults.length} faults.`);
  return lines.join('\n');
}

function faultText(fault: AuditFault): string {
  switch (fault.fault) {
    case 'row changed':
    case 'client IP removed':
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
    throw new AdminError('--head must be a head from an earlier verification or the log: <number>:<mac>.');
  return { number: Number(number), mac };
}

function momentOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new AdminError(`${name} must be a date (2026-01-31) or a moment (2026-01-31T08:00Z), not '${text}'.`);
  return at;
}

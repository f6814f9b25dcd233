import { parseArgs } from 'node:util';
import { readKeyring } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';
import { verifyAudit, type AuditReport } from '#server/core/protection/audit/verify-audit.ts';
import { tables } from '#server/core/tables.ts';
import { openDatabase, openExisting, pendingOf } from '#server/migrations/open-database.ts';
import { systemClock } from '#server/platform/clock.ts';
import {
  copyTables,
  differingTables,
  forgetMove,
  inTarget,
  openSource,
  type CopyTarget,
  type Source,
} from '#server/platform/db/move/copy-tables.ts';
import { lockDataDir } from '#server/platform/db/sqlite/data-dir-lock.ts';
import { parsePostgresUrl } from '#server/platform/db/postgres/postgres-url.ts';
import { readInstallation } from '#server/platform/installation/installation.repository.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { AdminError, adminHelp } from '#server/admin/admin-command.ts';
import { startProgress } from '#server/admin/progress.ts';

/**
 * `copy-to <postgres://…> [--confirm]` and `copy-to undo --confirm`: brings the database of DATA_DIR to PostgreSQL. Without
 * `--confirm` it only looks. Copies everything in one transaction, so that whatever ends it leaves everything or nothing;
 * then it can be run again. Files stay where they are.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], config: Config): Promise<number> {
  const options = { confirm: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [, to, ...rest] = positionals;
  if (to === undefined || rest.length > 0) throw new AdminError(adminHelp);
  if (config.databaseUrl !== undefined)
    throw new AdminError('DATABASE_URL is set: run this with the settings of the server on SQLite. There is no way back from PostgreSQL.');
  await pendingOf({ databaseUrl: undefined, dataDir: config.dataDir });
  const lock = lockDataDir(config.dataDir);
  try {
    if (to === 'undo' && values.confirm) return undo(config);
    if (parsePostgresUrl(to) === undefined) throw new AdminError(adminHelp);
    return await move(config, { databaseUrl: to, confirm: values.confirm });
  } finally {
    lock.release();
  }
}

interface Target {
  readonly databaseUrl: string;
  readonly confirm: boolean;
}

async function move(config: Config, target: Target): Promise<number> {
  const before = await lookAtSource(config);
  if (before.movedTo !== null) {
    console.log(`The database of ${config.dataDir} was copied to ${before.movedTo} before.\n${nextLines(target.databaseUrl)}`);
    return 0;
  }
  const source = openSource(config.dataDir, tables);
  try {
    const rows = source.tables.reduce((sum, { count }) => sum + count, 0);
    console.log(`${source.tables.length} tables with ${rows} rows, ${source.countOf('accounts')} accounts; ${trailText(before.report)}`);
    const state = await stateOf(target, before.id);
    if (!target.confirm) {
      console.log(`${stateTexts[state]} Nothing was changed. With --confirm it is done; servers stay stopped until it is.`);
      return 0;
    }
    await inTarget(target.databaseUrl, async (root) => {
      if (state === 'copied') await compareAgain(root, source);
      else await copy(root, source);
    });
    const report = await trailOf(await openDatabase(targetOptions(target)), config);
    if (report.faults.length !== before.report.faults.length)
      throw new AdminError('The trail of the copy does not verify: start no server on it, make it anew and run this again.');
    source.mark(hostOf(target.databaseUrl));
    console.log(`Every table of the copy is as in the file; ${trailText(report)}\n${nextLines(target.databaseUrl)}`);
    return 0;
  } finally {
    source.close();
  }
}

const stateTexts = {
  empty: 'The target is empty: its tables will be made.',
  ready: 'The target has empty tables.',
  copied: 'The target has a copy of this database already: it will be compared.',
} as const;

async function lookAtSource(config: Config) {
  const db = await openExisting({ databaseUrl: undefined, dataDir: config.dataDir });
  const { id, moved_to: movedTo } = await readInstallation(db);
  return { id, movedTo, report: await trailOf(db, config) };
}

/** Verifies the trail of a database, and closes it. */
async function trailOf(db: Db, config: Config): Promise<AuditReport> {
  try {
    const { keyring } = await readKeyring({ db, clock: systemClock }, config);
    return await verifyAudit({ db, clock: systemClock, keyring });
  } finally {
    await db.close();
  }
}

const targetOptions = ({ databaseUrl }: Target) => ({ databaseUrl, dataDir: '' });

/** @throws {AdminError} for a database with anything of somebody else */
async function stateOf(target: Target, id: string | null): Promise<keyof typeof stateTexts> {
  if (!(await isMade(target))) {
    if (!target.confirm) return 'empty';
    await (await openDatabase(targetOptions(target))).close();
  }
  const db = await openExisting(targetOptions(target));
  try {
    const found = await readInstallation(db);
    if (found.id !== null && found.id === id) return 'copied';
    const account = await db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    if (found.id === null && account === undefined) return 'ready';
    throw new AdminError('The target is the database of another installation: name an empty one.');
  } finally {
    await db.close();
  }
}

async function isMade(target: Target): Promise<boolean> {
  return pendingOf(targetOptions(target)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && error.message.includes('is empty')) return false;
      throw error;
    },
  );
}

async function copy(root: CopyTarget, source: Source): Promise<void> {
  const progress = startProgress(2 * source.tables.reduce((sum, { count }) => sum + count, 0));
  let done = 0;
  const show = (rows: number, sentence: string) => progress.show((done += rows), sentence);
  await copyTables(root, source, show);
  const differing = await differingTables(root, source, show);
  progress.end();
  refuseDiffering(differing, 'Nothing was kept: run this again.');
}

async function compareAgain(root: CopyTarget, source: Source): Promise<void> {
  refuseDiffering(await differingTables(root, source, () => undefined), 'A server has used the copy: it goes on from there.');
}

function refuseDiffering(differing: readonly string[], then: string): void {
  if (differing.length > 0) throw new AdminError(`Not as in the file: ${differing.join(', ')}. ${then}`);
}

function undo({ dataDir }: Config): number {
  const wasMoved = forgetMove(dataDir);
  console.log(wasMoved ? 'Servers open the file again. What was written to the copy is not in it.' : 'The database was not copied.');
  return 0;
}

function trailText({ rows, faults }: AuditReport): string {
  return faults.length === 0 ? `the trail of ${rows} rows is as it was written.` : `the trail has ${faults.length} faults.`;
}

const hostOf = (databaseUrl: string): string => databaseUrl.replace(/:\/\/[^@/]*@/, '://');

function nextLines(databaseUrl: string): string {
  const shown = databaseUrl.replace(/(:\/\/[^:@/]*):[^@/]*@/, '$1:…@');
  return `Change two lines of the settings, then start the servers:\n  DATABASE_URL=${shown}\n  DATA_DIR stays: its files belong to the copy; cedar.db in it is not opened any more.`;
}

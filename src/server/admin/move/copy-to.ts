import { parseArgs } from 'node:util';
import { readKeyring } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';
import { verifyAudit, type AuditReport } from '#server/core/protection/audit/verify-audit.ts';
import { tables } from '#server/core/tables.ts';
import { openDatabase, openExisting, pendingOf } from '#server/migrations/open-database.ts';
import { systemClock } from '#server/platform/clock.ts';
import { forgetMove, openSource, type Source } from '#server/platform/db/move/copy-source.ts';
import { openTarget, type CopyTarget } from '#server/platform/db/move/copy-tables.ts';
import { lockDataDir } from '#server/platform/db/sqlite/data-dir-lock.ts';
import { parsePostgresUrl } from '#server/platform/db/postgres/postgres-url.ts';
import { readInstallation } from '#server/platform/installation/installation.repository.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { AdminError, adminHelp } from '#server/admin/admin-command.ts';
import { startProgress } from '#server/admin/progress.ts';

/**
 * `copy-to <postgres://…> [--confirm]` and `copy-to undo --confirm`: brings the database of DATA_DIR to PostgreSQL. Without
 * `--confirm` it only looks. Servers open the copy once all of it has arrived and the file is closed, so whatever ends the
 * command leaves everything or nothing; run again, it continues where it was. Files stay where they are.
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
  const source = openSource(config.dataDir, tables);
  try {
    const state = await stateOf(target, { id: before.id, from: config.dataDir });
    if (before.movedTo !== null && state !== 'begun') {
      const isThere = state === 'copied' ? nextLines(target.databaseUrl) : 'To copy it elsewhere: copy-to undo --confirm first.';
      console.log(`The database of ${config.dataDir} was copied to ${before.movedTo} before.\n${isThere}`);
      return state === 'copied' ? 0 : 1;
    }
    if (state === 'copied')
      throw new AdminError('The target has a whole copy of this database, which a server may have used: name an empty one.');
    const rows = source.tables.reduce((sum, { count }) => sum + count, 0);
    console.log(`${source.tables.length} tables with ${rows} rows, ${source.countOf('accounts')} accounts; ${trailText(before.report)}`);
    if (!target.confirm) {
      console.log(`${stateTexts[state]} Nothing was changed yet: add --confirm to copy, and keep the servers stopped until it has ended.`);
      return 0;
    }
    const report = await copy(config, { target, source, state, faults: before.report.faults.length });
    console.log(`Every table of the copy is as in the file; ${trailText(report)}\n${nextLines(target.databaseUrl)}`);
    return 0;
  } finally {
    source.close();
  }
}

type Begun = keyof typeof stateTexts;

const stateTexts = {
  empty: 'The target is empty: its tables will be made.',
  ready: 'The target has empty tables.',
  begun: 'The target has a part of a copy of this database: the rest will follow.',
} as const;

interface Copying {
  readonly target: Target;
  readonly source: Source;
  readonly state: Begun;
  /** Number of faults of the trail in the file. */
  readonly faults: number;
}

/** Copies and compares, closes the file, and only then lets servers open the copy: never are both open. */
async function copy(config: Config, { target, source, state, faults }: Copying): Promise<AuditReport> {
  const to = openTarget(target.databaseUrl);
  try {
    if (state !== 'begun' && !(await to.begin(source, config.dataDir))) throw new AdminError(ofAnother);
    await copyRows(to, source, state);
    const report = await trailOf(await openDatabase(targetOptions(target)), config);
    if (report.faults.length !== faults)
      throw new AdminError('The trail of the copy does not verify: name an empty database, and run this again.');
    source.mark(hostOf(target.databaseUrl));
    await to.finish(source);
    return report;
  } finally {
    await to.close();
  }
}

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

const ofAnother = 'The target is the database of another installation: name an empty one.';

/** @throws {AdminError} for a database with anything of somebody else */
async function stateOf(target: Target, { id, from }: { readonly id: string | null; readonly from: string }): Promise<Begun | 'copied'> {
  if (!(await isMade(target)) && !target.confirm) return 'empty';
  const db = await (target.confirm ? openDatabase : openExisting)(targetOptions(target));
  try {
    const found = await readInstallation(db);
    const isOurs = found.id === id && (id !== null || found.moved_to === from);
    if (isOurs) return found.moved_to === null ? 'copied' : 'begun';
    const account = await db.q().selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    if (found.id === null && found.moved_to === null && account === undefined) return 'ready';
    throw new AdminError(ofAnother);
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

async function copyRows(to: CopyTarget, source: Source, state: Begun): Promise<void> {
  const progress = startProgress(2 * source.tables.reduce((sum, { count }) => sum + count, 0));
  let done = 0;
  const show = (rows: number, sentence: string) => progress.show((done += rows), sentence);
  let sums = await to.copy(source, show);
  if (sums === undefined && state === 'begun') {
    console.log('The file was changed since the copy began: the copy begins again.');
    await to.empty(source);
    done = 0;
    sums = await to.copy(source, show);
  }
  if (sums === undefined) throw new AdminError('The copy differs from the file: a server has used one of them since. Keep using that one.');
  const differing = await to.differing(source, sums, show);
  progress.end();
  if (differing.length > 0) throw new AdminError(`Not as in the file: ${differing.join(', ')}. Run this again.`);
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

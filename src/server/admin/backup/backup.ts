import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { createOpenidClients } from '#server/core/apps/clients/clients.repository.ts';
import { createSigningKeys } from '#server/capabilities/apps/openid/tokens/signing-keys.ts';
import { settleRestore, type Settled } from '#server/capabilities/operations/restore/settle-restore.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { openFieldKeys } from '#server/platform/crypto/field-keys.ts';
import { nameOfKey } from '#server/platform/crypto/keyring.ts';
import { noteBackup } from '#server/platform/observation/last-backup.ts';
import { openConfigured, openDatabase, openExisting, pendingOf, refuseMissingFile } from '#server/migrations/open-database.ts';
import { reviewDeps } from '#server/admin/operation.ts';
import { AdminError, adminHelp, openAdmin, ownOperator, type AdminDeps } from '#server/admin/admin-command.ts';
import { reportText } from '#server/admin/audit/audit.ts';
import { readManifest, restoreBackup, writeBackup, type Manifest } from './backup-folder.ts';
import { noEvents, readEvents } from './later-events.ts';

const onPostgres =
  'DATABASE_URL is set: PostgreSQL is backed up by its own means (docs/operations.md). After restoring it: npm run admin -- restore settle --confirm.';

/**
 * `backup <folder>`, `backup verify <folder>`, `backup noted`, `restore <folder> --into <directory>`, `restore settle --confirm` (both
 * with `--events <file>`) and `migrations status|run`: the commands that open the database themselves, or not at all.
 * Exit code 2 when a backup is complete but its audit trail was changed.
 * @throws {AdminError}
 */
export async function run(args: readonly string[], config: Config): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      confirm: { type: 'boolean', default: false },
      events: { type: 'string' },
      operator: { type: 'string', default: ownOperator() },
    },
  });
  const [command, first, second, ...rest] = positionals;
  if (command === 'init' && first === undefined) return init(config);
  if (first === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const after = { operator: values.operator, events: values.events === undefined ? noEvents() : readEvents(resolve(values.events)) };
  if (command === 'migrations' && second === undefined) return migrations(config, first);
  if (command === 'backup' && first === 'verify' && second !== undefined) return verify(config, resolve(second));
  if (command === 'backup' && first === 'noted' && second === undefined) return note(config);
  if (command === 'backup' && second === undefined) return make(config, resolve(first));
  if (command === 'restore' && first === 'settle' && values.confirm) return settle(config, after);
  if (command === 'restore' && second === undefined && values.into !== undefined) {
    return restore(config, { folder: resolve(first), dataDir: resolve(values.into), after });
  }
  throw new AdminError(adminHelp);
}

/** Makes the database before the first start: only this and the server do. */
async function init(config: Config): Promise<number> {
  const isThere = await pendingOf(config).then(
    () => true,
    () => false,
  );
  const db = await openConfigured(openDatabase, config);
  await db.close();
  console.log(isThere ? 'There is a database already.' : 'The database is made.');
  return 0;
}

async function migrations(config: Config, verb: string): Promise<number> {
  const pending = await pendingOf(config);
  if (verb === 'run') {
    const db = await openConfigured(openDatabase, config);
    await db.close();
    console.log(pending.length === 0 ? 'The database is of this version.' : `Done: ${pending.join(', ')}`);
    return 0;
  }
  if (verb !== 'status') throw new AdminError(adminHelp);
  console.log(pending.length === 0 ? 'The database is of this version.' : `To be run: ${pending.join(', ')}`);
  return 0;
}

async function make({ databaseUrl, dataDir }: Config, folder: string): Promise<number> {
  if (databaseUrl !== undefined) throw new AdminError(onPostgres);
  refuseMissingFile(dataDir);
  const manifest = await writeBackup({ dataDir, folder, at: systemClock.now() });
  console.log(
    `${contents(manifest)}\nWritten to ${folder}. SECRET_KEY is not in it: keep that elsewhere, the backup is of no use without it.`,
  );
  return 0;
}

/** A backup by other means, such as pg_dump, has been made and looked at. */
async function note({ dataDir }: Config): Promise<number> {
  await noteBackup(dataDir, systemClock.now());
  console.log('Noted: the metric backup_age_seconds counts from now.');
  return 0;
}

/** Restores into a temporary place and checks everything there. */
async function verify(config: Config, folder: string): Promise<number> {
  refuseWithoutKeys(config, await readManifest(folder));
  const dataDir = await mkdtemp(join(tmpdir(), 'cedar-id-verify-'));
  try {
    const manifest = await restoreBackup(folder, dataDir);
    const pending = await pendingOf({ databaseUrl: undefined, dataDir });
    const admin = await openAdmin({ ...config, databaseUrl: undefined, dataDir }, openDatabase);
    try {
      await openKeys(admin);
      const report = await verifyAudit(admin);
      const level = pending.length === 0 ? 'of this version' : `older (${pending.length} migrations were run in the copy)`;
      console.log(
        `${contents(manifest)}\nEvery file is as it was written, the database is sound and ${level}, its keys open.\n${reportText(report)}`,
      );
      if (report.faults.length > 0) return 2;
      await noteBackup(config.dataDir, Date.parse(manifest.madeAt));
      return 0;
    } finally {
      await admin.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function restore(
  config: Config,
  { folder, dataDir, after }: { readonly folder: string; readonly dataDir: string; readonly after: After },
): Promise<number> {
  refuseWithoutKeys(config, await readManifest(folder));
  const manifest = await restoreBackup(folder, dataDir);
  console.log(`${contents(manifest)}\nRestored into ${dataDir}.`);
  await settle({ ...config, databaseUrl: undefined, dataDir }, after, openDatabase);
  console.log(swapText(config.dataDir, dataDir));
  return 0;
}

/** The events after a backup, for a restored copy. */
type After = Parameters<typeof settleRestore>[1];

async function settle(config: Config, after: After, open = openExisting): Promise<number> {
  const admin = await openAdmin(config, open);
  try {
    await openKeys(admin);
    const settled = await settleRestore({ ...admin, ...withNotices(admin) }, after);
    await sealAudit(admin);
    console.log(settledText(settled));
    return 0;
  } finally {
    await admin.close();
  }
}

/** The server's folder keeps its name, owner and mode, which its unit or container names too. */
function swapText(serves: string, restored: string): string {
  const [to, owner] = [resolve(serves), `--reference=${resolve(serves)}`];
  if (to === restored) return 'Start the server.';
  return [
    'Stop the server, replace its folder with this one, and start it:',
    `  chown -R ${owner} ${restored} && chmod ${owner} ${restored}`,
    `  mv ${to} ${to}.before && mv ${restored} ${to}`,
  ].join('\n');
}

function withNotices(admin: AdminDeps) {
  const { own, accounts, journal } = reviewDeps(admin);
  return { own, accounts, audit: journal.audit, notices: journal.notices };
}

/** Opens one key of every kind, to detect a backup with another SECRET_KEY now. */
async function openKeys({ db, keyring, clock }: AdminDeps): Promise<void> {
  try {
    await openFieldKeys({ db, keyring, clock });
    await createSigningKeys({ db, keyring, clock }).current();
    const clients = createOpenidClients({ db });
    for (const { id } of await clients.list()) await clients.find(id);
  } catch (error) {
    throw new AdminError('The keys in the database do not open: SECRET_KEY is not the one that they were made with.', { cause: error });
  }
}

/** Before anything is copied. A backup needs the root key of its time, even if another has replaced it since. */
function refuseWithoutKeys({ secretKey, acceptedKeys }: Config, { keys }: Manifest): void {
  const configured = [secretKey, ...acceptedKeys].map(nameOfKey);
  const missing = keys.filter((name) => !configured.includes(name));
  if (missing.length === 0) return;
  throw new AdminError(
    `The backup is sealed with the key ${missing.join(' and ')}, which is neither SECRET_KEY nor in SECRET_KEYS_ACCEPTED: put it there until keys rekey has replaced it again.`,
  );
}

function contents({ madeAt, files, rows, keys }: Manifest): string {
  const { accounts = 0, sessions = 0, audit = 0 } = rows;
  const sealed = keys.length === 0 ? '' : ` Sealed with the key ${keys.join(' and ')}.`;
  return `Backup of ${madeAt}: ${accounts} accounts, ${sessions} sessions, ${audit} rows of the trail, ${Object.keys(files).length - 1} avatar files.${sealed}`;
}

function settledText({ accounts, messages, secrets, deletions, repeated }: Settled): string {
  const { erased, requested, withdrawn, locked, unlocked, passwords, consents, guardianships, contacts } = repeated;
  return [
    `Every session, token, consent, code and link of ${accounts} accounts is dead; ${messages} waiting messages were dropped.`,
    `${deletions.due} accounts will be erased when a server starts; ${deletions.later} deletions begin again, and their owners are told.`,
    `Repeated: ${erased} erasures, ${requested} requests for deletion, ${withdrawn} withdrawals, ${locked} locks and ${unlocked} ends of locks; ` +
      `${passwords} passwords that were replaced later are taken away; ${consents} withdrawn consents, ${guardianships} of guardians.`,
    `Secrets of ${secrets} apps of developers end in a week, unless their developers confirm them.`,
    ...contacts.map((id) => `The phone or email of ${id} was changed later: it has the earlier one again.`),
  ].join('\n');
}

/**
 * Commands for operators, beside a running server or without one:
 *   npm run admin -- agreements|approvals|audit|clients|keys|… (`adminHelp` lists all)
 */
import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { ConfigError } from '#server/platform/settings/setting.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { releaseText } from '#server/platform/observation/release.ts';
import { AdminError, adminHelp, helpOf, openAdmin, type AdminCommand } from './admin-command.ts';

/** First word → the module that exports `run`. */
const commands: Readonly<Record<string, () => Promise<{ readonly run: AdminCommand }>>> = {
  agreements: () => import('./agreements.ts'),
  approvals: () => import('./people/approvals.ts'),
  audit: () => import('./audit/audit.ts'),
  clients: () => import('./openid.ts'),
  clock: () => import('./audit/clock.ts'),
  documents: () => import('./documents.ts'),
  exports: () => import('./exports.ts'),
  keys: () => import('./keys.ts'),
  legacy: () => import('./legacy.ts'),
  receipts: () => import('./receipts.ts'),
  resources: () => import('./resources.ts'),
  signals: () => import('./signals.ts'),
  staff: () => import('./people/staff.ts'),
  users: () => import('./people/users.ts'),
};

/** The same for commands that open the database themselves, or not at all. */
const onConfig: Readonly<Record<string, () => Promise<{ readonly run: (args: readonly string[], config: Config) => Promise<number> }>>> = {
  backup: () => import('./backup/backup.ts'),
  migrations: () => import('./backup/backup.ts'),
  restore: () => import('./backup/backup.ts'),
};

const args = process.argv.slice(2);
const [word = ''] = args;
try {
  process.exitCode = await runCommand();
} catch (error) {
  if (error instanceof AdminError || error instanceof StaffRefusal) console.error(error.message);
  else if (error instanceof ConfigError || error instanceof DatabaseUnusable) console.error(`Cannot start: ${error.message}`);
  else if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    console.error(`${error.message}\n\n${helpOf(word)}`);
  else console.error(error);
  process.exitCode = 1;
}

async function runCommand(): Promise<number> {
  if (word === '--version') {
    console.log(releaseText);
    return 0;
  }
  if (word === 'config') return (await import('./config.ts')).run(args, process.env);
  const own = Object.hasOwn(onConfig, word) ? onConfig[word] : undefined;
  if (own) return (await own()).run(args, loadConfig(process.env));
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!command) throw new AdminError(adminHelp);
  const { run } = await command();
  const admin = await openAdmin(loadConfig(process.env));
  try {
    return await run(args, admin);
  } finally {
    await admin.close();
  }
}

import { loadConfig, type Config } from '#server/platform/settings/config.ts';
import { ConfigError, type Source } from '#server/platform/settings/setting.ts';
import { DatabaseUnusable } from '#server/platform/db/database-unusable.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { StaffRefusal } from '#server/core/operations/staff/staff-refusal.ts';
import { releaseText } from '#server/platform/observation/release.ts';
import { AdminError, adminHelp, helpOf, openAdmin, type AdminCommand } from './admin-command.ts';

/** First word → the module that exports `run`. */
const commands = {
  agreements: () => import('./agreements.ts'),
  approvals: () => import('./people/approvals.ts'),
  audit: () => import('./audit/audit.ts'),
  clients: () => import('./apps/openid.ts'),
  clock: () => import('./audit/clock.ts'),
  'copy-files-to': () => import('./move/copy-files-to.ts'),
  documents: () => import('./documents.ts'),
  exports: () => import('./exports.ts'),
  keys: () => import('./keys.ts'),
  legacy: () => import('./legacy.ts'),
  receipts: () => import('./receipts.ts'),
  resources: () => import('./apps/resources.ts'),
  signals: () => import('./apps/signals.ts'),
  staff: () => import('./people/staff.ts'),
  users: () => import('./people/users.ts'),
} as const satisfies Readonly<Record<string, () => Promise<{ readonly run: AdminCommand }>>>;

/** The same for commands that open the database themselves, or not at all. */
const onConfig = {
  backup: () => import('./backup/backup.ts'),
  'copy-to': () => import('./move/copy-to.ts'),
  init: () => import('./backup/backup.ts'),
  migrations: () => import('./backup/backup.ts'),
  restore: () => import('./backup/backup.ts'),
  test: () => import('./setup/test-message.ts'),
} as const satisfies Readonly<
  Record<string, () => Promise<{ readonly run: (args: readonly string[], config: Config) => Promise<number> }>>
>;

/** The same for commands about the settings themselves. */
const onSource = {
  config: () => import('./setup/config.ts'),
} as const satisfies Readonly<
  Record<string, () => Promise<{ readonly run: (args: readonly string[], environment: Source) => Promise<number> }>>
>;

/** @internal for its test, which has an example of each */
export type CommandWord = keyof typeof commands | keyof typeof onConfig | keyof typeof onSource;

function isIn<T extends object>(word: string, table: T): word is Extract<keyof T, string> {
  return Object.hasOwn(table, word);
}

/** Runs a command, prints each refusal as a sentence, and returns the exit code. */
export async function runAdmin(args: readonly string[], environment: Source): Promise<number> {
  try {
    return await runCommand(args, environment);
  } catch (error) {
    console.error(refusalOf(error, args));
    return 1;
  }
}

function refusalOf(error: unknown, [word = '']: readonly string[]): unknown {
  if (error instanceof AdminError && error.message === adminHelp) return helpOf(word);
  if (error instanceof AdminError || error instanceof StaffRefusal) return error.message;
  if (error instanceof ConfigError || error instanceof DatabaseUnusable) return `Cannot start: ${error.message}`;
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\n\n${helpOf(word)}`;
  if (isUnavailable(error)) return `The database does not answer: ${error instanceof Error ? error.message : String(error)}.`;
  return error;
}

async function runCommand(args: readonly string[], environment: Source): Promise<number> {
  const [word = ''] = args;
  if (word === '--version') {
    console.log(releaseText);
    return 0;
  }
  if (args.includes('--help')) {
    console.log(helpOf(word));
    return 0;
  }
  if (isIn(word, onSource)) return (await onSource[word]()).run(args, environment);
  if (isIn(word, onConfig)) return (await onConfig[word]()).run(args, loadConfig(environment, { makes: word === 'init' }));
  if (!isIn(word, commands)) throw new AdminError(adminHelp);
  const { run } = await commands[word]();
  const admin = await openAdmin(loadConfig(environment, { makes: false }));
  try {
    return await run(args, admin);
  } finally {
    await admin.close();
  }
}

import { userInfo } from 'node:os';
import { languagesByShortName, shortName } from '#contract/vocabulary/languages.ts';
import { exportStates } from '#contract/rights/exports/exports.words.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { openKeyring } from '#server/core/operations/keys/root-keys.ts';
import type { Db } from '#server/core/database/db.ts';
import { openConfigured, openExisting } from '#server/migrations/open-database.ts';
import { startJob } from '#server/platform/jobs/jobs.ts';

/** The dependencies of every command. */
export interface AdminDeps {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

/**
 * Runs one command with the words of the command line and returns the exit code.
 * @throws {AdminError}
 */
export type AdminCommand = (args: readonly string[], deps: AdminDeps) => Promise<number>;

/** An error of the operator, as a sentence. */
export class AdminError extends Error {}

const inEveryLanguage = (before: string, after = ''): readonly string[] =>
  languagesByShortName.map((language) => `${before}${shortName(language)}${after}`);

export const adminHelp = `Usage: npm run admin -- <command>

  clients add --id <id> ${inEveryLanguage('--name-', ' <name>').join(' ')} [--kind web|native|browser|device] [--redirect <address>]…
              [--post-logout <address>]… [--backchannel-logout <address>] [--scope <scope>]… [--device] [--system]
              [--icon <file>] [--home <address>] [${[...inEveryLanguage('--privacy-'), ...inEveryLanguage('--terms-')].join('|')} <address>]
              [--pkce required|optional] [--claims-in-id-token] [--needs-email] [--logout-by-sub] [--personal] [--first-party] [--for-children] [--subject public|pairwise]
              [--sector <host>] [--rate <calls a minute>] [--contact <address>]
              [--resource <address>#<scope>|ssf.read|ssf.manage]… [--dpop] [--profile fapi2] [--jwks <file>|--jwks-uri <address>]
              [--desktop-program <app id or absolute path>]…
  clients update <id> [options of add; --no-device and so on take a choice back]
  clients list [--json]
  clients show <id> [--json]
  clients failures <id>
  clients rotate-secret <id> [--overlap <hours>h|<days>d]
  clients remove <id>
  agreements publish <folder>
  approvals list [--operator <name>]
  approvals approve|refuse <id> --digest <digest> --reason <why> [--operator <name>]
  clock show
  clock reset --confirm
  config check [<file>]
  documents verify <file>
  exports list [--state ${exportStates.join('|')}]
  exports remove <id> --reason <why>
  keys status
  keys rekey [--operator <name>]
  keys rotate [field|documents]
  legacy import <file>
  receipts verify <file>
  resources add <address> --scope '<name>|${inEveryLanguage('', '=<text>').join('|')}'… [--token-seconds <60 to 300>]
              [--format jwt|opaque] [--introspector <client id>]
  resources list
  resources remove <address>
  signals add <client id> --webhook <address>
  signals list
  signals pause|resume <stream> [--reason <why>]
  signals replay <stream> --from <time> [--to <time>]
  staff lead <name> --account <phone|email|username|id> --reason <why> [--last-resort] [--operator <name>]
  users find <phone|email|username|id> --reason ${staffReasons.join('|')} --case <number> [--operator <name>]
  users history|lock|unlock|freeze|release <id> --reason <one of these> --case <number> [--operator <name>]
  users hold <id> --until <date> --reason authority --case <number> [--operator <name>]
  users holds [--operator <name>]
  users sessions end <id> --reason <one of these> --case <number> [--operator <name>]
  users sessions end-all --reason <one of these> --case <number> [--tell] [--operator <name>]
  test mail <address> [--language <language>]
  test sms <number> [--language <language>]
  copy-files-to s3 [--confirm]
  copy-to <postgres://…> [--confirm]
  copy-to undo --confirm
  init
  migrations status|run
  backup <folder>
  backup verify <folder>
  backup noted
  restore <folder> --into <directory> [--events <file>]
  restore settle --confirm [--events <file>]
  audit verify [--head <number>:<mac>]
  audit export [--from <date>] [--to <date>] [--folder <path>] [--reason <why>|--approval <id>] [--operator <name>]
  audit prove <row> [--head <number>:<mac>]
`;

/** The name of who runs a command, behind `sudo` too; `--operator` says another one. */
export function ownOperator(): string {
  return process.env['SUDO_USER'] ?? process.env['USER'] ?? userInfo().username;
}

/** The lines of the help with this first word; all of them for an unknown word. */
export function helpOf(word: string): string {
  const [usage = '', ...entries] = adminHelp.trimEnd().split(/\n+(?=  \w|$)/);
  const own = entries.filter((entry) => entry.trim().split(' ', 1)[0] === word);
  return own.length === 0 ? adminHelp : [usage, '', ...own].join('\n');
}

/**
 * Opens the configured database, which must be there and of this version; `open` is another rule for a copy.
 * @throws {ConfigError} when something in it is sealed with a root key that is not configured
 */
export async function openAdmin(config: Config, open = openExisting): Promise<AdminDeps & { close(): Promise<void> }> {
  const db = await openConfigured(open, config);
  try {
    const rootKeys = await openKeyring({ db, clock: systemClock }, config);
    const telling = startJob(rootKeys.job, { error: (...line: unknown[]) => console.error(line.at(-1)) });
    return {
      config,
      db,
      clock: systemClock,
      keyring: rootKeys.keyring,
      async close() {
        await telling.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createAccounts } from '#server/core/accounts/accounts.repository.ts';
import { createLegacyAccounts } from '#server/core/legacy/legacy-accounts.ts';
import { importLegacy, type ImportProgress } from '#server/capabilities/upgrade/import-legacy.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';

/**
 * `legacy import <file>`: imports legacy accounts, one JSON object a line. Tells numbers alone; the refused rows go to `FILE.refused.jsonl`, by
 * line and reason, without anything that stood in them. Exit code 2 when rows were refused.
 */
export async function run(args: readonly string[], { db, clock, keyring }: AdminDeps): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [, action, file, ...rest] = positionals;
  if (action !== 'import' || file === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const legacyAccounts = createLegacyAccounts({ db, keyring, accounts: createAccounts({ db, keyring }) });
  const input = {
    fileId: await digestOf(file),
    lines: linesOf(file),
    onProgress: (progress: ImportProgress) => console.log(sentence(progress)),
  };
  const { refusals, ...progress } = await importLegacy({ db, clock, keyring, legacyAccounts }, input);
  const report = `${file}.refused.jsonl`;
  await writeFile(report, refusals.map((refusal) => `${JSON.stringify(refusal)}\n`).join(''), { mode: 0o600 });
  console.log(`Done: ${sentence(progress)}`);
  if (refusals.length > 0) console.log(`The refused rows and why: ${report}`);
  return refusals.length > 0 ? 2 : 0;
}

/** The file is opened with the first line that is asked for: lines that come before somebody listens are lost. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(file), digest);
  return digest.digest('base64url');
}

function sentence({ lines, imported, updated, unchanged, refused }: ImportProgress): string {
  return `${lines} lines: ${imported} imported, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createAccounts } from '#server/core/account/accounts/accounts.repository.ts';
import { createLegacyAccounts } from '#server/core/account/legacy/legacy-accounts.ts';
import { importLegacy, readRefusals, type ImportProgress } from '#server/capabilities/account/upgrade/import-legacy.ts';
import { AdminError, adminHelp, type AdminDeps } from './admin-command.ts';
import { startProgress } from './progress.ts';

/**
 * `legacy import <file>`: imports legacy accounts, one JSON object per line. Prints only numbers; refused rows go to
 * `FILE.refused.jsonl`, by line and reason, without their content. Exit code 2 when rows were refused.
 */
export async function run(args: readonly string[], deps: AdminDeps): Promise<number> {
  const { db, clock, keyring } = deps;
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, options: {} });
  const [, action, file, ...rest] = positionals;
  if (action !== 'import' || file === undefined || rest.length > 0) throw new AdminError(adminHelp);
  const legacyAccounts = createLegacyAccounts({ db, keyring, accounts: createAccounts({ db, clock, keyring }) });
  const { id: fileId, lines: total } = await look(file);
  const progress = startProgress(total);
  const onProgress = (now: ImportProgress) => progress.show(now.lines, sentence(now));
  const done = await importLegacy({ db, clock, keyring, legacyAccounts }, { fileId, lines: linesOf(file), onProgress });
  progress.end();
  const report = `${file}.refused.jsonl`;
  await writeRefusals(deps, { fileId, report });
  console.log(done.isNew ? `Done: ${sentence(done)}` : `Nothing was done: this file was imported before, with ${sentence(done)}`);
  if (done.refused > 0) console.log(`The refused rows and why: ${report}`);
  return done.refused > 0 ? 2 : 0;
}

async function writeRefusals(deps: AdminDeps, { fileId, report }: { readonly fileId: string; readonly report: string }): Promise<void> {
  await pipeline(
    async function* () {
      for await (const refusal of readRefusals(deps, fileId)) yield `${JSON.stringify(refusal)}\n`;
    },
    createWriteStream(report, { mode: 0o600 }),
  );
}

/** Opens the file when the first line is read: lines that arrive before there is a listener are lost. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
}

/** Digest and number of lines, counted like `linesOf`. */
async function look(file: string): Promise<{ readonly id: string; readonly lines: number }> {
  const digest = createHash('sha256');
  const newline = 10;
  let [lines, last] = [0, newline];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines += 1;
    last = chunk.at(-1) ?? last;
  }
  return { id: digest.digest('base64url'), lines: last === newline ? lines : lines + 1 };
}

function sentence({ lines, imported, updated, unchanged, refused }: ImportProgress): string {
  return `${lines} lines: ${imported} imported, ${updated} updated, ${unchanged} unchanged, ${refused} refused`;
}

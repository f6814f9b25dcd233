/** Each command that the pages for operators print, as printed, on an installation with two people. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownContacts } from '#server/testing/server/own-contacts.ts';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { buildTestApp, type TestAccount, type TestApp } from '#server/testing/server/test-app.ts';
import { oldAccount } from '#server/testing/people/legacy.ts';
import { runAdmin } from './run-admin.ts';

const repository = join(import.meta.dirname, '../../..');
const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** Commands that this installation refuses, and what they say: each was understood. */
const refused: Readonly<Record<string, RegExp>> = {
  'test mail': /MAIL_ADAPTER is not smtp/,
  'test sms': /SMS_ADAPTER names no provider/,
  'copy-to': isPostgres ? /SQLite/ : /The database does not answer: connect ECONNREFUSED/,
  'copy-files-to s3': /the settings of the bucket/,
  'staff lead': /protected by two steps/,
  'approvals approve': /Nothing waits under/,
  'agreements publish': /publication\.json names/,
  'documents verify': /./,
  'receipts verify': /This is no receipt/,
  'audit prove': /no row with this id/,
  ...(isPostgres ? { backup: /PostgreSQL is backed up by its own means|is not a backup/, restore: /is not a backup/ } : {}),
};

let app: TestApp;
let people: readonly TestAccount[];
let folder: string;
/** As the last verification of the trail has told it. */
let head = '';
let environment: Readonly<Record<string, string>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cedar-id-printed-'));
  app = await buildTestApp();
  people = [await app.newAccount(), await app.newAccount()];
  const { dataDir, databaseUrl, secretKey } = app.config;
  environment = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey.toString('base64'),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  await sealAudit(app.wiring.core.store);
  writeFileSync(join(folder, 'legacy.jsonl'), JSON.stringify(oldAccount().row));
  const example = readFileSync(join(repository, 'deploy/cedar-id.env.example'), 'utf8');
  const own = `${example.replaceAll('example.com', 'cedar.test').replace('SECRET_KEY=', `SECRET_KEY=${environment['SECRET_KEY']}`)}NODE_ENV=production\n`;
  writeFileSync(join(folder, 'cedar-id.env'), own);
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of a page in their order, without the ways to write several in one. */
function commandsOf(page: string): readonly string[] {
  const text = readFileSync(join(repository, 'docs', page), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  const found = text.matchAll(/^(?:\w+="[^"]*" )?(cedar-id-admin .*)$|`(cedar-id-admin [^`]+)`/gm);
  return [...new Set(Array.from(found, ([, inBlock, inLine]) => (inBlock ?? inLine ?? '').replaceAll(/\s+/g, ' ')))].flatMap((command) => {
    const [, before = '', list = '', after = ''] = /^(\S+ \S+ )(\w[\w-]*(?:\|[\w-]+)+)( .*)$/.exec(command) ?? [];
    return list === '' ? [command] : list.split('|').map((one) => `${before}${one}${after}`);
  });
}

/** The words of a command line, with the things of this installation in the places of the page's. */
function wordsOf(command: string): readonly string[] {
  const [one, other] = people;
  return Array.from(
    command
      .replace(/ > \S+$/, '')
      .replaceAll(/[[\]]/g, '')
      .matchAll(/'([^']*)'|(\S+)/g),
    ([, quoted, bare]) => quoted ?? bare ?? '',
  )
    .slice(1)
    .map((word) =>
      word
        .replace(/^<(?:phone\|.*|id)>$/, () => (command.includes(' clients ') ? 'com.example.notes' : (one?.phone ?? '')))
        .replace('13800138000', one?.phone ?? '')
        .replace('13900139000', other?.phone ?? '')
        .replace('/etc/cedar-id.env', join(folder, 'cedar-id.env'))
        .replace(/^\/var\/(?:backups\/cedar-id|lib)\//, `${folder}/`)
        .replace(/^(?:FILE|<file>)$/, join(folder, 'legacy.jsonl'))
        .replace(/^(?:<folder>|january)$/, join(folder, 'january'))
        .replace('postgres://cedar:…@host/cedar', 'postgres://cedar:x@127.0.0.1:1/cedar')
        .replace(/^4711:<mac>$/, head)
        .replace(/^<(?:row|digest)>$/, '1')
        .replace(/^ID$/, 'com.example.kept'),
    );
}

describe.each(['operations.md', 'administration.md', 'design/keys.md'])('the commands of docs/%s', (page) => {
  it('are understood and do what they say', { timeout: 120_000 }, async () => {
    const commands = commandsOf(page);
    expect(commands.length).toBeGreaterThan(3);
    let printed = '';
    for (const name of ['log', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((text: unknown) => void (printed += `${String(text)}\n`));
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    await runAdmin(
      wordsOf('cedar-id-admin clients add --id com.example.kept --name-en Kept --name-zh 留 --redirect https://kept.example.com/in'),
      environment,
    );
    const problems: string[] = [];
    for (const command of commands) {
      printed = '';
      const code = await runAdmin(wordsOf(command), command.includes('config check') ? { ...environment, ...ownContacts } : environment);
      head = /\b\d+:[\w-]{20,}/.exec(printed)?.[0] ?? head;
      const allowed = Object.entries(refused).find(([begin]) => command.startsWith(`cedar-id-admin ${begin}`))?.[1];
      if (
        printed.startsWith('Usage:') ||
        /Unknown option|Unexpected argument/.test(printed) ||
        (code !== 0 && allowed?.test(printed) !== true)
      )
        problems.push(`${command}: ${code} ${printed.slice(0, 300)}`);
    }
    vi.restoreAllMocks();
    expect(problems).toEqual([]);
  });
});

// @one-database
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { oldAccount } from '#server/testing/people/legacy.ts';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<unknown>;
}

/** A fresh database that only commands open, and a folder for files. */
async function surroundings(): Promise<{ readonly folder: string; readonly start: (args: readonly string[]) => Run }> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-admin-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = await postgresUrl();
  const env = { ...quickStart, NODE_ENV: 'test', DATA_DIR: folder, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const start = (args: readonly string[]): Run => {
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    undo.push(() => void child.kill('SIGKILL'));
    return { child, output: () => output, exited: once(child, 'exit') };
  };
  if (databaseUrl === undefined) await start(['init']).exited;
  return { folder, start };
}

async function postgresUrl(): Promise<string | undefined> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return undefined;
  const database = await openTestDatabase();
  undo.push(() => database.close());
  return database.databaseUrl;
}

describe('npm run admin', () => {
  it('resumes an import after being killed, and ends with the same report', { timeout: 60_000 }, async () => {
    const { folder, start } = await surroundings();
    const file = join(folder, 'legacy.jsonl');
    const lines = Array.from({ length: 6000 }, (_, index) => (index % 2000 === 7 ? '{"id":"x"}' : JSON.stringify(oldAccount().row)));
    writeFileSync(file, lines.join('\n'));

    const first = start(['legacy', 'import', file]);
    await Promise.race([once(first.child.stdout ?? first.child, 'data'), first.exited]);
    expect(first.output()).toContain(' 33 %  2000 lines: 1999 imported');
    first.child.kill('SIGKILL');
    await first.exited;
    expect(first.output()).not.toContain('Done');

    const second = start(['legacy', 'import', file]);
    await second.exited;
    expect(second.child.exitCode).toBe(2);
    expect(second.output()).toContain('Done: 6000 lines: 5997 imported, 0 updated, 0 unchanged, 3 refused');
    expect(second.output()).not.toContain('2000 lines: 1999 imported');
    const report = readFileSync(`${file}.refused.jsonl`, 'utf8').trim().split('\n');
    expect(report.map((line) => JSON.parse(line))).toEqual([8, 2008, 4008].map((line) => ({ line, reason: 'phone: required' })));

    const third = start(['legacy', 'import', file]);
    await third.exited;
    expect(third.output()).toContain('Nothing was done: this file was imported before, with 6000 lines: 5997 imported');
  });

  it('verifies and exports the audit trail', async () => {
    const { start } = await surroundings();
    const ended = async (...args: readonly string[]) => {
      const run = start(args);
      await run.exited;
      return [run.child.exitCode, run.output()];
    };
    expect(await ended('audit', 'verify')).toEqual([0, '0 rows under 0 seals, 0 not yet sealed\nThe trail is as it was written.\n']);
    const head = `7:${'x'.repeat(43)}`;
    expect(await ended('audit', 'verify', '--head', head)).toEqual([2, expect.stringContaining('FAULT head not found: seal 7')]);
    expect(await ended('audit', 'export', '--from', '2026-01-01')).toEqual([0, '']);
    expect(await ended('audit', 'export', '--from', 'yesterday')).toEqual([1, expect.stringContaining('must be a date')]);
  });

  it.each([[[]], [['legacy', 'export', 'file']], [['audit', 'verify', '--unknown']]])('shows the usage for %j', async (args) => {
    const { start } = await surroundings();
    const run = start(args);
    await run.exited;
    expect(run.child.exitCode).toBe(1);
    expect(run.output()).toContain('Usage: npm run admin -- ');
  });
});

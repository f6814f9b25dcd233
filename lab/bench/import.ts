import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverCpu } from '#server/testing/server/server-process.ts';
import { writeLegacyRows } from './legacy-rows.ts';
import { cpuSeconds, residentMiB } from './process.ts';
import type { Row } from './report.ts';

const admin = fileURLToPath(new URL('../../src/server/admin/main.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Share of the lines after which memory is the baseline for the rest; the runtime warms up before it. */
const warm = 0.2;

interface Sample {
  readonly share: number;
  /** The process's own memory in MiB: mapped pages of the database come and go with the machine's memory. */
  readonly own: number;
  /** Processor time so far. */
  readonly cpuSeconds: number;
}

/**
 * `npm run admin -- legacy import` of `count` rows into an empty database: SQLite, or the PostgreSQL named by
 * DATABASE_URL. One core.
 */
export async function measureImport(count: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-import-'));
  try {
    const file = join(folder, 'legacy.jsonl');
    await writeLegacyRows(file, count);
    const started = performance.now();
    const samples = await importFile(file, folder);
    const seconds = (performance.now() - started) / 1000;
    const [early = Number.NaN, most] = [samples.find(({ share }) => share >= warm)?.own, Math.max(...samples.map(({ own }) => own))];
    const course = samples.map(({ own }) => own.toFixed(0)).join(' ');
    const engine = process.env['DATABASE_URL'] === undefined ? 'SQLite' : 'PostgreSQL';
    const name = `import of ${count} legacy rows`;
    return [
      { name, value: seconds, unit: 's', aim: { atMost: Math.max(10, count / rowsPerSecond) }, note: `${engine}, one core` },
      { name: `${name}: CPU`, value: samples.at(-1)?.cpuSeconds ?? Number.NaN, unit: 's' },
      { name: `${name}: rate`, value: count / seconds, unit: '1/s' },
      { name: `${name}: memory`, value: most, unit: 'MiB', aim: { atMost: 250 }, note: `without mapped files, each tenth: ${course}` },
      { name: `${name}: growth`, value: most / early, unit: '×', aim: { atMost: 1.5 }, note: `most to that after ${warm * 100} %` },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A million in five minutes. */
const rowsPerSecond = 1_000_000 / 300;

async function importFile(file: string, dataDir: string): Promise<readonly Sample[]> {
  const { PATH, HOME, DATABASE_URL } = process.env;
  const child = spawn('taskset', ['-c', String(serverCpu), process.execPath, admin, 'legacy', 'import', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, DATA_DIR: dataDir, ...(DATABASE_URL !== undefined && { DATABASE_URL }) },
  });
  const exited = once(child, 'exit');
  const samples: Sample[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, percent] = /^ *(\d+) %/.exec(line) ?? [];
    const pid = child.pid ?? 0;
    if (percent !== undefined) samples.push({ share: Number(percent) / 100, own: residentMiB(pid).own, cpuSeconds: cpuSeconds(pid) });
  }
  await exited;
  const someRefused = 2;
  if (child.exitCode !== someRefused) throw new Error(`the import ended with ${child.exitCode}`);
  return samples;
}

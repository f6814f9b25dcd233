import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeAdmin } from './admin.ts';
import { writeLegacyRows } from './legacy-rows.ts';
import type { Row } from './report.ts';

/** Share of the lines after which memory is the baseline for the rest; the runtime warms up before it. */
const warm = 0.2;

/**
 * `npm run admin -- legacy import` of `count` rows into an empty database: SQLite, or the PostgreSQL named by
 * DATABASE_URL. One core.
 */
export async function measureImport(count: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cedar-id-import-'));
  try {
    const file = join(folder, 'legacy.jsonl');
    await writeLegacyRows(file, count);
    const databaseUrl = process.env['DATABASE_URL'];
    const settings = { DATA_DIR: folder, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    await timeAdmin(['init'], settings);
    const { exitCode, seconds, samples } = await timeAdmin(['legacy', 'import', file], settings);
    if (exitCode !== someRefused) throw new Error(`the import ended with ${exitCode}`);
    const [early = Number.NaN, most] = [samples.find(({ share }) => share >= warm)?.own, Math.max(...samples.map(({ own }) => own))];
    const course = samples.map(({ own }) => own.toFixed(0)).join(' ');
    const engine = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
    const name = `import of ${count} legacy rows`;
    return [
      { name, value: seconds, unit: 's', aim: { atMost: Math.max(10, count / rowsPerSecond) }, note: `${engine}, one core` },
      { name: `${name}: CPU`, value: samples.at(-1)?.cpuSeconds ?? Number.NaN, unit: 's' },
      { name: `${name}: rate`, value: count / seconds, unit: '1/s' },
      { name: `${name}: memory`, value: most, unit: 'MiB', aim: { atMost: 250 }, note: `without mapped files, each tenth: ${course}` },
      ...(databaseUrl === undefined
        ? [{ name: `${name}: database`, value: statSync(join(folder, 'cedar.db')).size / 2 ** 20, unit: 'MiB' }]
        : []),
      { name: `${name}: growth`, value: most / early, unit: '×', aim: { atMost: 1.5 }, note: `most to that after ${warm * 100} %` },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A million in five minutes. */
const rowsPerSecond = 1_000_000 / 300;

/** The file has rows that no installation takes. */
const someRefused = 2;

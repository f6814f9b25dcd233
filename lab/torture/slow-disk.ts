import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { buildDisk, diskEnvironment } from './disk.ts';
import { connectLoad, countWrites, loadEnvironment, signInWriters, startLoad } from './load.ts';
import type { Finding } from './round.ts';

const syncMs = 100;
const measuredMs = 15_000;
/** Limit of the 99th percentile of account reads. */
const readLimitMs = 50;
const accounts = 4;
const everyMs = 25;

interface Measured {
  /** Syncs by the thread that answers requests, and by others. */
  readonly onMain: number;
  readonly elsewhere: number;
  /**
   * 99th percentiles, milliseconds. They include all other work of the machine: `alone` was measured before any write.
   */
  readonly health: number;
  readonly account: number;
  readonly alone: number;
  readonly writes: number;
}

/** Each sync of the SQLite database takes 100 ms: reads are answered meanwhile. */
export async function* slowDisk(): AsyncGenerator<Finding> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'cedar-id-slow-'));
  try {
    const library = await buildDisk(root);
    const product = await measure(join(root, 'product'), { library, takenOut: false });
    const control = await measure(join(root, 'control'), { library, takenOut: true });
    yield {
      promise: `SQLite: while each sync takes ${syncMs} ms, account reads have a p99 below ${readLimitMs} ms, or below twice the p99 without writes`,
      seen: `p99 ${product.account.toFixed(0)} ms, without writes ${product.alone.toFixed(0)} ms`,
      isKept: product.account < Math.max(readLimitMs, 2 * product.alone),
      control: { seen: `commits wait on the main thread: p99 ${control.account.toFixed(0)} ms`, hasFailed: control.account >= syncMs },
    };
    yield {
      promise: `SQLite: while each sync takes ${syncMs} ms, the thread that answers requests never waits for one`,
      seen: toText(product),
      isKept: product.onMain === 0 && product.elsewhere > 0,
      control: {
        seen: `commits wait on the main thread: ${toText(control)}`,
        hasFailed: Math.max(control.health, control.account) >= syncMs,
      },
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function toText({ onMain, elsewhere, health, account, writes }: Measured): string {
  return (
    `${onMain} syncs on the main thread, ${elsewhere} elsewhere; p99 of /healthz ${health.toFixed(0)} ms, ` +
    `of the account ${account.toFixed(0)} ms, beside ${writes.toFixed(0)} writes a second`
  );
}

async function measure(
  dataDir: string,
  { library, takenOut }: { readonly library: string; readonly takenOut: boolean },
): Promise<Measured> {
  const preload = takenOut ? { NODE_OPTIONS: `--import=${new URL('sync-in-commit.ts', import.meta.url).href}` } : {};
  const syncs = `${dataDir}.syncs`;
  const env = { ...loadEnvironment(), ...diskEnvironment({ library, live: dataDir, syncMs, syncs }), ...preload };
  const server = await startServerProcess({ dataDir, env });
  try {
    const people = [];
    for (let n = 0; n < accounts; n += 1) people.push(await connectLoad(server.origin).register());
    const writers = await signInWriters([server.origin], people);
    const readAccount = async (): Promise<unknown> => writers[0]?.client.get('/account/metainfo');
    const alone = await percentile(readAccount);
    const load = startLoad({ writers, refusals: [503] });
    const before = countWrites(writers);
    const syncsBefore = readFileSync(syncs, 'utf8').length;
    const [health, account] = await Promise.all([
      percentile(async () => (await fetch(`${server.origin}/healthz`)).arrayBuffer()),
      percentile(readAccount),
    ]);
    const writes = (countWrites(writers) - before) / (measuredMs / 1000);
    const made = readFileSync(syncs, 'utf8').slice(syncsBefore);
    await load.stop();
    const onMain = made.split('m').length - 1;
    return { onMain, elsewhere: made.length - onMain, health, account, alone, writes };
  } finally {
    await server.kill();
  }
}

/**
 * The 99th percentile of a call, milliseconds. Calls begin at fixed moments, even if the previous one is unanswered:
 * waiting for it would omit those that a stopped server keeps waiting.
 */
async function percentile(call: () => Promise<unknown>): Promise<number> {
  const calls: Promise<number>[] = [];
  const end = performance.now() + measuredMs;
  while (performance.now() < end) {
    const started = performance.now();
    calls.push(call().then(() => performance.now() - started));
    await delay(everyMs);
  }
  const sorted = (await Promise.all(calls)).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { hour, minute } from '#server/platform/clock.ts';
import { quickStart } from '#server/testing/server/quick-start.ts';
import { isWhole, share } from '#contract/fixtures/short-form.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** One request, an operator's rekeying, the building of copies, what claims wait for, or the erasure of due accounts. */
export interface DyingWork {
  readonly now: number;
  readonly cookies: readonly (readonly [string, string])[];
  readonly call?: { readonly path: string; readonly body: Readonly<Record<string, unknown>> } | undefined;
  /** A request that is sent as it stands, with its own headers. */
  readonly request?: { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string };
  readonly rekeys?: boolean;
  /** Builds the copies that wait. */
  readonly copies?: boolean;
  /** Carries claims on. */
  readonly claims?: boolean;
}

/** How a server ended: killed before a step, or after all of them. */
export type Death = { readonly wasKilled: true } | { readonly wasKilled: false; readonly steps: number; readonly code: number };

const program = fileURLToPath(new URL('dying-server.ts', import.meta.url));

/**
 * Lets another server process, on a test's database and files, do a piece of work and die before step `dieAt`; 0: not
 * at all.
 */
export async function dieDuring({ config }: Pick<TestApp, 'config'>, work: DyingWork, dieAt: number): Promise<Death> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...quickStart,
      NODE_ENV: 'test',
      PORT: String(config.port),
      DATA_DIR: config.dataDir,
      ...(config.databaseUrl === undefined ? {} : { DATABASE_URL: config.databaseUrl }),
      ...objectStorageOf(config),
      SECRET_KEY: config.secretKey.toString('base64'),
      SECRET_KEYS_ACCEPTED: config.acceptedKeys.map((key) => key.toString('base64')).join(','),
      TRUST_PROXY: '127.0.0.1',
      ENCRYPTION: 'off',
      LOG_LEVEL: 'silent',
      RATE_FACTOR: '1000',
      DIE_AT: String(dieAt),
      WORK: JSON.stringify(work),
    },
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (child.signalCode === 'SIGKILL') return { wasKilled: true };
  if (child.exitCode !== 0) throw new Error(`the dying server failed:\n${out}${err}`);
  const { steps, code }: { steps: number; code: number } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
  return { wasKilled: false, steps, code };
}

function objectStorageOf({ objectStorage: storage }: TestApp['config']): Readonly<Record<string, string>> {
  if (storage === undefined) return {};
  return {
    S3_ENDPOINT: storage.endpoint,
    S3_REGION: storage.region,
    S3_BUCKET: storage.bucket,
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
    S3_PATH_STYLE: storage.pathStyle ? 'on' : 'off',
  };
}

/** Longer than the deaths of a scene take. */
export const deathsLimitMs = isWhole ? hour : 4 * minute;

/**
 * The steps before which a process is killed: each of them, or in the short form the middle one, the last one or the one before; another
 * one on each database.
 */
export function deathsOf(steps: number, turn: number): readonly number[] {
  if (isWhole) return Array.from({ length: steps }, (_, index) => index + 1);
  const shift = process.env['TEST_DATABASE'] === 'postgres' ? 1 : 0;
  return share([Math.ceil(steps / 2), steps - 1, steps], { of: 3, turn: turn + shift });
}

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serverCpu } from '#server/testing/server/server-process.ts';
import type { Target } from './load.ts';

const scriptOf = (name: string): string => fileURLToPath(new URL(`${name}.ts`, import.meta.url));

/** Milliseconds of processor time for one argon2id hash with the product's cost. */
export function bareHash(): number {
  return costOf('bare-hash');
}

/** Milliseconds of processor time for one durable commit of one row to a separate SQLite file in the folder. */
export function bareCommit(folder: string): number {
  return costOf('bare-commit', folder);
}

/** Milliseconds of processor time for one RS256 signature over as much data as an ID token has. */
export function bareSignature(): number {
  return costOf('bare-signature');
}

function costOf(script: string, ...args: readonly string[]): number {
  return Number(
    execFileSync('taskset', ['-c', String(serverCpu), process.execPath, scriptOf(script), ...args], { encoding: 'utf8', timeout: 60_000 }),
  );
}

/**
 * Starts a server with one route on the product's core: `bare-….ts <arguments>`, which prints its port once it is
 * ready.
 */
export async function startBareServer(
  script: string,
  { path, args = [], input = '' }: { readonly path: string; readonly args?: readonly string[]; readonly input?: string },
): Promise<Pick<Target, 'pid' | 'url'> & AsyncDisposable> {
  const child = spawn('taskset', ['-c', String(serverCpu), process.execPath, scriptOf(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(input);
  const [port] = await once(child.stdout, 'data');
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${String(port).trim()}${path}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

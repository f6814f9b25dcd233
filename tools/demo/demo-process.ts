import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#server/testing/server/free-port.ts';
import { quickStart } from '#server/testing/server/quick-start.ts';

/** The demo in a separate process, on a free port. */
export interface DemoProcess {
  readonly origin: string;
  /** Its output so far. */
  output(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Runs `tools/demo.ts` until it is ready or has ended. */
export async function startDemo({
  folder,
  env = {},
  args = [],
}: {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}): Promise<DemoProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['tools/demo.ts', '--folder', folder, ...args], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...quickStart, PORT: String(port), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(child, 'close');
  while (!output.includes('To start over') && child.exitCode === null) await delay(50);
  if (child.exitCode !== null) await closed;
  return {
    origin: `http://localhost:${port}`,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

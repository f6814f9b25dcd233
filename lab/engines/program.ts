import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Program {
  /** Its own folder, also its HOME; removed at the end. */
  readonly folder: string;
  output(): string;
  /** Writes a line to its input. */
  say(line: string): void;
  stop(): Promise<void>;
}

/** Starts a program on its own display (Xvfb), with an empty home. */
export function startProgram(
  command: readonly [string, ...string[]],
  { env = {}, folder = newFolder() }: { readonly env?: Readonly<Record<string, string>>; readonly folder?: string } = {},
): Program {
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1400x1000x24', ...command], {
    // Its own group: xvfb-run leaves its children behind.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8', ...withoutBus, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = (): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', end);
  return {
    folder,
    output: () => output,
    say: (line) => void child.stdin.write(`${line}\n`),
    async stop() {
      process.off('exit', end);
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      end();
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** With its own bus an engine would start services of a desktop, which mount a file system in its folder. */
const withoutBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null' } as const;

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'cedar-id-engine-'));
}

export function isProgram(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

/** Tries until it succeeds. @throws {Error} the last one, after the limit */
export async function eventually<T>(attempt: () => Promise<T>, limitMs = 30_000): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(100);
    }
  }
}

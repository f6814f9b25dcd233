import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

/** The real server in a separate process: for tests of starts, stops and crashes, for browser tests and benchmarks. */
export interface ServerProcess {
  readonly origin: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  readonly startedInMs: number;
  /** Its output so far. */
  output(): string;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** The same, without a signal. */
  ended(): Promise<number | null>;
  /** Sends SIGKILL: no chance to finish anything. */
  kill(): Promise<void>;
}

export interface ServerProcessOptions {
  /** An existing folder; by default a fresh one, removed at the end. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Binds it to this core, for measurements (Linux). */
  readonly cpu?: number;
  /** Time limit for the first answer, milliseconds. */
  readonly startLimitMs?: number;
  /** The root of another version of the product. */
  readonly root?: string;
  /** Starts it instead of Node.js. */
  readonly command?: readonly string[];
}

const ownRoot = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Like `npm start`: requests leave short-lived garbage, and V8 would let much of it pile up; looking for links in the
 * path of every module takes a twentieth of a start, and npm installs packages without links.
 */
const flags = ['--max-semi-space-size=8', '--preserve-symlinks'];

/** The cores of a measured server and of the measuring process: different ones if there are two. */
export const serverCpu = 0;
const loadCpu = availableParallelism() > 1 ? 1 : 0;

/** Binds all threads of this process to the core that a measured server does not use. */
export function bindLoad(): void {
  if (!existsSync('/proc/self/stat')) throw new Error('measurements read /proc: they run on Linux');
  execFileSync('taskset', ['-a', '-p', '-c', String(loadCpu), String(process.pid)], { stdio: 'ignore' });
}

/** Starts `node src/server/main.mjs` on a free port of 127.0.0.1 and waits until it is ready. */
export async function startServerProcess({
  dataDir,
  env = {},
  cpu,
  startLimitMs = 30_000,
  root = ownRoot,
  command = [process.execPath, ...flags, join(root, 'src/server/main.mjs')],
}: ServerProcessOptions = {}): Promise<ServerProcess> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'cedar-id-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const [program = '', ...args] = cpu === undefined ? command : ['taskset', '-c', String(cpu), ...command];
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
      // A hundredth of the work: solving took a sixth of the time of browser tests.
      CAPTCHA_ATTEMPTS: '20',
      // Clients of trials come from many networks.
      SIGN_IN_STEP_UP: 'off',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  // A dying test runner must not leave servers behind.
  const killWithParent = (): boolean => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  const exited = once(child, 'exit').finally(() => process.off('exit', killWithParent));

  try {
    await untilReady({ origin: `http://127.0.0.1:${port}`, child, deadline: started + startLimitMs });
  } catch (cause) {
    child.kill('SIGKILL');
    throw new Error(`the server did not start:\n${output}`, { cause });
  }

  const ended = async (): Promise<number | null> => {
    await exited;
    if (!dataDir) rmSync(folder, { recursive: true, force: true });
    return child.exitCode;
  };
  return {
    origin,
    dataDir: folder,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    output: () => output,
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended();
    },
  };
}

async function untilReady(run: { readonly origin: string; readonly child: ChildProcess; readonly deadline: number }): Promise<void> {
  for (;;) {
    if (run.child.exitCode !== null || run.child.signalCode !== null) throw new Error('it ended');
    const response = await fetch(`${run.origin}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    if (performance.now() > run.deadline) throw new Error('it was not ready in time');
    await delay(10);
  }
}

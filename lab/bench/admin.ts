import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { serverCpu } from '#server/testing/server/server-process.ts';
import { cpuSeconds, residentMiB } from './process.ts';

const admin = fileURLToPath(new URL('../../src/server/admin/main.ts', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Sample {
  readonly share: number;
  /** The process's own memory in MiB: mapped pages of the database come and go with the machine's memory. */
  readonly own: number;
  /** Processor time so far. */
  readonly cpuSeconds: number;
}

interface Ran {
  readonly exitCode: number | null;
  readonly seconds: number;
  /** One for each line of its progress. */
  readonly samples: readonly Sample[];
}

/** `npm run admin -- …` on one core, with these settings. */
export async function timeAdmin(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ran> {
  const { PATH, HOME } = process.env;
  const started = performance.now();
  const child = spawn('taskset', ['-c', String(serverCpu), process.execPath, admin, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, ...settings },
  });
  const exited = once(child, 'exit');
  const samples: Sample[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [, percent] = /^ *(\d+) %/.exec(line) ?? [];
    const pid = child.pid ?? 0;
    if (percent !== undefined) samples.push({ share: Number(percent) / 100, own: residentMiB(pid).own, cpuSeconds: cpuSeconds(pid) });
  }
  await exited;
  return { exitCode: child.exitCode, seconds: (performance.now() - started) / 1000, samples };
}

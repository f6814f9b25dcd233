import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The core of the server, and the one of the load: apart where there are two. */
export const serverCpu = 0;
const loadCpu = availableParallelism() > 1 ? 1 : 0;

/** Seconds of processor time that a process has used, all threads, to the tick of the kernel (10 ms). */
export function cpuSeconds(pid: number): number {
  // The second field is the program's name in brackets and may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory in MiB: all of it, and without what is only mapped from files. */
export function residentMiB(pid: number): { readonly all: number; readonly own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { all: kib('VmRSS') / 1024, own: kib('RssAnon') / 1024 };
}

/** Binds this process, which makes the load, to the core that the server does not use. */
export function bindLoad(): void {
  if (!existsSync('/proc/self/stat')) throw new Error('the benchmarks read /proc: they run on Linux');
  execFileSync('taskset', ['-a', '-p', '-c', String(loadCpu), String(process.pid)], { stdio: 'ignore' });
}

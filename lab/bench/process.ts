import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** From the third field on: the second is the program's name in brackets and may contain spaces. */
function statFields(pid: number): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
}

/** Seconds of processor time used by a process, all threads, to the tick of the kernel (10 ms). */
export function cpuSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Milliseconds of processor time used by the living threads of a process, by their name, to the nanosecond of the scheduler. */
export function cpuMilliseconds(pid: number): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const of = (file: string): string => readFileSync(`/proc/${pid}/task/${thread}/${file}`, 'utf8').trim();
    const name = of('comm');
    used.set(name, (used.get(name) ?? 0) + Number(of('schedstat').split(' ')[0]) / 1e6);
  }
  return used;
}

/** Seconds of processor time used by a process and all its children, including ended ones. */
export function familyCpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  // A child may end after the list was read: then it counts among the ended ones.
  const living = children.map((child) => (existsSync(`/proc/${child}/stat`) ? cpuSeconds(Number(child)) : 0));
  return [cpuSeconds(pid), endedChildrenSeconds(pid), ...living].reduce((sum, each) => sum + each, 0);
}

function endedChildrenSeconds(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Resident memory in MiB: in total, and without pages that are only mapped from files. */
export function residentMiB(pid: number): { readonly all: number; readonly own: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { all: kib('VmRSS') / 1024, own: kib('RssAnon') / 1024 };
}

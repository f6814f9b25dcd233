import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
const example = join(root, 'examples/desktop');

/** Installs `examples/desktop` as its README says. Returns the arguments of Node.js that start it. */
export function installDesktop(folder: string): readonly string[] {
  const place = join(folder, 'cedarid');
  execFileSync(process.execPath, ['--no-warnings', join(example, 'install.mjs'), place]);
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  const [, flags = ''] =
    /ExecStart=\/usr\/bin\/node (.*) \/usr\/lib\/cedarid\/service\.mjs/.exec(readFileSync(join(example, 'README.md'), 'utf8')) ?? [];
  return [...flags.split(' '), join(place, 'service.mjs')];
}

/** Memory of a process now. MiB. */
export function residentMb(pid: number | undefined): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

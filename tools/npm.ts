import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs the npm that runs this script, or the one in PATH, and returns what it wrote. */
export function runNpm(
  args: readonly string[],
  options: { readonly cwd: string },
): { readonly status: number | null; readonly stdout: string } {
  const { npm_execpath: cli = '', npm_node_execpath: node = '' } = process.env;
  const [command, first] = existsSync(cli) && existsSync(node) ? [node, [cli]] : ['npm', []];
  const { status, stdout, error } = spawnSync(command, [...first, ...args], {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  return { status, stdout };
}

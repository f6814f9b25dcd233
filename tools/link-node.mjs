import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Links the pinned Node.js 26 into node_modules/.bin if npm did not (npm 10 skips bins of optional platform packages),
 * so that every npm script of this project runs on it.
 */
export function linkNode() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`];
  const binary = names.map((name) => join(root, 'node_modules', name, 'bin', 'node')).find((path) => existsSync(path));
  const link = join(root, 'node_modules', '.bin', 'node');
  if (!binary || process.platform === 'win32' || existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), binary), link);
}

/**
 * The folders of `server/core` depend on each other in one direction: no folder leads back to itself, not even by
 * types.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each folder with the folders that its files import. */
type Folders = ReadonlyMap<string, ReadonlySet<string>>;

const folderOf = /^src\/server\/core\/([\w-]+)\//;

/** The folders of core and their imports, from sources as path → text. */
function foldersIn(sources: ReadonlyMap<string, string>): Folders {
  const folders = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const folder = folderOf.exec(path)?.[1];
    if (folder === undefined || path.includes('.test.')) continue;
    const known = folders.get(folder) ?? new Set();
    for (const [, other = ''] of text.matchAll(/from '#server\/core\/([\w-]+)\//g)) if (other !== folder) known.add(other);
    folders.set(folder, known);
  }
  return folders;
}

/** One sentence for each pair of folders that lead to each other. */
export function folderCyclesIn(sources: ReadonlyMap<string, string>): readonly string[] {
  const folders = foldersIn(sources);
  const leadsTo = new Map([...folders.keys()].map((folder) => [folder, reachedFrom(folder, folders)]));
  return [...leadsTo].flatMap(([folder, reached]) =>
    [...reached]
      .filter((other) => folder < other && leadsTo.get(other)?.has(folder))
      .map((other) => `core/${folder} and core/${other} know each other`),
  );
}

function reachedFrom(start: string, folders: Folders): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const next of folders.get(folder) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

export function folderCycles(root: string): readonly string[] {
  const files = globSync('src/server/core/**/*.ts', { cwd: root });
  return folderCyclesIn(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lockedIn, placesFor, type Locked } from './check-lock.ts';

/**
 * Folders of the packages that production needs, from our root: its imports and their dependencies according to
 * package-lock.json. Of the optional packages, only the installed ones, which fit this platform.
 * @throws {Error} if one is missing
 */
export function productionPackages(root: string, imported: readonly string[]): readonly string[] {
  const locked = lockedIn(pathToFileURL(join(root, 'package-lock.json')));
  const own = locked['']?.dependencies ?? {};
  const undeclared = imported.filter((name) => !(name in own));
  if (undeclared.length > 0) throw new Error(`production imports packages that are not dependencies: ${undeclared.join(', ')}`);
  const paths = new Set<string>();
  const waiting = imported.map((name) => ({ name, from: '', isOptional: false }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, from, isOptional } = next;
    const path = placesFor(name, from).find((place) => place in locked && existsSync(join(root, place)));
    if (path === undefined && !isOptional) throw new Error(`${from || 'package.json'} needs ${name}, which is not installed.`);
    if (path === undefined || paths.has(path)) continue;
    paths.add(path);
    waiting.push(...needsOf(locked[path]).map((need) => ({ ...need, from: path })));
  }
  return [...paths].toSorted();
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked = {}) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  const optional = Object.keys(optionalDependencies ?? {});
  return [
    ...[...Object.keys(dependencies ?? {}), ...peers].map((name) => ({ name, isOptional: optional.includes(name) })),
    ...optional.map((name) => ({ name, isOptional: true })),
  ];
}

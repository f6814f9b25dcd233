import { readFileSync } from 'node:fs';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What package-lock.json lacks: every optional dependency that a locked package names must be locked itself. npm leaves out silently the
 * ones that a registry does not have, and newer npm versions then refuse `npm ci`.
 */
export function missingFromLock(lockFile: URL): readonly string[] {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesFor(name, path).some((place) => place in packages))
      .map((name) => `${path || 'package.json'} lacks ${name}`),
  );
}

/** Where a package at `path` may find a dependency: its own node_modules, then each one above. */
function placesFor(name: string, path: string): readonly string[] {
  const places = [];
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    places.push(`${folder && `${folder}/`}node_modules/${name}`);
    if (!folder) return places;
  }
}

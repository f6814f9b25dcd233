import { readFileSync } from 'node:fs';

/** A package as recorded in package-lock.json. */
export interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  /** Its source, unless that is the configured registry; for a link, the folder. */
  readonly resolved?: string;
  readonly license?: string;
  /** Needed by tools only. */
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  /** A folder of this repository. */
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Gaps in package-lock.json: every optional dependency of a locked package must be locked itself. npm silently omits
 * optional dependencies that a registry lacks, and newer npm versions then refuse `npm ci`.
 */
export function missingFromLock(lockFile: URL): readonly string[] {
  const packages = lockedIn(lockFile);
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesFor(name, path).some((place) => place in packages))
      .map((name) => `${path || 'package.json'} lacks ${name}`),
  );
}

/** Where a package at `path` may find a dependency: its own node_modules, then each one above. */
export function placesFor(name: string, path: string): readonly string[] {
  const places = [];
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    places.push(`${folder && `${folder}/`}node_modules/${name}`);
    if (!folder) return places;
  }
}

/**
 * Install scripts without a decision in package.json: every locked package with a script is in `allowScripts`, as
 * `name@version: true` or `name: false`. No other entry is allowed, so that no permission waits for a later package.
 */
export function undecidedScripts(lockFile: URL, packageFile: URL): readonly string[] {
  const { allowScripts = {} }: { allowScripts?: Readonly<Record<string, boolean>> } = JSON.parse(readFileSync(packageFile, 'utf8'));
  const withScript = Object.entries(lockedIn(lockFile)).flatMap(([path, { version = '', hasInstallScript }]) => {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    return hasInstallScript === true
      ? [name === undefined ? { allowed: path, denied: path } : { allowed: `${name}@${version}`, denied: name }]
      : [];
  });
  const isDecided = ({ allowed, denied }: (typeof withScript)[number]): boolean =>
    allowScripts[allowed] === true || allowScripts[denied] === false;
  const isNeeded = (spec: string): boolean =>
    withScript.some((found) => found[allowScripts[spec] === true ? 'allowed' : 'denied'] === spec);
  return [
    ...withScript
      .filter((found) => !isDecided(found))
      .map(({ allowed }) => `${allowed} has an install script, and allowScripts does not say whether it may run`),
    ...Object.keys(allowScripts)
      .filter((spec) => !isNeeded(spec))
      .map((spec) => `allowScripts names ${spec}, and no such package with an install script is locked`),
  ];
}

/** Packages that do not come from the registry with a locked hash: from a repository, a URL or a folder. */
export function foreignInLock(lockFile: URL): readonly string[] {
  return Object.entries(lockedIn(lockFile)).flatMap(([path, { integrity = '', resolved, link }]) => {
    if (!path.includes('node_modules/') || link === true) return [];
    if (resolved !== undefined) return [`${path} comes from ${resolved}`];
    return integrity.startsWith('sha512-') ? [] : [`${path} has no SHA-512 in the lock file`];
  });
}

/** Path → package. */
export function lockedIn(lockFile: URL): Readonly<Record<string, Locked>> {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return packages;
}

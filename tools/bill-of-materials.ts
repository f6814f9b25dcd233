import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lockedIn, placesFor, type Locked } from './check-lock.ts';

/**
 * The software bill of materials as CycloneDX 1.5 (JSON): every non-development package of package-lock.json, for all
 * platforms, with hash, license and dependencies. The same lock file gives the same bytes. `npm sbom --omit dev` is not
 * used, because it omits packages that tools need too, such as pg.
 */
export function billOfMaterials(root: string): string {
  const lockFile = join(root, 'package-lock.json');
  const locked = lockedIn(pathToFileURL(lockFile));
  const shipped = Object.entries(locked).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true,
  );
  const byRef = new Map(shipped.map(([path, found]) => [refOf(path, found), { path, found }]));
  const own = locked[''] ?? {};
  const ownRef = `${own.name}@${own.version}`;
  const neededBy = (path: string, found: Locked): readonly string[] => {
    const names = Object.keys({ ...found.dependencies, ...found.optionalDependencies, ...found.peerDependencies });
    const refs = names.flatMap((name) => {
      const place = placesFor(name, path).find((one) => one in locked);
      return place === undefined ? [] : [refOf(place, locked[place])];
    });
    return refs.filter((ref) => byRef.has(ref)).toSorted();
  };
  const components = [...byRef.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(readFileSync(lockFile))}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: { 'bom-ref': ownRef, type: 'application', name: own.name, version: own.version },
    },
    components: components.map(([ref, { path, found }]) => componentOf(ref, nameOf(path), found)),
    dependencies: [
      { ref: ownRef, dependsOn: neededBy('', own) },
      ...components.map(([ref, { path, found }]) => ({ ref, dependsOn: neededBy(path, found) })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentOf(ref: string, name: string, { version = '', integrity, license, optional, devOptional }: Locked) {
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? [];
  return {
    'bom-ref': ref,
    type: 'library',
    name,
    version,
    scope: optional === true || devOptional === true ? 'optional' : 'required',
    ...(algorithm === 'sha512' ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] } : {}),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}

function refOf(path: string, { version }: Locked = {}): string {
  return `${nameOf(path)}@${version}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** A UUID derived from content (RFC 9562, version 8). */
function uuidOf(content: Buffer): string {
  const bytes = createHash('sha256').update(content).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

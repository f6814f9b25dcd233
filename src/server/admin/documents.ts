import type { Store } from '#server/core/store.ts';
import { hash } from 'node:crypto';
import { createDocumentKeys } from '#server/core/protection/documents/document-keys.ts';
import { filesOf, refused, runVerify, type Verdict } from './audit/verify-archive.ts';

/** More than a copy may have, before compression. */
const mostBytes = 1024 * 1024 * 1024;

/**
 * `documents verify <file>`: whether this installation has signed the list of a copy of somebody's data, and whether every
 * file is as the list says. Exit code 2 for one that is not. It prints only names of files.
 * @throws {AdminError}
 */
export function run(args: readonly string[], deps: Store): Promise<number> {
  return runVerify(args, (archive) => verifyCopy(deps, archive));
}

/** Never uses the key in the archive: anybody can put one there. */
export async function verifyCopy(deps: Store, archive: Buffer): Promise<Verdict> {
  const files = filesOf(archive, mostBytes);
  const bytes = files?.get('manifest.json');
  const signature = files?.get('manifest.sig');
  const manifest = bytes === undefined ? undefined : manifestIn(bytes);
  if (files === undefined || bytes === undefined || signature === undefined || manifest === undefined)
    return refused('This is no copy of an account.');
  const isSigned = await createDocumentKeys(deps).verifies(manifest.key, { bytes, signature });
  if (isSigned === undefined) return refused(`Not of this installation: it never had the key ${manifest.key}.`);
  if (!isSigned) return refused('FORGED: the list was changed after it was signed.');
  const listed = new Set(['manifest.json', 'manifest.sig', ...manifest.files.map(({ path }) => path)]);
  const wrong = [
    ...manifest.files.filter((one) => !isAsListed(files.get(one.path), one)).map(({ path }) => path),
    ...[...files.keys()].filter((path) => !listed.has(path)),
  ];
  if (wrong.length > 0) return refused(`FORGED: not as listed: ${wrong.join(', ')}`);
  return { isValid: true, text: `Valid: ${manifest.files.length} files of ${manifest.createdAt}.` };
}

function isAsListed(content: Buffer | undefined, { bytes, sha256 }: ListedFile): boolean {
  return content?.length === bytes && hash('sha256', content, 'hex') === sha256;
}

interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Manifest {
  readonly key: string;
  readonly createdAt: string;
  readonly files: readonly ListedFile[];
}

function manifestIn(bytes: Buffer): Manifest | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what decides is checked here; the rest is compared
    const read = JSON.parse(bytes.toString()) as Partial<Manifest>;
    const { key, createdAt, files } = read;
    return typeof key === 'string' && typeof createdAt === 'string' && Array.isArray(files) ? { key, createdAt, files } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Looks up the digest of every image named in deploy/ and writes deploy/images.env: `npm run images`. It queries the
 * registries with `docker buildx imagetools`, which fetches no image. If a lookup fails, nothing is written.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestFile, digestText, readImageReferences } from './image-references.ts';

const root = join(import.meta.dirname, '..');
const { references, problems } = readImageReferences(root);
if (problems.length > 0) fail(problems.join('\n'));
const digests = references.map(({ image }) => lookUp(image));
writeFileSync(process.argv[2] ?? join(root, digestFile), digestText(references, digests));
for (const [index, { image }] of references.entries()) console.log(`${image}  sha256:${digests[index]}`);

function lookUp(image: string): string {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{json .Manifest}}'];
  const { status, stdout, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' });
  if (status !== 0) return fail(`could not look up ${image}: ${error?.message ?? stderr.trim()}`);
  const { digest }: { digest?: unknown } = JSON.parse(stdout);
  return /^sha256:([0-9a-f]{64})$/.exec(String(digest))?.[1] ?? fail(`could not look up ${image}: the answer has no digest`);
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

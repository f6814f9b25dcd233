/**
 * Makes a release of the commit at hand: `npm run release`. It refuses a dirty tree and a version without a section in
 * CHANGELOG.md, runs everything that CI runs (with every judge in its whole form), runs the steps of the image, and leaves
 * in `release/<version>` the staged folder as an archive, the bill of materials, the checksums and the text of the tag.
 * It tags nothing and sends nothing: it prints the two commands for that.
 *   npm run release -- --checked    without the tests, after a run of CI on this commit
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { billOfMaterials } from './bill-of-materials.ts';
import { refusalOf, sectionOf } from './release-notes.ts';
import { stageImage } from './staged-image.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { checked: { type: 'boolean' } } });

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: there is no release.`);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const refusal = refusalOf({ version, changelog, dirty: git('status', '--porcelain'), tags: git('tag').split('\n') });
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}

if (values.checked !== true) run('.ci/run', [], { JUDGES: 'whole' });

const name = `cedar-id-${version}`;
const to = join(root, 'release', version);
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const staged = join(to, name);
const { files, packages } = stageImage({ root, to: staged, withNode: true });
run('tar', ['--sort=name', '--owner=0', '--group=0', '-czf', join(to, `${name}.tar.gz`), '-C', to, name]);
rmSync(staged, { recursive: true });
writeFileSync(join(to, `${name}.sbom.cdx.json`), billOfMaterials(root));
writeFileSync(join(to, 'TAG'), `Cedar ID ${version}\n\n${sectionOf(changelog, version) ?? ''}\n`);
const sums = readdirSync(to)
  .toSorted()
  .map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(to, file)))
        .digest('hex')}  ${file}`,
  );
writeFileSync(join(to, 'SHA256SUMS'), `${sums.join('\n')}\n`);
console.log(`${name}: ${files} files of ours and ${packages} packages, commit ${git('rev-parse', '--short', 'HEAD')}, in ${to}`);
console.log(`git tag -s v${version} -F ${join('release', version, 'TAG')}`);
console.log(`git push origin v${version}`);

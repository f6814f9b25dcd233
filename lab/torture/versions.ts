import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Missing } from './round.ts';

const run = promisify(execFile);
const here = fileURLToPath(new URL('../..', import.meta.url));

/** A version of the product in its own folder. */
export interface Version {
  readonly name: string;
  readonly root: string;
}

/**
 * The version that git has under this name.
 * @throws {Missing} without git, or for a name that it does not know
 */
export async function checkOut(ref: string, root: string): Promise<Version> {
  const git = async (...words: readonly string[]): Promise<string> => (await run('git', words, { cwd: here })).stdout.trim();
  const commit = await git('rev-parse', '--verify', '--short', `${ref}^{commit}`).catch(() => {
    throw new Missing(`git does not know ${ref}: --from names a commit`);
  });
  await mkdir(root, { recursive: true });
  await git('archive', '--format=tar', `--output=${root}.tar`, commit);
  await run('tar', ['-xf', `${root}.tar`, '-C', root]);
  await bringPackages(root);
  return { name: commit, root };
}

/** The working copy of this version, with a statement as an additional last migration. */
export async function copyWith(statement: string, root: string): Promise<Version> {
  await mkdir(root, { recursive: true });
  for (const name of ['src', 'package.json', 'package-lock.json']) await cp(join(here, name), join(root, name), { recursive: true });
  await bringPackages(root);
  const migrations = join(root, 'src/server/migrations');
  await rename(join(migrations, 'index.ts'), join(migrations, 'released.ts'));
  await writeFile(
    join(migrations, 'index.ts'),
    `import { sql } from 'kysely';
     import { migrationsOf as released } from './released.ts';
     const planted = { async up(db) { await sql.raw(${JSON.stringify(statement)}).execute(db); } };
     export const migrationsOf = (engine) => ({ ...released(engine), '9999-planted': planted });`,
  );
  return { name: 'this version', root };
}

/** Uses the packages installed here if they match its lock file; otherwise installs its own from the registry. */
async function bringPackages(root: string): Promise<void> {
  const [own, ours] = await Promise.all([lockedIn(root), lockedIn(here)]);
  const isSame = [...own].every(([path, version]) => ours.get(path) === version);
  if (isSame) await symlink(join(here, 'node_modules'), join(root, 'node_modules'));
  else await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: root });
}

/** Path → version of the runtime packages. */
async function lockedIn(root: string): Promise<ReadonlyMap<string, string | undefined>> {
  const { packages }: { packages: Record<string, { version?: string; dev?: boolean }> } = JSON.parse(
    await readFile(join(root, 'package-lock.json'), 'utf8'),
  );
  return new Map(Object.entries(packages).flatMap(([path, { version, dev }]) => (path === '' || dev === true ? [] : [[path, version]])));
}

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { productionModules } from './production-modules.ts';
import { productionPackages } from './production-packages.ts';

export interface Staged {
  /** The number of our files and of packages. */
  readonly files: number;
  readonly packages: number;
}

export interface Staging {
  /** Installed and built. */
  readonly root: string;
  /** The folder to make. */
  readonly to: string;
  /** Whether this Node.js goes along, as `bin/node`. */
  readonly withNode?: boolean;
}

/**
 * Copies the production files.
 * @throws {Error} if the folder exists, or nothing is built
 */
export function stageImage({ root, to, withNode = false }: Staging): Staged {
  if (!existsSync(join(root, 'dist/web.json'))) throw new Error('The web application is not built: npm run build.');
  const modules = productionModules(root);
  const packages = productionPackages(root, modules.packages);
  mkdirSync(dirname(to), { recursive: true });
  mkdirSync(to);
  for (const file of modules.files) cpSync(join(root, file), join(to, file));
  cpSync(join(root, 'dist'), join(to, 'dist'), { recursive: true });
  for (const path of packages) {
    const source = join(root, path);
    // Nested packages are in the list themselves if production needs them.
    cpSync(source, join(to, path), { recursive: true, filter: (each) => !relative(source, each).split('/').includes('node_modules') });
  }
  if (withNode) addNode(to);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(packageOfProduction(root), null, 2)}\n`);
  writeFileSync(join(to, 'sbom.cdx.json'), billOfMaterials(root));
  return { files: modules.files.length, packages: packages.length };
}

/** This Node.js, as `bin/node` of a staged folder. */
export function addNode(to: string): void {
  mkdirSync(join(to, 'bin'));
  copyFileSync(realpathSync(process.execPath), join(to, 'bin/node'));
}

/** The fields of our package.json that Node.js reads. */
function packageOfProduction(root: string): object {
  const { name, version, type, imports }: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name, version, commit: commitOf(root), private: true, type, imports };
}

/** COMMIT where the build has no repository; undefined where nobody says. */
function commitOf(root: string): string | undefined {
  const named = process.env['COMMIT'] ?? '';
  if (named !== '') return named;
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Beginning of a specifier → its folder: `imports` of package.json. */
export type Aliases = Readonly<Record<string, string>>;

export function aliasesOf(root: string): Aliases {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;
}

/**
 * The imported file, from the root of the package, or the imported package; neither for a module of Node.js.
 * @throws {Error} for an alias that package.json does not have
 */
export function importedBy(
  specifier: string,
  { file, aliases }: { readonly file: string; readonly aliases: Aliases },
): { readonly path?: string; readonly package?: string } {
  if (specifier.startsWith('node:')) return {};
  if (specifier.startsWith('.')) return { path: join(dirname(file), specifier) };
  if (!specifier.startsWith('#')) return { package: specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/') };
  const [alias, target] = Object.entries(aliases).find(([name]) => specifier.startsWith(name.slice(0, -1))) ?? [];
  if (alias === undefined || target === undefined) throw new Error(`${file} imports ${specifier}, which package.json does not know.`);
  return { path: relative('.', join('.', target.replace('*', specifier.slice(alias.length - 1)))) };
}

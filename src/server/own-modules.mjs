import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url).href;
const packages = `${root}node_modules/`;
/** Beginning of a name → its folder: `imports` of package.json, without their `*`. */
const folders = Object.entries(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).imports).map(([name, folder]) => [
  name.slice(0, -1),
  new URL(folder.slice(0, -1), root).href,
]);
/** A package of hundreds of files, all of them ES modules. */
const manyFiles = `${packages}kysely/`;

/**
 * Resolves an import of our own files, which name their file in full, and of Kysely's, without the search of Node.js: that looks for a
 * package.json in every folder above each file, a third of a start. Everything else is left to Node.js.
 * @type {import('node:module').ResolveHookSync}
 */
export function resolveOwn(specifier, context, next) {
  const { parentURL } = context;
  if (parentURL === undefined) return next(specifier, context);
  if (specifier.endsWith('.ts') && parentURL.startsWith(root) && !parentURL.startsWith(packages)) {
    const [name, folder] = folders.find(([begin]) => specifier.startsWith(begin)) ?? [];
    if (folder !== undefined) return { url: folder + specifier.slice(name.length), format: 'module-typescript', shortCircuit: true };
    if (specifier.startsWith('.')) return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.startsWith(manyFiles))
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  return next(specifier, context);
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import { aliasesOf, importedBy } from './imported-path.ts';

/** The modules that production processes load, found by following imports from their entries. */
export interface ProductionModules {
  /** Modules and the files that they read, as paths from the root of the package. */
  readonly files: readonly string[];
  /** Names of the imported packages. */
  readonly packages: readonly string[];
}

/** The server, and the operator's commands. */
const entries = ['src/server/main.mjs', 'src/server/admin/main.ts'];

/** Loaded only outside production, by `app/development.ts`. */
const development = 'src/server/development/';

/** Imports by URL: the output of the web application's build. */
const importsByUrl: ReadonlySet<string> = new Set(['src/server/app/pages/web-pages.ts']);

/** @throws {Error} if an import cannot be followed */
export function productionModules(root: string): ProductionModules {
  const aliases = aliasesOf(root);
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    if (!/\.(?:ts|mjs)$/.test(file)) continue;
    const { imports, beside } = specifiersOf(file, readFileSync(join(root, file), 'utf8'));
    for (const specifier of imports) {
      const found = importedBy(specifier, { file, aliases });
      if (found.package !== undefined) packages.add(found.package);
      else if (found.path !== undefined && !found.path.startsWith(development)) waiting.push(found.path);
    }
    for (const name of beside) {
      const path = relative(root, join(root, dirname(file), name));
      if (path.startsWith('src/') && existsSync(join(root, path)) && statSync(join(root, path)).isFile()) waiting.push(path);
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted() };
}

/**
 * A module's runtime imports, without types, and its files named by `new URL('…', import.meta.url)`: workers, lists.
 */
function specifiersOf(file: string, source: string): { readonly imports: readonly string[]; readonly beside: readonly string[] } {
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  const { module, errors } = parseSync(file, code, { lang: 'js', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const lists = [...module.staticImports, ...module.staticExports.flatMap((statement) => statement.entries)];
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"])([^'"]+)\1$/.exec(code.slice(start, end))?.[2];
    if (literal === undefined && !importsByUrl.has(file)) throw new Error(`${file} imports what only a run can tell.`);
    return literal ?? [];
  });
  return {
    imports: [...lists.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []), ...dynamic],
    beside: Array.from(code.matchAll(/new URL\(\s*'([^']+)',\s*import\.meta\.url/g), ([, name = '']) => name),
  };
}

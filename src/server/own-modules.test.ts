import { globSync, readFileSync } from 'node:fs';
import { createRequire, type ResolveHookContext } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { resolveOwn } from './own-modules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filesIn = (pattern: string) => globSync(pattern, { cwd: root }).map((file) => root + file);

/** The answer without Node.js; undefined where its search is asked. */
function resolved(specifier: string, parentURL: string | undefined) {
  const asked = Symbol('asked');
  const context: ResolveHookContext = { parentURL, conditions: ['node', 'import'], importAttributes: {} };
  const found: unknown = resolveOwn(specifier, context, () => ({ url: '', asked }));
  return typeof found === 'object' && found !== null && 'asked' in found ? undefined : found;
}

it.each([
  ['our own files', 'src/{server,contract,messages}/**/*.ts', /(?:from|import\() ?'([#.][^']+\.ts)'/g, 'module-typescript'],
  ['Kysely', 'node_modules/kysely/dist/**/*.js', /(?:from|import) '(\.[^']+\.js)'/g, 'module'],
])('answers as Node.js for every import of %s, without a search', (_of, pattern, imports, format) => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of filesIn(pattern)) {
    const require = createRequire(file);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      count += 1;
      const own = resolved(specifier, pathToFileURL(file).href);
      const expected = { url: pathToFileURL(require.resolve(specifier)).href, format, shortCircuit: true };
      if (JSON.stringify(own) !== JSON.stringify(expected)) wrong.push(`${file}: ${specifier}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

it.each([
  ['a package', 'kysely', 'src/server/start.ts'],
  ['a module of Node.js', 'node:fs', 'src/server/start.ts'],
  ['a name that package.json does not have', '#other'.concat('/file.ts'), 'src/server/start.ts'],
  ['the import of a package', './file.ts', 'node_modules/other/index.js'],
  ['the data of a package', './data.json', 'node_modules/kysely/dist/index.js'],
])('leaves to Node.js %s', (_what, specifier, parent) => {
  expect(resolved(specifier, pathToFileURL(root + parent).href)).toBeUndefined();
});

it('leaves the entry to Node.js', () => {
  expect(resolved('./start.ts', undefined)).toBeUndefined();
});

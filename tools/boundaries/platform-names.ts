/**
 * The platform names no product table, neither as the text of a query, key or type, nor in SQL. Its own tables are in
 * `platform/tables.ts`. The query types enforce the same (the platform's `Db` has only its own tables); this check also
 * finds names outside of types.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from '#server/core/tables.ts';
import { platformTables } from '#server/platform/tables.ts';

const own = new Set<string>(platformTables.map(({ name }) => name));

/** Table names that are forbidden in the platform. */
export const productTables: readonly string[] = tables.map(({ name }) => name).filter((name) => !own.has(name));

/** Table names in a source: before a column, as an argument of a query or SQL, and any text with an underscore. */
export function tablesNamedIn(source: string, names: readonly string[] = productTables): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return names.filter((name) => {
    const text = name.includes('_') ? `['"\`]${name}['"\`]` : `(?:From|Into|Table|Join|table|ref)\\(\\s*['"\`]${name}\\b`;
    const column = `['"\`]${name}\\.[a-z]\\w*['"\`]`;
    const inSql = `\\b(?:from|into|update|join|table) "?${name}\\b(?!['\`:])`;
    return [text, column, inSql].some((pattern) => new RegExp(pattern).test(code));
  });
}

/** Forbidden names in the sources of the platform. */
export function platformNames(root: string): readonly string[] {
  return globSync('src/server/platform/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      tablesNamedIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file} names the table ${name} of the product`),
    );
}

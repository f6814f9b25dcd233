/**
 * The platform names no table of the product: neither as the text that a query, a key or a type takes, nor in SQL. Its
 * own tables (`platform/tables.ts`) are its own. The types of queries say the same (`Db` of the platform has its own
 * tables alone); this finds names that no type sees.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tables } from '#server/core/database.ts';
import { platformTables } from '#server/platform/tables.ts';

const own = new Set<string>(platformTables.map(({ name }) => name));

/** The names that the platform may not have. */
export const productTables: readonly string[] = tables.map(({ name }) => name).filter((name) => !own.has(name));

/** The tables that a source names: before a column, where a query or SQL takes one, and any text with an underscore. */
export function tablesNamedIn(source: string, names: readonly string[] = productTables): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return names.filter((name) => {
    const text = name.includes('_') ? `['"\`]${name}['"\`]` : `(?:From|Into|Table|Join|table|ref)\\(\\s*['"\`]${name}\\b`;
    const column = `['"\`]${name}\\.[a-z]\\w*['"\`]`;
    const inSql = `\\b(?:from|into|update|join|table) "?${name}\\b(?!['\`:])`;
    return [text, column, inSql].some((pattern) => new RegExp(pattern).test(code));
  });
}

/** What the platform's sources say that they must not. */
export function platformNames(root: string): readonly string[] {
  return globSync('src/server/platform/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      tablesNamedIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file} names the table ${name} of the product`),
    );
}

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The two forms of a repository (docs/style.md): functions of `db`, or one object of statements that `create…` makes. */

const root = join(import.meta.dirname, '..');
const sources = globSync('src/server/**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
const repositories = sources.filter(({ file }) => file.endsWith('.repository.ts'));

/** Rows that are used outside of the folder of their noun, with the reason. */
const shared: Readonly<Record<string, string>> = {
  createAuditChainRows: 'the operator verifies the chain and metrics count what waits, without the job that seals',
  createSignalRows: 'deliveries, the Developer Center and the operator each do a part of the life of a signal',
};

function factoriesIn(source: string): readonly string[] {
  return Array.from(source.matchAll(/^export function (create\w+)\(/gm), ([, name = '']) => name);
}

/** Files outside of the repository's folder that name its rows. */
function strangersTo(
  rows: string,
  repository: string,
  all: readonly { readonly file: string; readonly source: string }[],
): readonly string[] {
  const uses = new RegExp(`\\b${rows}\\b`);
  return all.filter(({ file, source }) => dirname(file) !== dirname(repository) && uses.test(source)).map(({ file }) => file);
}

/** Searches by a part of a text: `%` and `_` of a person would mean others. */
function patternsIn(source: string): readonly string[] {
  return Array.from(source.matchAll(/['"]i?like['"]|\b(?:not )?i?like \$\{|\bi?like ['"]/gi), ([found]) => found);
}

/** These search for texts of ours: names of tables, and the texts of `told.others`. */
const searchesForOurs = ['platform/db/sqlite/sqlite-backup.ts', 'core/rights/kept-data/kept-data.repository.ts'];

describe('a repository', () => {
  test('searches only for whole values', () => {
    const searching = sources.filter(
      ({ file, source }) => !searchesForOurs.includes(file.replace('src/server/', '')) && patternsIn(source).length > 0,
    );
    expect(searching.map(({ file }) => file)).toEqual([]);
    for (const planted of [".where('email', 'like', text)", 'sql`name ilike ${text}`', "sql`name like '%x'`"])
      expect(patternsIn(planted)).toHaveLength(1);
  });

  test('makes one object of statements at most', () => {
    expect(repositories.length).toBeGreaterThan(50);
    expect(repositories.filter(({ source }) => factoriesIn(source).length > 1).map(({ file }) => file)).toEqual([]);
  });

  test('that makes rows is known only to its noun', () => {
    const rows = repositories.flatMap(({ file, source }) =>
      factoriesIn(source)
        .filter((name) => name.endsWith('Rows'))
        .map((name) => ({ file, name })),
    );
    expect(rows.length).toBeGreaterThan(10);
    const known = rows.filter(({ file, name }) => strangersTo(name, file, sources).length > 0).map(({ name }) => name);
    expect(known.toSorted()).toEqual(Object.keys(shared).toSorted());
  });

  test('is found out: two objects, and rows that a use case of another folder takes', () => {
    expect(factoriesIn('export function createA(db: Db) {}\nexport function createBRows(db: Db) {}\n')).toEqual(['createA', 'createBRows']);
    const planted = { file: 'src/server/capabilities/b/use.ts', source: 'const rows = createARows(db);' };
    expect(strangersTo('createARows', 'src/server/core/a/a.repository.ts', [planted])).toEqual([planted.file]);
  });
});

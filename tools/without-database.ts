import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { aliasesOf, importedBy } from './imported-path.ts';

/** The settings by which a test run names its database. */
const settings = /\bTEST_(?:DATABASE|POSTGRES_URL)\b/;

/** Imports, also dynamic ones, and paths of programs that a module starts: every string that names a source file. */
const namedFile = /['"`]([#./\w-]+\.(?:ts|tsx|mjs))['"`]/g;

/**
 * The server tests that are the same test on every database: no file that they reach reads the settings that tell the
 * runs apart. One run of them is enough.
 */
export function testsWithoutDatabase(root: string): readonly string[] {
  const aliases = aliasesOf(root);
  const files = new Map<string, { readonly readsSettings: boolean; readonly names: readonly string[] }>();

  function read(file: string) {
    const known = files.get(file);
    if (known !== undefined) return known;
    const source = readFileSync(join(root, file), 'utf8');
    const names = Array.from(source.matchAll(namedFile), ([, name = '']) => pathsOf(name, file)).flat();
    const found = { readsSettings: settings.test(source), names };
    files.set(file, found);
    return found;
  }

  function pathsOf(name: string, file: string): readonly string[] {
    const path = name.startsWith('#') ? importedBy(name, { file, aliases }).path : undefined;
    return (path === undefined ? [join(dirname(file), name), name] : [path]).filter((each) => existsSync(join(root, each)));
  }

  function readsSettings(test: string): boolean {
    const reached = new Set([test]);
    for (const file of reached) {
      const { readsSettings: reads, names } = read(file);
      if (reads) return true;
      for (const name of names) reached.add(name);
    }
    return false;
  }

  return globSync('src/server/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter((test) => !readsSettings(test));
}

/**
 * Marks in the first line of a test, such as `// @one-database @odd-days`.
 *
 * `@one-database`: its subject is not what a database keeps (forms of requests and tokens, services of others, pages, pictures, plans), or
 * it is a matrix or a model over calls whose own tests run on both databases. It reaches a database, and one kind of it is enough.
 *
 * `@even-days`, `@odd-days`: a long proof of programs that few changes reach. A run of everything has it every second day.
 */
function isMarked(root: string, file: string, mark: '@one-database' | '@even-days' | '@odd-days'): boolean {
  const [first = ''] = readFileSync(join(root, file), 'utf8').split('\n', 1);
  return first.startsWith('// @') && first.includes(mark);
}

/** The server tests that one run shows: those without a database, and those with the mark. */
export function testsOfOneRun(root: string): readonly string[] {
  const marked = globSync('src/server/**/*.test.ts', { cwd: root }).filter((file) => isMarked(root, file, '@one-database'));
  return [...new Set([...testsWithoutDatabase(root), ...marked])].toSorted();
}

/** The test files that a run of everything leaves out today. */
export function testsOfOtherDay(root: string, { JUDGE_SEED: seed, JUDGES: form }: NodeJS.ProcessEnv): readonly string[] {
  if (seed === undefined || form === 'whole') return [];
  const other = Number(seed) % 2 === 0 ? '@odd-days' : '@even-days';
  return ['src', 'tools', 'lab'].flatMap((tree) =>
    globSync(`${tree}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules'] }).filter((file) => isMarked(root, file, other)),
  );
}

/** The layer of the databases, conditional writes, races, and the tests that only PostgreSQL has. */
const onBoth = /^src\/server\/(?:migrations|platform\/db)\/|\/whole\/lives\/(?:life-races|past)\.|\.(?:guarded|postgres)\.test\.ts$/;

/**
 * The tests that a run of everything leaves out on one database: half of them, which it runs on the other one, and the other half on the
 * next day. None in the whole form, and where a command names its files.
 */
export function testsInTurns(
  root: string,
  database: 'sqlite' | 'postgres',
  { JUDGE_SEED: seed, JUDGES: form }: NodeJS.ProcessEnv,
): readonly string[] {
  if (seed === undefined || form === 'whole') return [];
  const ofOneRun = new Set(testsOfOneRun(root));
  const inTurns = globSync('src/server/**/*.test.ts', { cwd: root })
    .toSorted()
    .filter((file) => !ofOneRun.has(file) && !onBoth.test(file));
  return inTurns.filter((_, index) => (index + Number(seed)) % 2 === (database === 'sqlite' ? 0 : 1));
}

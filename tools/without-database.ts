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
 * Tests whose subject is not what is stored, and matrices over all calls, whose own tests run on both databases. They
 * reach a database, and one kind of it is enough.
 */
const besideData: readonly string[] = [
  // Forms of requests and tokens, services of others, pages, pictures.
  'src/server/platform/{http,captcha,sms,mail,image,geo,tracing}/*.test.ts',
  'src/server/platform/crypto/{field-decryption,purposes}.test.ts',
  'src/server/app/{examples,odd-paths,old-browser,open-api,openid-costs,security-text}.test.ts',
  'src/server/development/dev-routes.test.ts',
  'src/server/core/messages/message-purpose.test.ts',
  // Plans as SQLite writes them.
  'src/server/core/kept-data/copied-rows.test.ts',
  'src/server/core/notices/{mails,notices}.test.ts',
  'src/server/capabilities/avatar/avatar.test.ts',
  'src/server/capabilities/codes/failed-messages.test.ts',
  'src/server/capabilities/developer/try-it.test.ts',
  'src/server/capabilities/{checks,reference}/*.test.ts',
  'src/server/capabilities/openid/{assurance,attacks,claims-matrix,client-assertions,fapi,foreign-clients,lives,logout,modules,possession,request-bounds}.test.ts',
  'src/server/capabilities/transparency/*.test.ts',
  'src/server/capabilities/passkeys/refused-ceremonies.test.ts',
  // Its races are in the tests of claims.
  'src/server/capabilities/claims/many-claims.test.ts',
  'src/server/capabilities/social-accounts/social-providers.test.ts',
  'src/server/capabilities/sign-in/password-guesses.test.ts',
  // Matrices and models.
  'src/server/app/{forged-requests,held-accounts,key-rotation,networks,proof-matrix,stranger-budgets,stranger-rows,thief-controls,thief-lives,weak-ways,what-ends}.test.ts',
  'src/server/capabilities/administration/{app-life-model,desk-entry,desk-person,desk-roles,rooms}.test.ts',
  'src/server/app/desk-place.test.ts',
];

/** The server tests that one run shows: those without a database, and those that are about something else. */
export function testsOfOneRun(root: string): readonly string[] {
  const others = besideData.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root });
    if (found.length === 0) throw new Error(`There is no test ${pattern}.`);
    return found;
  });
  return [...new Set([...testsWithoutDatabase(root), ...others])].toSorted();
}

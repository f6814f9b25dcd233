/**
 * Proves that the linter enforces the table in rules.ts. In a temporary folder with the checked-in configuration:
 * - for every ban of every zone, a file that imports the banned module in each way of the language (value, type,
 *   re-export, dynamic) must be reported;
 * - for every zone, a control with allowed imports must not be reported;
 * - the rules outside of zones (cycles, literal text, console, …) each have a planted violation and a control;
 * - the platform names no product table (platform-names.ts), in any planted way or in any of its files;
 * - the directions between folders (directions.ts), each with a planted violation and a control;
 * - every source file of the repository lies in some zone.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aliasesOf } from '../imported-path.ts';
import { directions, directionsIn } from './directions.ts';
import { platformNames, tablesNamedIn } from './platform-names.ts';
import type { Ban } from './bans.ts';
import { zones, type Zone } from './rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Plant {
  readonly file: string;
  readonly text: string;
  readonly rule: string;
  readonly what: string;
}

/** The linter's reports for each file: rule names as `plugin(rule)`. */
type Reports = ReadonlyMap<string, readonly string[]>;

export interface Proof {
  readonly planted: number;
  readonly controls: number;
  /** Rooms of core. */
  readonly rooms: number;
  readonly problems: readonly string[];
}

/** Plants the violations, lints them and compares the reports. */
export function proveBoundaries(): Proof {
  const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  try {
    for (const name of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', 'tsconfig.json'])
      cpSync(join(root, name), join(folder, name));
    for (const area of ['src/server', 'src/web', 'tools']) {
      mkdirSync(join(folder, area), { recursive: true });
      cpSync(join(root, area, 'tsconfig.json'), join(folder, area, 'tsconfig.json'));
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const plants = [...zones.flatMap((zone, z) => zone.bans.flatMap((ban, b) => plantsOf(zone, ban, `${z}-${b}`))), ...otherPlants];
    const controls = [...zones.map((zone, z) => controlOf(zone, z)), ...otherControls];
    for (const { file, text } of [...plants, ...controls, ...scenery]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const reports = lint(folder);
    const found = directions(root);
    return {
      planted: plants.length + namingTexts.length + wrongDirections.length + 1,
      controls: controls.length + otherTexts.length + rightDirections.length,
      rooms: found.rooms,
      problems: [
        ...plants.filter(({ file, rule }) => !reports.get(file)?.includes(rule)).map(({ what, file }) => `not reported: ${what} (${file})`),
        ...controls
          .filter(({ file, rule }) => reports.get(file)?.includes(rule))
          .map(({ what, file }) => `wrongly reported: ${what} (${file})`),
        ...namingTexts.filter((text) => tablesNamedIn(text).length === 0).map((text) => `not reported: the platform says ${text}`),
        ...otherTexts.filter((text) => tablesNamedIn(text).length > 0).map((text) => `wrongly reported: the platform says ${text}`),
        ...platformNames(root),
        ...directionProblems(),
        ...found.problems,
        ...filesWithoutZone().map((file) => `in no zone: ${file}`),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every way to import from a module; types only for a ban on types. */
function plantsOf(zone: Zone, ban: Ban, id: string): readonly Plant[] {
  const ways = ban.names ? waysByName(ban.example, ban.names) : waysToTake(ban);
  return Object.entries(ways).map(([way, text]) => ({
    file: zone.sample.replace('planted-zone', `planted-${id}-${way}`),
    text,
    rule: 'eslint(no-restricted-imports)',
    what: `${zone.name} takes ${ban.name} by ${way}`,
  }));
}

function waysToTake(ban: Ban): Readonly<Record<string, string>> {
  return {
    value: `import { planted } from '${ban.example}';\nexport const use = planted;\n`,
    reexport: `export { planted } from '${ban.example}';\n`,
    dynamic: `export const use = (): Promise<unknown> => import('${ban.example}');\n`,
    ...(ban.typesAllowed ? {} : { type: `import type { Planted } from '${ban.example}';\nexport type Use = Planted;\n` }),
  };
}

/** A single name, a renamed name, and all names at once. */
function waysByName(example: string, names: readonly [string, ...string[]]): Readonly<Record<string, string>> {
  const [first] = names;
  return {
    ...Object.fromEntries(names.map((name) => [name, `import { ${name} as planted } from '${example}';\nexport const use = planted;\n`])),
    reexport: `export { ${first} } from '${example}';\n`,
    namespace: `import * as planted from '${example}';\nexport const use = planted;\n`,
  };
}

function controlOf(zone: Zone, index: number): Plant {
  const types = zone.bans.filter((ban) => ban.typesAllowed);
  const lines = [
    ...zone.allowed.map((specifier, n) => `import { x as allowed${n} } from '${specifier}';\nexport const use${n} = allowed${n};`),
    ...types.map((ban, n) => `import type { X as Type${n} } from '${ban.example}';\nexport type Use${n} = Type${n};`),
  ];
  return {
    file: zone.sample.replace('planted-zone', `control-${index}`),
    text: `${lines.join('\n')}\n`,
    rule: 'eslint(no-restricted-imports)',
    what: `${zone.name} takes what it may`,
  };
}

/** Rules outside of zones: [rule, file, violation]. */
const otherPlants: readonly Plant[] = [
  {
    rule: 'import(no-cycle)',
    file: 'src/server/core/account/accounts/cycle-a.ts',
    text: `import { b } from './cycle-b.ts';\nexport const a = (): unknown => b;\n`,
    what: 'a cycle inside a module',
  },
  {
    rule: 'import(no-cycle)',
    file: 'src/server/core/sign-in/sessions/cycle-c.ts',
    text: `import { d } from '#server/core/account/accounts/cycle-d.ts';\nexport const c = (): unknown => d;\n`,
    what: 'a cycle between modules',
  },
  {
    rule: 'react(jsx-no-literals)',
    file: 'src/web/features/sign-in/sign-in/literal.tsx',
    text: `export function Literal() {\n  return <p>Sign in</p>;\n}\n`,
    what: 'literal text in JSX',
  },
  ...['sessionStorage.getItem("a")', 'localStorage', 'new BroadcastChannel("a")', 'new IntersectionObserver(() => {})'].map(
    (use, index) => ({
      rule: 'eslint(no-restricted-globals)',
      file: `src/web/features/sign-in/sign-in/part-${index}.ts`,
      text: `export const used = ${use};\n`,
      what: `a part that some browsers lack: ${use}`,
    }),
  ),
  ...['window.sessionStorage', 'globalThis.localStorage', 'navigator.locks', 'crypto.subtle', 'document.cookie'].map((use, index) => ({
    rule: 'eslint(no-restricted-properties)',
    file: `src/web/widgets/codes/part-${index}.ts`,
    text: `export const used = ${use};\n`,
    what: `a part that some browsers lack: ${use}`,
  })),
  {
    rule: 'eslint(no-console)',
    file: 'src/server/core/account/accounts/console.ts',
    text: `console.log('planted');\nexport {};\n`,
    what: 'console in the server',
  },
  {
    rule: 'eslint(no-console)',
    file: 'src/web/lib/console.ts',
    text: `console.log('planted');\nexport {};\n`,
    what: 'console in the web application',
  },
  {
    rule: 'typescript(consistent-type-imports)',
    file: 'src/server/capabilities/account/registration/inline-type.ts',
    text: `export type Planted = import('#server/core/account/accounts/account.ts').Account;\n`,
    what: 'an import type in the middle of a line, which the import rules do not see',
  },
  {
    rule: 'typescript(no-floating-promises)',
    file: 'src/server/core/account/accounts/floating.ts',
    text: `async function work(): Promise<void> {}\nexport function start(): void {\n  work();\n}\n`,
    what: 'a floating promise (proves that type-aware rules run)',
  },
];

const otherControls: readonly Plant[] = [
  {
    rule: 'eslint(no-restricted-globals)',
    file: 'src/web/lib/browser/part.ts',
    text: `export const used = sessionStorage;\n`,
    what: 'a part of the browser in its module',
  },
  {
    rule: 'react(jsx-no-literals)',
    file: 'src/web/features/sign-in/sign-in/no-literal.tsx',
    text: `export function NoLiteral({ text }: { text: string }) {\n  return <p title="planted">{text}</p>;\n}\n`,
    what: 'text from the dictionary in JSX',
  },
  { rule: 'eslint(no-console)', file: 'src/server/start.ts', text: `console.log('control');\nexport {};\n`, what: 'console in start.ts' },
];

/** Every way in which the platform could name a product table. */
const namingTexts: readonly string[] = [
  `db.q().selectFrom('accounts')`,
  `const name = 'openid_records';`,
  'sql`delete from audit where id = 1`',
  `in: ['proofs.target_hash']`,
];

const planted = 'planted.ts';

/** One violation of each direction between folders, each as path, import and the words of the report. */
const wrongDirections: readonly (readonly [file: string, imported: string, report: string])[] = [
  ['src/server/core/account/accounts', '#server/core/apps/clients', 'higher group'],
  ['src/server/core/sign-in/sessions', '#server/core/rights/exports', 'higher group'],
  ['src/server/capabilities/protection/freeze', '#server/core/apps/openid', 'higher group'],
  ['src/server/capabilities/apps/openid', '#contract/rights/family', 'higher group'],
  ['src/contract/protection/notices', '#contract/rights/requests', 'higher group'],
  ['src/contract/rights/exports', '#contract/operations/desk', 'higher group'],
  ['src/web/features/account/profile', '#contract/apps/developer', 'higher group'],
  ['src/server/core/apps/signals', '#server/core/operations/desk', 'higher group'],
  ['src/server/capabilities/account/avatar', '../profile', 'leaves its module'],
  ['src/web/features/account/avatar', '../profile', 'leaves its module'],
];

/** The counterparts: a lower group, the same group, another part of the same module. */
const rightDirections: readonly (readonly [file: string, imported: string])[] = [
  ['src/server/core/rights/exports', '#server/core/apps/clients'],
  ['src/server/capabilities/account/avatar', '#server/core/protection/audit'],
  ['src/server/app/pages', '#server/capabilities/operations/desk'],
  ['src/server/capabilities/apps/developer/try-it', '..'],
  ['src/web/features/apps/developer/app-secrets', '../secrets'],
];

/** Two rooms of core that import each other; a test may import more. */
const knot: ReadonlyMap<string, string> = new Map([
  ['src/server/core/account/accounts/a.ts', `import type { B } from '#server/core/sign-in/sessions/b.ts';`],
  ['src/server/core/sign-in/sessions/b.ts', `import { a } from '#server/core/account/accounts/a.ts';`],
  ['src/server/core/sign-in/sessions/b.test.ts', `import { c } from '#server/core/sign-in/links/c.ts';`],
  ['src/server/core/sign-in/links/c.ts', `import { b } from '#server/core/sign-in/sessions/b.ts';`],
]);

/** What `directionsIn` misses of the planted violations, or reports of the controls. */
function directionProblems(): readonly string[] {
  const aliases = aliasesOf(root);
  const problemsOf = (file: string, imported: string) =>
    directionsIn(new Map([[`${file}/${planted}`, `import type { Planted } from '${imported}/${planted}';`]]), aliases).problems;
  return [
    ...wrongDirections
      .filter(([file, imported, report]) => !problemsOf(file, imported)[0]?.includes(report))
      .map(([file, imported]) => `not reported: ${file} imports ${imported}`),
    ...rightDirections.flatMap(([file, imported]) => problemsOf(file, imported).map((problem) => `wrongly reported: ${problem}`)),
    ...(directionsIn(knot, aliases).problems.length === 1 ? [] : ['not reported: two rooms of core that know each other by types']),
  ];
}

/** Tables of the platform, and words that are table names elsewhere. */
const otherTexts: readonly string[] = [`db.q().selectFrom('outbox')`, `unit: 'codes'`, `import { codes } from './codes.ts';`];

/** The counterparts of the planted cycles. */
const scenery = [
  { file: 'src/server/core/account/accounts/cycle-b.ts', text: `import { a } from './cycle-a.ts';\nexport const b = (): unknown => a;\n` },
  {
    file: 'src/server/core/account/accounts/cycle-d.ts',
    text: `import { c } from '#server/core/sign-in/sessions/cycle-c.ts';\nexport const d = (): unknown => c;\n`,
  },
] as const;

function lint(folder: string): Reports {
  const { stdout, stderr, error } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '--disable-nested-config', '.'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error || !stdout.startsWith('{')) throw new Error(`oxlint did not answer: ${error?.message ?? stderr + stdout}`);
  const answer: { diagnostics: readonly { code: string; filename: string }[] } = JSON.parse(stdout);
  const reports = new Map<string, string[]>();
  for (const { code, filename } of answer.diagnostics) reports.set(filename, [...(reports.get(filename) ?? []), code]);
  return reports;
}

function filesWithoutZone(): readonly string[] {
  return globSync(['src/**/*.ts', 'src/**/*.tsx', 'tools/**/*.ts', 'lab/**/*.ts', 'e2e/**/*.ts'], { cwd: root }).filter(
    (file) => !file.endsWith('.d.ts') && !zones.some((zone) => zone.files.some((glob) => matchesGlob(file, glob))),
  );
}

import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { limits } from './src/contract/limits.ts';
import { scriptTargets, styleTargets } from './tools/engine-floor.ts';
import { screenFiles } from './tools/screen-files.ts';
import { mediaWidths, shortTokens } from './tools/style-plugins.ts';
import { textPacks } from './tools/text-packs.ts';

const root = resolve(import.meta.dirname, 'src/web');

/** The server's URL for `npm run dev`. */
const server = process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000';

/** React has had this hook for a long time; the package serves older versions. */
export const withoutShim = { 'use-sync-external-store/shim/index.js': 'react' };

export default defineConfig(({ command, isSsrBuild }) => ({
  root,
  publicDir: false,
  plugins: [
    mediaWidths(),
    leanEndpoints(),
    leanLimits(),
    textPacks(resolve(root, '..')),
    leanQueries(),
    iconsApart(),
    shortTokens(),
    noTesting(),
    react(),
    devPage(),
  ],
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  resolve: { alias: withoutShim },
  ssr: { noExternal: true },
  server: {
    // Vite's origin is the page's; the server accepts only its own.
    proxy: { '^/(api|dev|follow-qr)': { target: server, headers: { origin: server } } },
  },
  build: {
    target: [...scriptTargets],
    cssTarget: styleTargets,
    outDir: resolve(import.meta.dirname, isSsrBuild === true ? 'dist/ssr' : 'dist/web'),
    emptyOutDir: true,
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // A newcomer's first start is quiet.
      checks: { bundlerTimings: false },
      input: isSsrBuild === true ? resolve(root, 'app/prerender.tsx') : resolve(root, 'app/entry-client.tsx'),
      // One file for the server: loading eighty would hold up its first answers.
      output: isSsrBuild === true ? { entryFileNames: '[name].js', codeSplitting: false } : browserOutput,
    },
  },
}));

/**
 * The first screens of a visitor, a new person and a signed-in person, by layout: their needs decide how the code is
 * split.
 */
const firstScreens = {
  visitor: ['screens/shared/sign-in/login.tsx'],
  newcomer: ['screens/shared/sign-in/login.tsx', 'screens/shared/account/register.tsx'],
  account: ['app/shell/frames/account-frame.tsx', 'screens/desktop/home.tsx', 'screens/mobile/home.tsx'],
  desktop: ['app/shell/frames/account-frame.tsx', 'screens/desktop/home.tsx'],
  mobile: ['app/shell/frames/account-frame.tsx', 'screens/mobile/home.tsx'],
} as const;

/**
 * Few files, and no first screen loads one meant for others: code for every page; code for visitors and signed-in
 * people together, and for each separately; then code that other pages share. A file of a first screen never waits for one
 * of `shared`, so there are no cycles.
 */
const chunkGroups = [
  { name: 'app', tags: ['$initial' as const], priority: 6 },
  { ...ofFirstScreens('page', [firstScreens.newcomer, firstScreens.account]), priority: 5 },
  { ...ofFirstScreens('visitor', [firstScreens.visitor]), priority: 4 },
  { ...ofFirstScreens('newcomer', [firstScreens.newcomer]), priority: 3 },
  { ...ofFirstScreens('account', [firstScreens.desktop, firstScreens.mobile]), priority: 3 },
  { ...ofFirstScreens('desktop', [firstScreens.desktop]), priority: 2 },
  { ...ofFirstScreens('mobile', [firstScreens.mobile]), priority: 2 },
  // Rules build on other rules when their files run. Apart from their users, they never wait in a cycle of files.
  { name: 'rules', test: /src\/contract\/(rules\/|account\/checks\/checks\.ts|limits)/, minShareCount: 2, priority: 1.5 },
  // One file for the Developer Center, except for trials, quickstarts, streams and logs, which are large or seldom first.
  {
    name: 'developer',
    test: /src\/web\/features\/apps\/developer\/(?:[\w-]+\/)?(?!qr-code|streams?|try-|trial|use-run|meanings|guides|guide-files|guide-values|guide-settings|deliveries|logs)[\w-]+\./,
    priority: 1.2,
  },
  // What a passkey in the name field needs, right after the sign-in form: without the files of signed-in people.
  {
    name: 'passkey',
    test: /src\/(?:contract\/sign-in\/passkeys\/passkeys\.ts|web\/widgets\/passkeys\/(?:ceremonies|passkey-task)\.ts)|@simplewebauthn\/browser/,
    priority: 1.3,
  },
  // A proof of identity is part of many flows, whose parts it needs itself: in one file it waits for none of theirs.
  {
    name: 'proof',
    test: /src\/(?:web\/widgets\/identity-proof\/|contract\/protection\/claims\/claims(?:\.words)?\.ts)/,
    minShareCount: 2,
    priority: 1.1,
  },
  // The forms that set a password, their calls and the name that managers keep beside it.
  {
    name: 'password',
    test: /src\/(?:web\/features\/sign-in\/password\/|contract\/sign-in\/password\/|web\/widgets\/account\/name-for-managers)/,
    minShareCount: 2,
    priority: 1.05,
  },
  // The head of a page and the icons that pages share take along nothing that only some pages need.
  { name: 'head', test: /^icon:|src\/web\/widgets\/page\/page-head/, minShareCount: 2, priority: 1.4 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000, priority: 1 },
];

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** The chunk of the modules that each of these sets of screens needs. */
function ofFirstScreens(debugName: string, sets: readonly (readonly string[])[]) {
  const name = (id: string, graph: ModuleGraph): string | null =>
    sets.every((screens) => isNeededBy(screens, { id, graph })) ? debugName : null;
  return { debugName, name };
}

const modulesOf = new Map<readonly string[], ReadonlySet<string>>();

/**
 * Whether these screens import the module, directly or indirectly. Screens stay separate files, which the server finds
 * by name.
 */
function isNeededBy(screens: readonly string[], { id, graph }: { readonly id: string; readonly graph: ModuleGraph }): boolean {
  let found = modulesOf.get(screens);
  if (found === undefined) {
    const reached = new Set<string>();
    const starts = screens.map((screen) => resolve(root, screen));
    const importsOf = (module: string): readonly string[] => graph.getModuleInfo(module)?.importedIds ?? [];
    const waiting = starts.flatMap((start) => importsOf(start));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...importsOf(next));
    }
    found = reached;
    modulesOf.set(screens, found);
  }
  return found.has(id);
}

/** The server finds the file of a page by the name of its screen. */
const ofScreens: ReadonlySet<string> = new Set(screenFiles.map((file) => resolve(root, file)));

/** No screen goes into a file of others: tools/build-web.ts refuses it. */
function withoutScreens<Group extends { readonly test?: RegExp }>(group: Group) {
  const { test } = group;
  return { ...group, test: (id: string) => !ofScreens.has(id) && (test === undefined || test.test(id)) };
}

/** Without names: pages list these files, and each letter is in the first load. dist/web.json says which file is which. */
const browserOutput = {
  hashCharacters: 'base36' as const,
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
    names[0]?.startsWith('shared') === true ? 'assets/shared-[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
  codeSplitting: { groups: chunkGroups.map(withoutScreens) },
};

const files = new Map<string, string>();
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * A class name of few bytes, the same in both builds and in every later build of an unchanged file: three characters
 * for the file, then the position of the class in it. Compression removes the shared part.
 */
export function shortName(name: string, file: string, css: string): string {
  const source = relative(root, file.split('?', 1)[0] ?? file);
  const digest = createHash('sha256').update(source).digest();
  const prefix = [0, 1, 2].map((at) => letters[(digest[at] ?? 0) % letters.length]).join('');
  const other = files.get(prefix);
  if (other !== undefined && other !== source) throw new Error(`${source} and ${other} get the same class names: rename one.`);
  files.set(prefix, source);
  const classes = [...new Set(Array.from(css.matchAll(/\.([a-zA-Z_][\w-]*)/g), ([, found]) => found))];
  return `${prefix}${classes.indexOf(name).toString(36)}`;
}

/**
 * The data library constructs a cache of mutations. We use none, so browsers get a stand-in; code that begins to use
 * them does not build.
 */
function leanQueries(): Plugin {
  const standIn =
    'export class MutationCache { clear() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }';
  return {
    name: 'lean-queries',
    apply: 'build',
    load: { filter: { id: /query-core\/build\/modern\/mutationCache\.js$/ }, handler: () => standIn },
    transform: {
      filter: { id: /src\/web\/.*\.tsx?$/, code: /\buse\w*Mutation\w*\b/ },
      handler: (_code, id) => {
        throw new Error(`${id} uses mutations: remove their stand-in (leanQueries).`);
      },
    },
  };
}

/**
 * The constants of the product are one object, so a page that needs one of them would load them all: the build writes
 * their values where they are used.
 */
function leanLimits(): Plugin {
  const values = new Map(Object.entries(limits).map(([name, value]) => [name, JSON.stringify(value)]));
  return {
    name: 'lean-limits',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/(?:web|contract)\/.*\.tsx?$/, code: /limits\.ts'/ },
      handler: (code) => ({
        code: code.replaceAll(/(?<![.\w])limits\.(\w+)\b/g, (found, name: string) => values.get(name) ?? found),
        map: null,
      }),
    },
  };
}

/** Each icon is its own module, so that a page loads only the icons that it shows. */
export function iconsApart(): Plugin {
  const imports = /import \{([^}]*)\} from '(#web\/ui\/marks|\.)\/icons\.ts';/g;
  const prefix = 'icon:';
  return {
    name: 'icons-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^icon:/ }, handler: (id) => ({ id, moduleSideEffects: false }) },
    load: {
      filter: { id: /^icon:/ },
      async handler(id) {
        const name = id.slice(prefix.length);
        const file = resolve(root, 'ui/marks/icons.ts');
        this.addWatchFile(file);
        const icons = await this.fs.readFile(file, { encoding: 'utf8' });
        const path = new RegExp(String.raw`^export const ${name} =\s+('[^']*');$`, 'm').exec(icons)?.[1];
        if (path === undefined) throw new Error(`There is no icon ${name}.`);
        return `export const ${name} = ${path};`;
      },
    },
    transform: {
      filter: { id: /src\/web\/.*\.tsx?$/, code: /icons\.ts'/ },
      handler: (code) => ({
        code: code.replaceAll(imports, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => `import { ${name} } from '${prefix}${name.split(' ', 1)[0]}';`)
            .join(''),
        ),
        map: null,
      }),
    },
  };
}

/** Test stand-ins for the server are not part of the product. */
export function noTesting(): Plugin {
  return {
    name: 'no-testing',
    apply: 'build',
    load: {
      filter: { id: /src\/web\/testing\// },
      handler: (id) => {
        throw new Error(`${id} is for tests: no part of a build.`);
      },
    },
  };
}

/** In development the page is `index.html`, and its configuration comes from the running server. */
function devPage(): Plugin {
  return {
    name: 'dev-page',
    apply: 'serve',
    async transformIndexHtml(html) {
      const answer: unknown = await (await fetch(`${server}/api/config.json`)).json();
      const config = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : {};
      return html.replace(
        '</head>',
        `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script></head>`,
      );
    },
  };
}

/**
 * The contract's rows carry facts that only the server and the OpenAPI page read; browsers do not get them. Of the
 * access rule, browsers read only whether it is an account (`lib/api/api.ts`). Other plugins may have changed the quotes
 * and dropped the last comma.
 */
export function leanEndpoints(): Plugin {
  const text = String.raw`(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")`;
  const list = String.raw`\[[^\]]*\]`;
  const facts = [`(?:summary|rate|whenHeld):\\s*${text}`, `(?:errors|act):\\s*${list}`, `act:\\s*${text}`, `captcha:\\s*(?:true|${text})`];
  const serverFacts = new RegExp(String.raw`\b(?:${facts.join('|')}|access:\s*(?!['"]account['"])${text}),?`, 'g');
  return {
    name: 'lean-endpoints',
    apply: 'build',
    transform: {
      filter: { id: /src\/contract\/(?:account|sign-in|protection|apps|rights|operations)\/(?:[\w-]+\/)+[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replaceAll(serverFacts, ''), map: null }),
    },
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { keysOfPacks, type PageLoads } from './text-keys.ts';

/** Tells which file holds which texts; written by the build and read by `tools/build-web.ts`. */
export const textPacksFile = '.vite/text-packs.json';

type Texts = Readonly<Record<string, string>>;

/**
 * Gives browsers only the texts that a page names: a file for each pack and language replaces `web/lib/texts/texts.ts`, which
 * has them all. One version in the file names of a language avoids a list of files in the application: a changed text
 * renames the files of its language.
 */
export function textPacks(source: string): Plugin {
  let files: ReadonlyMap<string, { readonly name: string; readonly code: string }>;
  let versions: Readonly<Record<string, string>>;
  return {
    name: 'text-packs',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      const texts = await readTexts(source);
      const keys = Object.keys(Object.values(texts)[0] ?? {});
      const packs = keysOfPacks(source, { keys, pages: await readPages(source) });
      const found = Object.entries(texts).map(([language, all]) => {
        const codes = [...packs].map(([pack, own]) => [pack, codeOf(own, all)] as const);
        const version = createHash('sha256').update(JSON.stringify(codes)).digest('hex').slice(0, 8);
        return { language, version, codes };
      });
      versions = Object.fromEntries(found.map(({ language, version }) => [language, version]));
      files = new Map(
        found.flatMap(({ language, version, codes }) =>
          codes.map(([pack, code]) => [`texts/${language}/${pack}`, { name: fileName({ pack, language, version }), code }]),
        ),
      );
    },
    load: {
      filter: { id: /\/web\/lib\/texts\/texts\.ts$/ },
      handler: () => loaderOf(versions),
    },
    generateBundle() {
      for (const { name, code } of files.values()) this.emitFile({ type: 'asset', fileName: name, source: code });
      const table = Object.fromEntries(Array.from(files, ([module, { name }]) => [module, name]));
      this.emitFile({ type: 'asset', fileName: textPacksFile, source: JSON.stringify(table) });
    },
  };
}

/** The text packs of a build in `directory`: `texts/<language>/<pack>` → file. */
export function readTextPacks(directory: string): Readonly<Record<string, string>> {
  // Written by our own build.
  return JSON.parse(readFileSync(join(directory, textPacksFile), 'utf8')) as Record<string, string>;
}

async function readTexts(source: string): Promise<Readonly<Record<string, Texts>>> {
  const module: unknown = await import(pathToFileURL(join(source, 'messages/web-catalogues.ts')).href);
  const { webTexts } = module as { readonly webTexts: Readonly<Record<string, () => Promise<Texts>>> };
  return Object.fromEntries(await Promise.all(Object.entries(webTexts).map(async ([language, load]) => [language, await load()] as const)));
}

/** `web/app/packs.ts` knows the packs of each page; the dialogs can open on any page, and a sign-in can lead to any. */
async function readPages(source: string): Promise<PageLoads> {
  const load = async (file: string): Promise<unknown> => import(pathToFileURL(join(source, 'web/app', file)).href);
  const { notFoundRoute } = (await load('pages/first-routes.ts')) as { readonly notFoundRoute: object };
  const { routes } = (await load('pages/routes.ts')) as { readonly routes: readonly object[] };
  const { packsOf } = (await load('packs.ts')) as { readonly packsOf: (route: object) => readonly string[] };
  return [
    ...[notFoundRoute, ...routes].map(packsOf),
    ...['proof-dialog', 'consent-sheet', 'after-sign-in', 'captcha-dialog', 'shared/server-error'].map((pack) => ['app', pack]),
    ['app', 'shared/sign-in/login', 'second-step'],
    ['app', 'account-frame', 'points'],
    ...['shared/sign-in/login', 'shared/account/result'].map((screen) => ['app', screen, 'qr-panel']),
  ];
}

function codeOf(keys: readonly string[], texts: Texts): string {
  return `export default ${JSON.stringify(Object.fromEntries(keys.map((key) => [key, texts[key]])))}`;
}

interface NameParts {
  readonly pack: string;
  readonly language: string;
  readonly version: string;
}

function fileName({ pack, language, version }: NameParts): string {
  return `assets/${pack.replaceAll('/', '-')}.${language}-${version}.js`;
}

/** The browser's module, which knows the rule of `fileName`. */
function loaderOf(versions: Readonly<Record<string, string>>): string {
  const address = "/assets/${pack.replaceAll('/', '-')}.${language}-${versions[language]}.js";
  return `const versions = ${JSON.stringify(versions)};
export const loadPack = async (pack, language) => (await import(/* @vite-ignore */ \`${address}\`)).default;`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appConfig } from '#server/capabilities/account/reference/app-config.ts';
import { compress } from '#server/app/pages/web-encoding.ts';
import { loadConfig } from '#server/platform/settings/config.ts';

/**
 * KiB of scripts, texts and styles, compressed by Brotli, that a page may load before its first key; its HTML, answers
 * and headers add about 4. React alone is 58.5 (docs/scaling.md). A larger number here needs a reason.
 */
export const firstLoadBudgets: Readonly<Record<string, number>> = {
  // 0.2 KiB of each are for chance: the names of files are hashes, and compress now better, now worse.
  '/login': 98,
  '/register': 103.7,
  '/pc-account-home': 104.1,
  '/mobile-account-home': 101,
};

/** KiB of the script of pages inside other windows, which no other page loads. */
export const embeddedBudget = 3.8;

/** The part of `dist/web.json` that sizes come from. */
export interface BuiltFiles {
  readonly entry: string;
  readonly embedded: { readonly script: string };
  readonly chunks: Readonly<Record<string, { readonly scripts: readonly string[]; readonly styles: readonly string[] } | undefined>>;
  readonly styles: Readonly<Record<string, string>>;
  readonly assets: Readonly<Record<string, { readonly compressed: { readonly br: number } } | undefined>>;
}

/** The source modules of a page, without the entry. */
export type ModulesOf = (path: string) => Promise<readonly string[]>;

/** @throws {Error} without a build */
export async function readFirstLoads(root: string): Promise<{ readonly build: BuiltFiles; readonly modulesOf: ModulesOf }> {
  // Both were written by our own build. Of the two languages Chinese has the larger texts.
  const build = JSON.parse(readFileSync(join(root, 'dist/web.json'), 'utf8')) as BuiltFiles;
  const { renderPage } = (await import(pathToFileURL(join(root, 'dist/ssr/prerender.js')).href)) as {
    readonly renderPage: (path: string, variant: object) => Promise<{ readonly modules: readonly string[] }>;
  };
  const config = appConfig(loadConfig({ NODE_ENV: 'test' }));
  return { build, modulesOf: async (path) => (await renderPage(path, { language: 'zh_CN', vendor: false, config })).modules };
}

/** KiB of the files of these modules and of the entry. */
export async function firstLoadOf(modules: readonly string[], build: BuiltFiles): Promise<number> {
  const chunks = [build.entry, ...modules].map((module) => {
    const chunk = build.chunks[module];
    if (chunk === undefined) throw new Error(`The build has no ${module}.`);
    return chunk;
  });
  const scripts = [...new Set(chunks.flatMap((chunk) => chunk.scripts))];
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.styles))].map((sheet) => build.styles[sheet] ?? '').join('');
  const ofScripts = scripts.reduce((sum, script) => sum + (build.assets[script]?.compressed.br ?? Number.NaN), 0);
  return (ofScripts + (await compress(Buffer.from(styles), 'br')).length) / 1024;
}

/** One sentence for each page that loads more than its budget, and one line with all sizes. */
export async function firstLoadProblems(build: BuiltFiles, modulesOf: ModulesOf) {
  const pages: { readonly path: string; readonly budget: number; readonly kib: number }[] = [];
  for (const [path, budget] of Object.entries(firstLoadBudgets)) {
    pages.push({ path, budget, kib: await firstLoadOf(await modulesOf(path), build) });
  }
  const ofWindows = (build.assets[build.embedded.script]?.compressed.br ?? Number.NaN) / 1024;
  pages.push({ path: 'a window of the desktop', budget: embeddedBudget, kib: ofWindows });
  // Not a number counts as too much.
  const tooMuch = pages.filter(({ kib, budget }) => !(kib <= budget));
  return {
    problems: tooMuch.map(
      ({ path, budget, kib }) =>
        `${path} loads ${kib.toFixed(1)} KiB at first, and may load ${budget}: load later what nobody needs before the first key.`,
    ),
    sizes: pages.map(({ path, kib }) => `${path} ${kib.toFixed(1)}`).join(', '),
  };
}

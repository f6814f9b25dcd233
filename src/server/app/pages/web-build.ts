import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logo } from '#server/platform/settings/brand.ts';

/** The scripts and style sheets that a source module needs, found by `tools/build-web.ts`. */
export interface WebChunk {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface WebAsset {
  /** Size in bytes, uncompressed. */
  readonly raw: number;
  readonly sha256: string;
}

/** The output of the web application's build for the server: `dist/web.json`. */
export interface WebBuild {
  /** The source module of the browser's entry. */
  readonly entry: string;
  /** The URL of the script that older engines load before the application. */
  readonly olderEngines: string;
  /** The script of pages inside a window of a host, and their styles beyond those of the page. */
  readonly embedded: { readonly script: string; readonly style: string };
  readonly favicon: string;
  readonly chunks: Readonly<Record<string, WebChunk>>;
  /** The text of every style sheet, by URL. */
  readonly styles: Readonly<Record<string, string>>;
  /** Every file under /assets/, by URL. */
  readonly assets: Readonly<Record<string, WebAsset>>;
  /** The absolute path of the build. */
  readonly directory: string;
}

/** The directory that `npm run build` writes. */
export const defaultDist = resolve(import.meta.dirname, '../../../../dist');

/** The build, or undefined without one. */
export function readWebBuild(directory: string = defaultDist): WebBuild | undefined {
  try {
    // Our own build writes it in the shape of the type.
    return { ...(JSON.parse(readFileSync(join(directory, 'web.json'), 'utf8')) as Omit<WebBuild, 'directory'>), directory };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Our own mark, which is the icon of the pages; undefined without a build. */
export async function builtMark(): Promise<Pick<Logo, 'type' | 'bytes'> | undefined> {
  const build = readWebBuild();
  return build && { type: 'image/svg+xml', bytes: await readFile(join(build.directory, 'web', build.favicon)) };
}

/** The URL of the module that draws pages. It is build output, so it is loaded by URL and not by import. */
export function rendererUrl(build: WebBuild): string {
  return pathToFileURL(join(build.directory, 'ssr/prerender.js')).href;
}

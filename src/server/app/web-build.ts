import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The scripts and style sheets that a source module needs, as `tools/build-web.ts` found them. */
export interface WebChunk {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface WebAsset {
  /** Bytes as they are. */
  readonly raw: number;
  readonly sha256: string;
}

/** What the build of the web application left for the server: `dist/web.json`. */
export interface WebBuild {
  /** The source module of the browser's entry. */
  readonly entry: string;
  readonly favicon: string;
  readonly chunks: Readonly<Record<string, WebChunk>>;
  /** The text of every style sheet, by its address. */
  readonly styles: Readonly<Record<string, string>>;
  /** Every file under /assets/, by its address. */
  readonly assets: Readonly<Record<string, WebAsset>>;
  /** Where it all stands: absolute. */
  readonly directory: string;
}

/** The directory that `npm run build` writes. */
export const defaultDist = resolve(import.meta.dirname, '../../../dist');

/** The build, or undefined when there is none. */
export function readWebBuild(directory: string = defaultDist): WebBuild | undefined {
  try {
    // Written by our own build, in the shape that the type says.
    return { ...(JSON.parse(readFileSync(join(directory, 'web.json'), 'utf8')) as Omit<WebBuild, 'directory'>), directory };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The address of the module that draws pages. It is build output, so it is loaded by address and not by import. */
export function rendererUrl(build: WebBuild): string {
  return pathToFileURL(join(build.directory, 'ssr/prerender.js')).href;
}

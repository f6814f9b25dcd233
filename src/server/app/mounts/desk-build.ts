import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDist } from '#server/app/pages/web-build.ts';

/** The output of the desk's build for the server: `dist/desk/desk.json`. */
export interface DeskBuild {
  /** URLs of the script and the style sheets of the document. */
  readonly entry: string;
  readonly styles: readonly string[];
  /** Every file under /desk/assets/, by URL. */
  readonly assets: readonly string[];
  /** The absolute path of the build. */
  readonly directory: string;
}

/** The build, or undefined without one. */
export function readDeskBuild(dist: string = defaultDist): DeskBuild | undefined {
  const directory = join(dist, 'desk');
  try {
    // Our own build writes it in the shape of the type.
    return { ...(JSON.parse(readFileSync(join(directory, 'desk.json'), 'utf8')) as Omit<DeskBuild, 'directory'>), directory };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

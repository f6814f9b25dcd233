import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What runs here. `tools/stage-image.ts` writes the commit; a clone does not know it. */
export interface Release {
  readonly version: string;
  readonly commit: string;
}

export const release: Release = readRelease();

/** For people. */
export const releaseText = `${release.version} (${release.commit})`;

function readRelease(): Release {
  const text = readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file
  const { version, commit = 'a clone' } = JSON.parse(text) as { readonly version: string; readonly commit?: string };
  return { version, commit };
}

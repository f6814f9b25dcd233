import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screenFile } from '#web/app/pages/screen-file.ts';

/** Files below src/web of all screens, by which the server finds them in the build. Read as text: routes import pages' types. */
export function screenFiles(root: string): readonly string[] {
  const routes = readFileSync(join(root, 'src/web/app/pages/routes.ts'), 'utf8');
  return [...new Set(Array.from(routes.matchAll(/screen: '([^']+)'/g), ([, screen = '']) => screenFile(screen)))];
}

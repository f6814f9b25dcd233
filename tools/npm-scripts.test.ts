import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsIn, isScript } from './npm-scripts.ts';

const root = join(import.meta.dirname, '..');
const sources = ['README.md', 'docs/**/*.md', 'lab/**/*.{md,ts}', 'src/**/*.{md,ts,tsx}', 'tools/*.ts', 'e2e/**/*.ts', '*.config.ts'];

test('every npm script named in a document or comment exists', () => {
  const unknown = globSync(sources, { cwd: root, exclude: ['**/node_modules/**'] }).flatMap((file) =>
    commandsIn(readFileSync(join(root, file), 'utf8'))
      .filter((command) => !isScript(command))
      .map(({ name, workspace }) => `${file}: npm run ${name}${workspace && ` -w ${workspace}`}`),
  );
  expect(unknown).toEqual([]);
});

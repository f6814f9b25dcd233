import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listDependencies } from './server-dependencies.ts';

const root = `${import.meta.dirname}/..`;
const files = globSync('src/server/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('src/server/testing/'),
);
const found = listDependencies(new Map(files.map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')])));

describe('dependency types of server functions', () => {
  it('are found, with the names that they choose and that nobody uses', () => {
    const sample = new Map([
      [
        'src/server/a.ts',
        `import type { BDeps } from './b.ts';
        /** Not used: y. */
        export interface ADeps extends BDeps, Pick<Other, 'x' | 'y'> { readonly z: Z }
        export const a = ({ x, z, one }: ADeps) => x(z, one);`,
      ],
      [
        'src/server/b.ts',
        'export type BDeps = { readonly one: 1; readonly two: 2 } & Omit<Whole, "four"> & Core;\ninterface Whole { three: 3; four: 4 }',
      ],
    ]);
    expect(listDependencies(sample)).toEqual([
      { file: 'src/server/a.ts', name: 'ADeps', names: ['x', 'y', 'z'], whole: ['BDeps'], unused: ['y'] },
      { file: 'src/server/b.ts', name: 'BDeps', names: ['one', 'two'], whole: ['Whole', 'Core'], unused: ['two'] },
    ]);
    expect(found.length).toBeGreaterThan(150);
  });

  it('name nothing that is not used', () => {
    const needless = found.flatMap(({ file, name, unused }) => unused.map((one) => `${one} of ${name} in ${file}`));
    expect(needless).toEqual([]);
  });

  it('choose from the core, except where routes are bound', () => {
    const greedy = found.filter(({ file, whole }) => whole.includes('Core') && !/(?:\.routes|capability)\.ts$/.test(file));
    expect(greedy.map(({ file, name }) => `${name} in ${file}`)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listDependencies } from './server-dependencies.ts';

const most = 5;

const files = globSync('src/server/**/*.ts', { cwd: `${import.meta.dirname}/..` }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('src/server/testing/'),
);
const found = listDependencies(new Map(files.map((file) => [file, readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')])));

describe('dependency types of server functions', () => {
  it('are found, with inherited members', () => {
    const sample = new Map([
      [
        'src/server/a.ts',
        "import type { BDeps } from './b.ts';\nexport interface ADeps extends BDeps, Pick<Other, 'x' | 'y'> { readonly z: Z }",
      ],
      [
        'src/server/b.ts',
        '/** More than five: it is a sample. */\nexport type BDeps = { readonly one: 1 } & Omit<Four, "two">;\ninterface Four { two: 2; three: 3 }',
      ],
    ]);
    expect(listDependencies(sample)).toEqual([
      { file: 'src/server/a.ts', name: 'ADeps', members: ['one', 'three', 'x', 'y', 'z'], reason: undefined },
      { file: 'src/server/b.ts', name: 'BDeps', members: ['one', 'three'], reason: 'it is a sample.' },
    ]);
    expect(found.length).toBeGreaterThan(40);
  });

  it.each(found.map((one) => ({ ...one, label: `${one.name} of ${one.file}` })))(
    '$label has five members at most, or says why',
    ({ members, reason }) => {
      expect(members.length <= most || reason !== undefined, members.join(', ')).toBe(true);
    },
  );

  it('have no unneeded excuse', () => {
    expect(found.filter(({ members, reason }) => members.length <= most && reason !== undefined)).toEqual([]);
  });
});

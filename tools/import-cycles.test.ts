import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importCycles } from './import-cycles.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-cycles-'));
  write('package.json', JSON.stringify({ imports: { '#server/*': './src/server/*' } }));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

test('reports two modules that import types of each other', () => {
  write('src/server/a.ts', `import type { B } from './core/b.tsx';\nexport type A = B;\n`);
  write('src/server/core/b.tsx', `import { type A } from '#server/a.ts';\nexport interface B { readonly a: A }\n`);
  expect(importCycles(root)).toEqual([['src/server/a.ts', 'src/server/core/b.tsx']]);
});

test('reports a cycle over a re-export once, from every module in it', () => {
  write('src/a.ts', `export type { C } from './b.ts';\n`);
  write('src/b.ts', `export * from './c.ts';\n`);
  write('src/c.ts', `import type { C as D } from './a.ts';\nexport type C = D | undefined;\n`);
  write('src/entry.ts', `import './a.ts';\n`);
  expect(importCycles(root)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']]);
});

test('accepts modules that share a third one or load each other on demand', () => {
  write('src/a.ts', `import { c } from './c.ts';\nexport const a = () => [c, import('./b.ts')];\n`);
  write('src/b.ts', `import { a } from './a.ts';\nimport { c } from './c.ts';\nimport 'node:fs';\nexport const b = [a, c];\n`);
  write('src/c.ts', `export const c = 1;\n`);
  expect(importCycles(root)).toEqual([]);
});

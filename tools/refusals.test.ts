import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#contract/errors.ts';
import { parseModule, walk } from './syntax-tree.ts';

const root = join(import.meta.dirname, '../src/server');

/** Refusals that the server never answers, with the reason. Their names also have other meanings in its code. */
const others: Readonly<Record<string, string>> = {
  unknown: 'a client’s name for a number that it does not know',
};

test('the server can answer every refusal of the catalogue', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^(?:testing|development)\//.test(file));
  expect(files.length).toBeGreaterThan(300);
  const named = new Set<unknown>();
  for (const file of files) {
    walk(parseModule(file, readFileSync(join(root, file), 'utf8')), (node) => {
      if (node['type'] === 'Literal') named.add(node['value']);
    });
  }
  expect(Object.keys(catalogue).filter((name) => !named.has(name) && !Object.hasOwn(others, name))).toEqual([]);
});

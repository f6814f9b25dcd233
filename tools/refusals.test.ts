import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#contract/errors.ts';
import { parseModule, walk } from './syntax-tree.ts';

const root = join(import.meta.dirname, '../src/server');
const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^(?:testing|development)\//.test(file));

interface Made {
  readonly name: string;
  readonly place: string;
  /** Words of the log that name the rule: a reason, or the fields whose rules failed. */
  readonly isTold: boolean;
}

/** Every `new Refusal(…)` of a source. */
function madeIn(file: string, source: string): readonly Made[] {
  const made: Made[] = [];
  walk(parseModule(file, source), (node) => {
    if (node['type'] !== 'NewExpression' || textAt(source, node['callee']) !== 'Refusal') return;
    const [name, detail] = node['arguments'] as readonly unknown[];
    const line = source.slice(0, Number(node['start'])).split('\n').length;
    made.push({ name: textAt(source, name), place: `${file}:${line}`, isTold: /\b(?:reason|fields)\b/.test(textAt(source, detail)) });
  });
  return made;
}

function textAt(source: string, node: unknown): string {
  const { start = 0, end = 0 } = (node ?? {}) as { readonly start?: number; readonly end?: number };
  return source.slice(start, end);
}

/** Places that make a refusal of which there are several, and do not say which one it is. */
function untold(all: readonly Made[]): readonly string[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return all.filter(({ name, isTold }) => !isTold && (byName.get(name) ?? []).length > 1).map(({ name, place }) => `${name} at ${place}`);
}

/** Refusals that the server never answers, with the reason. Their names also have other meanings in its code. */
const others: Readonly<Record<string, string>> = {
  unknown: 'a client’s name for a number that it does not know',
};

test('the server can answer every refusal of the catalogue', () => {
  expect(files.length).toBeGreaterThan(300);
  const named = new Set<unknown>();
  for (const file of files) {
    walk(parseModule(file, readFileSync(join(root, file), 'utf8')), (node) => {
      if (node['type'] === 'Literal') named.add(node['value']);
    });
  }
  expect(Object.keys(catalogue).filter((name) => !named.has(name) && !Object.hasOwn(others, name))).toEqual([]);
});

test('a refusal that several places make has a private reason at each of them', () => {
  const sample = "throw new Refusal('a'); throw new Refusal('a', { reason: 'late' }); throw new Refusal('b');";
  expect(untold(madeIn('sample.ts', sample))).toEqual(["'a' at sample.ts:1"]);
  const all = files.flatMap((file) => madeIn(file, readFileSync(join(root, file), 'utf8')));
  expect(all.length).toBeGreaterThan(350);
  expect(untold(all)).toEqual([]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const root = join(import.meta.dirname, '..');

/** A test as named on the page: a file in backticks, followed by titles in curly quotes. */
export interface Named {
  readonly file: string;
  readonly titles: readonly string[];
}

/** The tests that a text names. */
export function namedIn(text: string): readonly Named[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g)].map(([, file = '', quoted = '']) => ({
    file: /^(?:e2e|lab|tools|src)\//.test(file) ? file : `src/server/${file}`,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

export interface FoundTest {
  readonly title: string;
  readonly body: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** The function of a call chain: `it`, `it.each(…)`, `test.skip` … as written, without its table. */
function calleeOf(node: Node): string {
  const { callee, object, property, name, tag } = node;
  if (typeof name === 'string') return name;
  if (isNode(object) && isNode(property)) return `${calleeOf(object)}.${calleeOf(property)}`;
  if (isNode(callee)) return calleeOf(callee);
  return isNode(tag) ? calleeOf(tag) : '';
}

function literalOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (typeof value['value'] === 'string') return value['value'];
  const { quasis } = value;
  const [only, more]: readonly unknown[] = Array.isArray(quasis) ? quasis : [];
  if (!isNode(only) || more !== undefined) return undefined;
  return (only['value'] as { readonly cooked?: string }).cooked;
}

const found = new Map<string, readonly FoundTest[]>();

/** The tests of a file that run, each with its whole text. */
export function testsOf(file: string): readonly FoundTest[] {
  const known = found.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(join(root, file), 'utf8');
  const tests: FoundTest[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' && /^(?:it|test)(?:\.each|\.for)?$/.test(calleeOf(value))) {
      const [title] = value['arguments'] as readonly unknown[];
      const text = literalOf(title);
      if (text !== undefined) tests.push({ title: text, body: source.slice(value.start, value.end) });
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child);
  };
  visit(parseSync(file, source).program);
  found.set(file, tests);
  return tests;
}

/** What a page names that does not exist, or does not run. */
export function missingTests(named: readonly Named[]): readonly string[] {
  return named.flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [file];
    const own = new Set(testsOf(file).map(({ title }) => title));
    return titles.filter((title) => !own.has(title)).map((title) => `${file}: ${title}`);
  });
}

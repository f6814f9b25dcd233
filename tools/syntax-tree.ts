import { parseSync } from 'vite';

/** A node of a parsed module (ESTree with TypeScript). */
export type Tree = Readonly<Record<string, unknown>>;

/** @throws {Error} if the source is not a module */
export function parseModule(file: string, source: string): Tree {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  return program as unknown as Tree;
}

/** `a` or `a.b`; '' for any other node. */
export function nameOf(node: unknown): string {
  if (!isTree(node)) return '';
  if (node['type'] === 'Identifier') return String(node['name']);
  if (node['type'] !== 'MemberExpression' || node['computed'] === true) return '';
  const object = nameOf(node['object']);
  return object === '' ? '' : `${object}.${nameOf(node['property'])}`;
}

/** Visits every node, from the outside in. */
export function walk(node: unknown, visit: (node: Tree) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
  } else if (isTree(node)) {
    if (typeof node['type'] === 'string') visit(node);
    for (const child of Object.values(node)) if (typeof child === 'object') walk(child, visit);
  }
}

export function listOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.filter(isTree) : [];
}

export function textOf(source: string, { start, end }: Tree): string {
  return source.slice(Number(start), Number(end));
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

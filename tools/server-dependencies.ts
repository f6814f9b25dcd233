import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** The dependencies of a server function: an interface or type whose name ends in `Deps`. */
export interface Dependencies {
  readonly file: string;
  readonly name: string;
  /** Names that it chooses itself, in its body or by `Pick`. Those of another type that it extends are not among them. */
  readonly names: readonly string[];
  /** Names that no file uses which knows this type, or one that extends it. */
  readonly unused: readonly string[];
  /** Types that it takes whole. */
  readonly whole: readonly string[];
}

type Tree = Readonly<Record<string, unknown>>;

interface Module {
  /** Text without comments, imports and dependency types. */
  readonly code: string;
  readonly declared: ReadonlyMap<string, Tree>;
  /** Names from other files. */
  readonly imported: ReadonlySet<string>;
}

/** Every `…Deps` of these files (path from the root → text). */
export function listDependencies(files: ReadonlyMap<string, string>): readonly Dependencies[] {
  const modules = new Map(Array.from(files, ([file, source]) => [file, readModule(file, source)] as const));
  return Array.from(modules).flatMap(([file, { declared }]) =>
    Array.from(declared)
      .filter(([name]) => name.endsWith('Deps'))
      .map(([name, declaration]) => {
        const { names, whole } = choicesIn(declaration);
        const users = codeOfUsers(modules, { file, name });
        return { file, name, names, whole, unused: names.filter((one) => !users.some((code) => new RegExp(`\\b${one}\\b`).test(code))) };
      }),
  );
}

function readModule(file: string, source: string): Module {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const body = program.body as unknown as readonly Tree[];
  const declarations = body.map((statement) => (isTree(statement['declaration']) ? statement['declaration'] : statement));
  const types = declarations.filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration');
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const hidden = [...comments, ...imports, ...types.filter(({ id }) => textOf(id).endsWith('Deps'))] as readonly Tree[];
  return {
    code: without(source, hidden),
    declared: new Map(types.map((one) => [textOf(one['id']), one])),
    imported: new Set(
      imports.flatMap(({ source: from, specifiers }) =>
        treesOf(specifiers).map((one) => `${fileOf(file, from)} ${textOf(one['imported'])}`),
      ),
    ),
  };
}

function without(source: string, parts: readonly Tree[]): string {
  const sorted = parts.toSorted((a, b) => Number(a['start']) - Number(b['start']));
  let code = '';
  let at = 0;
  for (const { start, end } of sorted) {
    if (Number(start) > at) code += source.slice(at, Number(start));
    at = Math.max(at, Number(end));
  }
  return code + source.slice(at);
}

function fileOf(file: string, from: unknown): string {
  const path = isTree(from) ? String(from['value']) : '';
  return path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path);
}

interface Named {
  readonly file: string;
  readonly name: string;
}

/** The code of the files that know a type, or a type that is made of it. */
function codeOfUsers(modules: ReadonlyMap<string, Module>, type: Named, seen = new Set<string>()): readonly string[] {
  const id = `${type.file} ${type.name}`;
  if (seen.has(id)) return [];
  seen.add(id);
  const knowing = Array.from(modules).filter(([file, { imported }]) => file === type.file || imported.has(id));
  return knowing.flatMap(([file, { code, declared }]) => [
    code,
    ...Array.from(declared)
      .filter(([, declaration]) => mentions(declaration, type.name))
      .flatMap(([name]) => codeOfUsers(modules, { file, name }, seen)),
  ]);
}

function mentions(node: Tree, name: string): boolean {
  return Object.entries(node).some(([key, value]) => {
    if (key === 'typeName' || key === 'expression') return textOf(value) === name;
    if (Array.isArray(value)) return treesOf(value).some((each) => mentions(each, name));
    return isTree(value) && mentions(value, name);
  });
}

type Choices = Pick<Dependencies, 'names' | 'whole'>;

/** For an interface, of its `extends` clause and its body; for a type, of the right side of the equals sign. */
function choicesIn(declaration: Tree): Choices {
  return joined([...treesOf(declaration['extends']), declaration['body'], declaration['typeAnnotation']].filter(isTree).map(choices));
}

function choices(part: Tree): Choices {
  const parts = [part['body'], part['members'], part['types']].flatMap(treesOf);
  if (part['type'] === 'TSInterfaceBody' || part['type'] === 'TSTypeLiteral')
    return { names: parts.map(({ key }) => textOf(key)), whole: [] };
  if (part['type'] === 'TSIntersectionType') return joined(parts.map(choices));
  const name = textOf(part['expression'] ?? part['typeName']);
  const [first, second] = isTree(part['typeArguments']) ? treesOf(part['typeArguments']['params']) : [];
  if (name === 'Pick' && second !== undefined) return { names: literalsIn(second), whole: [] };
  return first === undefined ? { names: [], whole: [name] } : choices(first);
}

function joined(all: readonly Choices[]): Choices {
  return { names: all.flatMap(({ names }) => names), whole: all.flatMap(({ whole }) => whole) };
}

function literalsIn(part: Tree): readonly string[] {
  if (part['type'] === 'TSUnionType') return treesOf(part['types']).flatMap(literalsIn);
  return isTree(part['literal']) ? [String(part['literal']['value'])] : [];
}

function textOf(node: unknown): string {
  return isTree(node) ? String(node['name'] ?? node['value']) : '';
}

function treesOf(value: unknown): readonly Tree[] {
  return Array.isArray(value) ? value.filter(isTree) : [];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

/** The dependencies of a server function: an interface or type whose name ends in `Deps`. */
export interface Dependencies {
  readonly file: string;
  readonly name: string;
  /** Including inherited ones. */
  readonly members: readonly string[];
  /** Why there are more than a reader keeps in mind: the part of its comment after "More than five:". */
  readonly reason: string | undefined;
}

type Tree = Readonly<Record<string, unknown>>;

interface Module {
  readonly source: string;
  readonly comments: readonly { readonly value: string; readonly end: number }[];
  readonly declared: ReadonlyMap<string, Tree>;
  /** Name here → file and name of its origin. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

/** Every `…Deps` of these files (path from the root → text). */
export function listDependencies(files: ReadonlyMap<string, string>): readonly Dependencies[] {
  const modules = new Map(Array.from(files, ([file, source]) => [file, readModule(file, source)] as const));
  return Array.from(modules).flatMap(([file, { declared }]) =>
    Array.from(declared.keys())
      .filter((name) => name.endsWith('Deps'))
      .map((name) => ({ file, name, members: [...membersOf(modules, file, name)].toSorted(), reason: reasonOf(modules, file, name) })),
  );
}

function readModule(file: string, source: string): Module {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse`);
  const body = program.body as unknown as readonly Tree[];
  const declarations = body.map((statement) => (isTree(statement['declaration']) ? statement['declaration'] : statement));
  const declared = declarations.filter(({ type }) => type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration');
  const imported = body
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ source: from, specifiers }) =>
      treesOf(specifiers).map((one) => [textOf(one['local']), importOf(file, from, one)] as const),
    );
  return { source, comments, declared: new Map(declared.map((one) => [textOf(one['id']), one])), imported: new Map(imported) };
}

function importOf(file: string, from: unknown, specifier: Tree): { readonly file: string; readonly name: string } {
  const path = isTree(from) ? String(from['value']) : '';
  return { file: path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path), name: textOf(specifier['imported']) };
}

function membersOf(modules: ReadonlyMap<string, Module>, file: string, name: string): ReadonlySet<string> {
  const module = modules.get(file);
  const declaration = module?.declared.get(name);
  const imported = module?.imported.get(name);
  if (declaration !== undefined) return new Set(partsOf(declaration).flatMap((part) => [...namesIn(modules, file, part)]));
  return imported === undefined ? new Set() : membersOf(modules, imported.file, imported.name);
}

/** For an interface, its `extends` clause and its body; for a type, the right side of the equals sign. */
function partsOf(declaration: Tree): readonly Tree[] {
  return [...treesOf(declaration['extends']), declaration['body'], declaration['typeAnnotation']].filter(isTree);
}

function namesIn(modules: ReadonlyMap<string, Module>, file: string, part: Tree): readonly string[] {
  const parts = [part['body'], part['members'], part['types']].flatMap(treesOf);
  if (part['type'] === 'TSInterfaceBody' || part['type'] === 'TSTypeLiteral') return parts.map(({ key }) => textOf(key));
  if (part['type'] === 'TSIntersectionType') return parts.flatMap((each) => namesIn(modules, file, each));
  const name = textOf(part['expression'] ?? part['typeName']);
  const [first, second] = isTree(part['typeArguments']) ? treesOf(part['typeArguments']['params']) : [];
  if (first === undefined) return [...membersOf(modules, file, name)];
  const chosen = second === undefined ? [] : literalsIn(second);
  if (name === 'Pick') return chosen;
  const all = namesIn(modules, file, first);
  return name === 'Omit' ? all.filter((member) => !chosen.includes(member)) : all;
}

function literalsIn(part: Tree): readonly string[] {
  if (part['type'] === 'TSUnionType') return treesOf(part['types']).flatMap(literalsIn);
  return isTree(part['literal']) ? [String(part['literal']['value'])] : [];
}

function reasonOf(modules: ReadonlyMap<string, Module>, file: string, name: string): string | undefined {
  const module = modules.get(file);
  const start = Number(module?.declared.get(name)?.['start']);
  const comment = module?.comments.find(({ end }) => end <= start && /^\s*(?:export\s+)?$/.test(module.source.slice(end, start)));
  return /More than five: (.+?\.)/s.exec(comment?.value ?? '')?.[1]?.replaceAll(/\s*\n\s*\*?\s*/g, ' ');
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

import { screenFile } from '#web/app/pages/screen-file.ts';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { PackName } from '#web/lib/texts/texts.ts';
import { isTree, listOf, nameOf, parseModule, walk, type Tree } from './syntax-tree.ts';

/** The text keys that a module names, and its imports. */
interface ModuleTexts {
  readonly keys: ReadonlySet<string>;
  readonly imports: readonly string[];
  /** Modules that it imports when it needs them. */
  readonly importsLater: readonly string[];
  /** Whether it loads texts, its own or those of what it imports later. */
  readonly loadsTexts: boolean;
}

/** Text keys that cannot be assigned to a page: one sentence with the file for each. */
export class TextKeyError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'TextKeyError';
  }
}

/** Tables of the parts of pages, whose texts come with each page (`web/app/pages/view.ts`). */
const loaders: ReadonlySet<string> = new Set(['web/app/pages/screens.ts', 'web/app/pages/frames.ts']);

/** Functions that take a key. */
const translators = ['t', 'translate'];

/**
 * Finds the texts that each page may show: the keys that its modules name. A key is a literal, or a template that
 * begins with the name of a family and stands for the whole family (`title.${kind}`). Types ensure that every key is
 * one of the two; a template without a family and a cast to a key would escape them and are errors.
 */
function createTextKeys(source: string, keys: readonly string[]) {
  const known = new Set(keys);
  const modules = new Map<string, ModuleTexts>();
  const problems = new Set<string>();

  function read(file: string): ModuleTexts {
    let texts = modules.get(file);
    if (texts === undefined) {
      texts = textsOf(file);
      modules.set(file, texts);
    }
    return texts;
  }

  function textsOf(file: string): ModuleTexts {
    const found = new Set<string>();
    const imports: string[] = [];
    const later: string[] = [];
    let loadsTexts = loaders.has(relative(source, file));
    const name = relative(source, file);
    const program = parseModule(file, readFileSync(file, 'utf8'));
    const families = new Map<unknown, readonly string[]>();
    walk(program, (node) => {
      const specifier = importedBy(node);
      const target = specifier === undefined ? undefined : resolveImport(source, file, specifier);
      if (target !== undefined) imports.push(target);
      const { type, value } = node;
      if (target !== undefined && type === 'ImportExpression') later.push(target);
      if (type === 'CallExpression' && nameOf(node['callee']) === 'loadTexts') loadsTexts = true;
      if (type === 'Literal' && typeof value === 'string' && known.has(value)) found.add(value);
      if (type === 'TemplateLiteral') {
        const family = familyOf(node, keys);
        families.set(node, family);
        for (const key of family) found.add(key);
      }
    });
    walk(program, (node) => {
      const escaping = escapingKey(node, families);
      if (escaping !== undefined) problems.add(`${name}: ${escaping}`);
    });
    return { keys: found, imports, importsLater: later, loadsTexts };
  }

  return {
    /** Every key named by a module and its imports; modules behind `borders` belong to other pages. */
    reachableFrom(file: string, borders: ReadonlySet<string>): ReadonlySet<string> {
      const seen = new Set<string>();
      const found = new Set<string>();
      const waiting = [file];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (seen.has(next) || (next !== file && borders.has(next))) continue;
        seen.add(next);
        const texts = read(next);
        for (const later of texts.importsLater.filter((each) => borders.has(each)))
          if (!texts.loadsTexts && !read(later).loadsTexts)
            problems.add(`${relative(source, next)}: ${relative(source, later)} is shown without a load of its texts`);
        for (const key of texts.keys) found.add(key);
        waiting.push(...texts.imports);
      }
      return found;
    },
    /** @throws {TextKeyError} */
    finish(): void {
      if (problems.size > 0) throw new TextKeyError([...problems]);
    },
  };
}

/** The packs of texts that each page or dialog loads, its own last. */
export type PageLoads = readonly (readonly string[])[];

/**
 * The keys of every pack: each holds the keys that its module needs (`roots`, or the file of a screen), except keys of
 * other packs that are always loaded with it.
 * @throws {TextKeyError}
 */
export function keysOfPacks(source: string, { keys, pages }: { readonly keys: readonly string[]; readonly pages: PageLoads }) {
  const texts = createTextKeys(source, keys);
  const names = new Set(pages.flat());
  const fileOf = (pack: string): string => join(source, 'web', roots[pack] ?? screenFile(pack));
  const borders = new Set(Array.from(names, fileOf));
  const needed = new Map(Array.from(names, (pack) => [pack, texts.reachableFrom(fileOf(pack), borders)]));
  texts.finish();
  const packs = Array.from(needed, ([pack, own]) => {
    const loads = pages.filter((page) => page.includes(pack)).map((page) => page.slice(0, page.indexOf(pack)));
    const isElsewhere = (key: string): boolean => loads.every((before) => before.some((other) => needed.get(other)?.has(key)));
    return [pack, keys.filter((key) => own.has(key) && !isElsewhere(key))] as const;
  });
  return new Map(packs);
}

/** Packs of modules that are not screens. */
const roots: Readonly<Record<string, string>> = {
  app: 'app/entry-client.tsx',
  'page-names': 'app/pages/routes.ts',
  'account-frame': 'app/shell/frames/account-frame.tsx',
  'developer-frame': 'app/shell/frames/developer-frame.tsx',
  'proof-dialog': 'widgets/identity-proof/proof-dialog.tsx',
  'consent-sheet': 'widgets/separate-consents/consent-sheet.tsx',
  'after-sign-in': 'features/sign-in/passkeys/after-sign-in.ts',
  'second-step': 'features/sign-in/sign-in/second-step-form.tsx',
  'qr-panel': 'features/sign-in/qr/qr-panel.tsx',
  'captcha-dialog': 'widgets/captcha/captcha-dialog.tsx',
  points: 'features/protection/checkup/points.tsx',
} satisfies Record<Exclude<PackName, `${string}/${string}`>, string>;

/** The module that a node imports, except for types. */
function importedBy(node: Tree): string | undefined {
  const { type } = node;
  if (type === 'ImportDeclaration') {
    const specifiers = listOf(node['specifiers']);
    const isTypes = node['importKind'] === 'type' || (specifiers.length > 0 && specifiers.every((each) => each['importKind'] === 'type'));
    return isTypes ? undefined : textOfLiteral(node['source']);
  }
  if (type === 'ExportNamedDeclaration' || type === 'ExportAllDeclaration')
    return node['exportKind'] === 'type' ? undefined : textOfLiteral(node['source']);
  return type === 'ImportExpression' ? textOfLiteral(node['source']) : undefined;
}

/** Our file that an import means. The catalogues name every key and need none, so they are left out. */
function resolveImport(source: string, from: string, specifier: string): string | undefined {
  if (!/\.tsx?$/.test(specifier)) return undefined;
  const file = specifier.startsWith('.')
    ? join(dirname(from), specifier)
    : specifier.startsWith('#')
      ? join(source, specifier.slice(1))
      : '';
  const isCatalogue = /^messages\/[^/]+\//.test(relative(source, file));
  if (file === '' || isCatalogue) return undefined;
  if (!existsSync(file)) throw new Error(`${relative(source, from)} imports ${specifier}, which is not there.`);
  return file;
}

/** The keys that a template may become: none unless it begins with the name of a family. */
function familyOf(template: Tree, keys: readonly string[]): readonly string[] {
  const parts = listOf(template['quasis']).map(({ value }) => (isTree(value) ? String(value['cooked']) : ''));
  if (!/^[a-z]\w*\./i.test(parts[0] ?? '')) return [];
  const pattern = new RegExp(`^${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('.+')}$`);
  return keys.filter((key) => pattern.test(key));
}

/** The problem with a key of unknown origin. */
function escapingKey(node: Tree, families: ReadonlyMap<unknown, readonly string[]>): string | undefined {
  const isFamily = (each: unknown): boolean => (families.get(each)?.length ?? 0) > 0;
  if (node['type'] === 'CallExpression' && translators.includes(nameOf(node['callee']))) {
    for (const each of keysIn(listOf(node['arguments'])[0])) {
      if (each['type'] === 'TemplateLiteral' && !isFamily(each)) return 'the template of a key does not begin with the name of its family';
    }
  }
  if (node['type'] === 'TSAsExpression') {
    const type = isTree(node['typeAnnotation']) ? node['typeAnnotation'] : {};
    if (nameOf(type['typeName']) === 'MessageKey' && !isFamily(node['expression'])) return 'a cast makes a key that nobody has named';
  }
  return undefined;
}

/** The possible values of an argument: the branches of a conditional. */
function keysIn(argument: unknown): readonly Tree[] {
  if (!isTree(argument)) return [];
  if (argument['type'] === 'ConditionalExpression') return [...keysIn(argument['consequent']), ...keysIn(argument['alternate'])];
  if (argument['type'] === 'LogicalExpression') return [...keysIn(argument['left']), ...keysIn(argument['right'])];
  return [argument];
}

function textOfLiteral(node: unknown): string | undefined {
  return isTree(node) && typeof node['value'] === 'string' ? node['value'] : undefined;
}

import { createRequire } from 'node:module';
import type { CompatData, CompatStatement } from '@mdn/browser-compat-data';
import { engineFloor } from '#server/app/pages/engine-gate.ts';
import type { FloorEngine } from './engine-floor.ts';
import { isTree, listOf, nameOf, parseModule, textOf, walk, type Tree } from './syntax-tree.ts';
import { readStyle, type StyleSink } from './read-style.ts';

/**
 * Finds what a built file uses and the floor lacks, by MDN's compatibility data. A feature is named by its path in that
 * data. Where a name could mean several features, it counts as old if one of them is.
 */

/** Read as it is: as an import, Vitest would make a module of its 18 MB, at twenty times the cost. */
const bcd = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

const engines = Object.keys(engineFloor) as readonly FloorEngine[];

/** The first version of an engine with a feature, without prefixes and flags; undefined if there is none. */
export function firstVersion(feature: string, engine: FloorEngine): string | undefined {
  return firstOf(compatOf(feature), engine);
}

/** True if some engine of the floor lacks a known feature. */
export function isNewerThanFloor(feature: string): boolean {
  const compat = compatOf(feature);
  return compat !== undefined && engines.some((engine) => isLater(firstOf(compat, engine), engineFloor[engine]));
}

/** True if `version` is later than `other`, or never. */
export function isLater(version: string | undefined, other: string): boolean {
  if (version === undefined) return true;
  const [one, two] = [version, other].map((text) => text.split('.').map(Number));
  for (const part of [0, 1]) {
    const difference = (one?.[part] ?? 0) - (two?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function compatOf(feature: string): CompatStatement | undefined {
  let found: unknown = bcd;
  for (const part of feature.split('.')) found = isTree(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  return isTree(found) ? (found['__compat'] as CompatStatement | undefined) : undefined;
}

function firstOf(compat: CompatStatement | undefined, engine: FloorEngine): string | undefined {
  const statements = [compat?.support[engine] ?? []].flat();
  const own = statements.filter(({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name);
  // Support in part ends where the whole begins.
  const plain = own.filter(({ version_removed: end }) => !end || own.some(({ version_added: begin }) => begin === end));
  const versions = plain.flatMap(({ version_added: version }) => (/^[≤\d]/.test(String(version)) ? String(version).replace('≤', '') : []));
  return versions.toSorted((one, other) => (isLater(one, other) ? 1 : -1))[0];
}

/** Every feature by the last part of its name. */
function byName(roots: Readonly<Record<string, unknown>>, depth: number): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  const add = (node: unknown, path: string, left: number): void => {
    if (!isTree(node) || left === 0) return;
    for (const [name, child] of Object.entries(node)) {
      if (name === '__compat') continue;
      const feature = `${path}.${name}`;
      names.set(name, [...(names.get(name) ?? []), feature]);
      add(child, feature, left - 1);
    }
  };
  for (const [path, root] of Object.entries(roots)) add(root, path, depth);
  return names;
}

const members = byName({ api: bcd.api, 'javascript.builtins': bcd.javascript['builtins'] }, 2);
const values = byName({ 'css.types': bcd.css.types }, 3);

/**
 * The objects of the language, and the interfaces of the DOM, whose members scripts reach through variables. Those of
 * other interfaces share their names with properties of our own; they begin at a global, which is found by its name.
 */
const reachable =
  /^(?:css\.types|javascript\.builtins|api\.(?:AbortController|AbortSignal|Blob|CanvasRenderingContext2D|CSSStyleSheet|Document|Element|Event|EventTarget|File|FormData|Headers|HTML(?:Button|Dialog|Form|Input|Select|TextArea)?Element|KeyboardEvent|MediaQueryList|Node|Request|Response|Selection|URL|URLSearchParams|Window))\./;

/** The feature of an ambiguous name, if all that it could mean are newer. */
function newerOf(names: ReadonlyMap<string, readonly string[]>, name: string): string | undefined {
  const candidates = (names.get(name) ?? []).filter((feature) => compatOf(feature) !== undefined);
  return candidates.every(isNewerThanFloor) ? candidates.find((feature) => reachable.test(feature)) : undefined;
}

/** The objects that scripts reach by these names. */
const wellKnown: Readonly<Record<string, string>> = {
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  crypto: 'Crypto',
  performance: 'Performance',
};

/** Forms that a bug of some engine of the floor forbids; the data have no entries for them. */
export const faulty = {
  /** Chromium before 91: `a?.(...list)`. */
  spreadBehindChain: 'spread arguments of an optional call',
  /** Chromium before 98: https://crbug.com/v8/12421. */
  staticName: 'a static class field with the name name or length',
  /** Safari before 16 looks names up in the wrong place: https://webkit.org/b/236843. */
  bracketInField: 'a class field with brackets in its initial value',
} as const;

const syntax: Readonly<Record<string, string>> = {
  StaticBlock: 'javascript.classes.static.initialization_blocks',
  ImportAttribute: 'javascript.statements.import.import_attributes',
};

/** What a script uses and the floor lacks. @throws {Error} if it does not parse */
export function newerInScript(file: string, source: string): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (feature: string | undefined): void => {
    if (feature !== undefined && isNewerThanFloor(feature)) found.add(feature);
  };
  const program = parseModule(file, source);
  if (awaitsAtTop(program)) note('javascript.operators.await.top_level');
  walk(program, (node) => {
    const fault = faultOf(node, source);
    if (fault !== undefined) found.add(fault);
    note(syntax[String(node['type'])]);
    for (const feature of featuresOfNode(node)) note(feature);
  });
  return found;
}

function faultOf(node: Tree, source: string): string | undefined {
  if (node['type'] === 'CallExpression' && node['optional'] === true) {
    return listOf(node['arguments']).some(({ type }) => type === 'SpreadElement') ? faulty.spreadBehindChain : undefined;
  }
  if (node['type'] !== 'PropertyDefinition') return undefined;
  const { key, value } = node;
  if (node['static'] === true && ['name', 'length'].includes(nameOf(key))) return faulty.staticName;
  if (!isTree(value) || String(value['type']).includes('Function')) return undefined;
  return textOf(source, value).includes('(') ? faulty.bracketInField : undefined;
}

/** `await` outside of functions. */
function awaitsAtTop(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(awaitsAtTop);
  if (!isTree(node) || /Function|Method/.test(String(node['type']))) return false;
  return node['type'] === 'AwaitExpression' || Object.values(node).some((child) => typeof child === 'object' && awaitsAtTop(child));
}

function featuresOfNode(node: Tree): readonly (string | undefined)[] {
  switch (node['type']) {
    case 'MemberExpression':
      return [featureOfMember(node)];
    case 'NewExpression':
      return [globalNamed(nameOf(node['callee']))];
    case 'CallExpression':
      return [globalNamed(nameOf(node['callee'])), eventOf(node)];
    case 'BinaryExpression':
      return [
        isTree(node['left']) && node['left']['type'] === 'PrivateIdentifier' ? 'javascript.classes.private_class_fields_in' : undefined,
      ];
    case 'Literal':
      return isTree(node['regex']) ? featuresOfPattern(node['regex']) : featuresOfSelector(String(node['value']));
    case 'TemplateElement':
      return featuresOfSelector(String(isTree(node['value']) ? node['value']['cooked'] : ''));
    default:
      return [];
  }
}

function featureOfMember(node: Tree): string | undefined {
  const property = node['computed'] === true ? '' : nameOf(node['property']);
  const owner = nameOf(node['object']);
  const interfaceName = wellKnown[owner] ?? owner;
  const exact = [
    `javascript.builtins.${interfaceName}.${property}`,
    `api.${interfaceName}.${property}_static`,
    `api.${interfaceName}.${property}`,
  ].find((feature) => compatOf(feature) !== undefined);
  if (exact !== undefined) return exact;
  // A member of a class or library of that name, or a property of a chain such as `a.b`.
  return interfaceName === 'Window' ? globalNamed(property) : newerOf(members, property);
}

function globalNamed(name: string): string | undefined {
  return [`javascript.builtins.${name}`, `api.${name}`, `api.Window.${name}`].find((feature) => compatOf(feature) !== undefined);
}

function eventOf({ callee, arguments: given }: Tree): string | undefined {
  const [first] = Array.isArray(given) ? given : [];
  const isListening = isTree(callee) && /(?:^|\.)addEventListener$/.test(nameOf(callee) || nameOf(callee['property']));
  return isListening && isTree(first) && typeof first['value'] === 'string' ? newerOf(members, `${first['value']}_event`) : undefined;
}

function featuresOfPattern({ pattern, flags }: Tree): readonly string[] {
  return [
    ...(/\(\?<[=!]/.test(String(pattern)) ? ['javascript.regular_expressions.lookbehind_assertion'] : []),
    ...(/\(\?[ims-]+:/.test(String(pattern)) ? ['javascript.regular_expressions.modifier'] : []),
    ...(String(flags).includes('v') ? ['javascript.builtins.RegExp.unicodeSets'] : []),
    ...(String(flags).includes('d') ? ['javascript.builtins.RegExp.hasIndices'] : []),
  ];
}

/** Of a selector, also of one in a text of a script, which no build lowers. */
function featuresOfSelector(text: string): readonly string[] {
  const bare = text.replaceAll(/"[^"]*"|'[^']*'/g, '');
  return [
    ...Array.from(bare.matchAll(/(?<!\\)::?([a-z-]+)/g), ([, pseudo = '']) => `css.selectors.${pseudo}`),
    ...(/:not\([^)]*,/.test(bare) ? ['css.selectors.not.selector_list'] : []),
  ];
}

const units: Readonly<Record<string, string>> = { d: 'dynamic', s: 'small', l: 'large' };

/** What a style sheet uses and the floor lacks. */
export function newerInStyle(css: string): ReadonlySet<string> {
  const found = new Set<string>();
  const note = (feature: string | undefined): void => {
    if (feature !== undefined && isNewerThanFloor(feature)) found.add(feature);
  };
  const sink: StyleSink = {
    atRule(name, condition) {
      note(`css.at-rules.${name}`);
      if (name !== 'media') return;
      for (const [, feature = ''] of condition.matchAll(/\(([a-z-]+)/g)) note(`css.at-rules.media.${feature.replace(/^(?:min|max)-/, '')}`);
      if (/[<>]/.test(condition)) note('css.at-rules.media.range_syntax');
      if (/\bor\b|\bnot ?\(/.test(condition)) note('css.at-rules.media.or_syntax');
    },
    selector(text) {
      for (const feature of featuresOfSelector(text)) note(feature);
      if (text.replaceAll(/"[^"]*"|'[^']*'/g, '').includes('&')) note('css.selectors.nesting');
    },
    declaration(property, value) {
      note(`css.properties.${property}`);
      for (const [word = ''] of value.matchAll(/(?<![\w(.#-])[a-z][a-z-]*(?![\w(-])/g)) note(`css.properties.${property}.${word}`);
      for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) note(newerOf(values, name));
      for (const [, size = '', unit = ''] of value.matchAll(/\d(?:([dsl])v[a-z]+|([a-z]{1,4}))\b/g)) {
        note(size === '' ? `css.types.length.${unit}` : `css.types.length.viewport_percentage_units_${units[size] ?? ''}`);
      }
    },
  };
  readStyle(css, sink);
  return found;
}

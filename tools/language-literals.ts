import { languageFacts, languages, tongue } from '#contract/vocabulary/languages.ts';
import { nameOf, isTree, parseModule, walk, type Tree } from './syntax-tree.ts';

/** A language by any of its names, in any spelling: `zh`, `zh_CN`, `zh-TW`, `zho`. */
const names = new RegExp(
  `^(?:${languages.map((language) => tongue(languageFacts[language].tag)).join('|')})(?:[-_][a-z]{2,4})?$|` +
    `^(?:${languages.map((language) => languageFacts[language].iso3).join('|')})$`,
  'i',
);

/** A module of one language. */
const folders = new RegExp(String.raw`(?:^|[/#])messages/(?:${languages.map((language) => languageFacts[language].short).join('|')})/`);

/**
 * Finds code that knows one language by name: texts, properties and imports. Such code would fail or do nothing for an
 * added language: differences between languages are rows of `contract/vocabulary/languages.ts` or texts.
 */
export function findLanguageLiterals(file: string, source: string): readonly string[] {
  const found = new Set<string>();
  walk(parseModule(file, source), (node) => {
    const name = namedIn(node);
    if (name !== undefined && (names.test(name) || folders.test(name))) found.add(name);
  });
  return [...found];
}

function namedIn(node: Tree): string | undefined {
  const { type, value } = node;
  if (type === 'Literal') return typeof value === 'string' ? value : undefined;
  if (type === 'TemplateElement') return isTree(value) ? String(value['cooked']) : undefined;
  if (type === 'Property' || type === 'TSPropertySignature') return nameOf(node['key']);
  return type === 'MemberExpression' ? nameOf(node['property']) : undefined;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** Words that docs/style.md replaces, each with its replacement. */
const banned: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bwho(?:m)?ever\b/gi, 'a noun: the owner, a person who …'],
  [/\bas ever\b/gi, '“still” or “as usual”'],
  [/\bfor ever\b/gi, '“for good” or “without end”'],
  [/\bin (?:the )?place of\b/gi, '“instead of”'],
  [/\b(?:to|for|by) who\b(?!\s+\w+ed\b)|(?<=\w[.;][\s*]+)who\b(?![^.;]*\?)/gi, 'a noun: the caller, the visitor, a person who …'],
  [/\banew\b/gi, '“again”'],
  [/\b(?:go|goes|going|went|gone) on\b/gi, '“continue” or “keep”'],
  [/\bas far as\b/gi, '“if”, “where” or “up to”'],
  [/\bfor so long\b/gi, '“for that time” or “until then”'],
  [/\bby (?:it|them)sel(?:f|ves)\b/gi, '“automatically”, or nothing'],
  [
    /\bof (?:its|their) own(?=[^\s\w]|\s*$| (?:that|and|or|to|in|on|at|by|for|with|so|where|when)\b)/gim,
    '“its own”, “separate”, or nothing',
  ],
  [/\bhear(?:s|d|ing)? (?:of|that|so|how|when|at|on|within|less|too|no)\b/gi, '“notify” or “learn”'],
  [/\bof (?:before|now|then)\b/gi, '“earlier”, “previous” or “current”'],
  [/\b(?:that|who) (?:is|are) none\b(?! of)|(?<!\bthere )\bis none(?=[.;:,]|\s*$)/gim, 'what it is instead: “no platform”, “invalid”'],
  [
    /\b(?:(?:for|to|by|with|in|on|after|of) (?:(?:an?|the|this|its|their|one) )?[\w’-]+ alone\b|(?!(?:acts|runs|stands|yours|theirs)\b)\w+s alone(?=[.,;:)]|\s*$))(?<!\b(?:leav(?:e|es|ing)|left)\b[^.;:]*)/gim,
    '“only X”',
  ],
  [/\b(?:behaviour|colour|favour|honour|neighbour|labour)s?\b/gi, 'American spelling: -or'],
  [
    /\b(?:authori|organi|recogni|normali|initiali|seriali|synchroni|minimi|maximi|optimi|summari|categori|customi)s(?:e[ds]?|ing|ation|ations)\b/gi,
    'American spelling: -ize',
  ],
  [/\b(?:cancell(?:ed|ing)|labelled|modelled|travelled|signalled|centred?|licence|whilst|amongst|learnt)\b/gi, 'American spelling'],
];

/** Clauses and fragments at the start of a comment or a description. Tests tell stories, so only the product is held to this. */
const begun: readonly (readonly [start: RegExp, instead: string])[] = [
  [/^(?:[\s*]*(?:What|Who)|['"](?:[Ww]hat|[Ww]ho))\b/g, 'a noun: “Evidence of the person”, “Pending parts”'],
  [/^(?:[\s*]*(?:Those|That of|Of)|['"](?:[Tt]hose|[Tt]hat of|[Oo]f))\b/g, 'a noun and a verb: “Size of the plain file”'],
];

/** The guide itself shows these words, and a published agreement keeps its own. */
const exempt: readonly string[] = ['docs/style.md', 'src/messages/en/legal.ts'];

const testCalls = /^(?:describe|it|test)$/;

type Tree = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };

/** Banned words in comments, test titles, sentences of the product and its tools, and documentation. */
export function englishProblems(root: string): readonly string[] {
  const files = globSync(
    ['{src,tools,lab,e2e,examples}/**/*.{ts,tsx,mjs}', '*.config.ts', 'docs/**/*.md', '{lab,examples}/**/*.md', '*.md'],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  );
  return files
    .toSorted()
    .filter((file) => !exempt.includes(file))
    .flatMap((file) => unplainIn(file, readFileSync(join(root, file), 'utf8')));
}

export function unplainIn(file: string, source: string): readonly string[] {
  const texts = file.endsWith('.md') ? [{ text: source, start: 0, describes: false }] : textsIn(file, source);
  const isProduct = /^src\/(?!.*\.test\.tsx?$)/.test(file);
  return texts.flatMap(({ text, start, describes }) =>
    (isProduct && describes ? [...banned, ...begun] : banned).flatMap(([words, instead]) =>
      Array.from(withoutCode(text).matchAll(words), ({ 0: found, index }) => {
        const line = source.slice(0, start + index).split('\n').length;
        return `${file}:${line} “${found}”: write ${instead}`;
      }),
    ),
  );
}

interface Text {
  readonly text: string;
  readonly start: number;
  /** A comment, or a description or summary of the contract. */
  readonly describes: boolean;
}

/** Names of code and quotations keep their spelling. */
function withoutCode(text: string): string {
  return text.replaceAll(/```.*?```|`[^`\n]*`|“[^”\n]*”|'\w+'|\S*[/_@]\S*/gs, (code) => ' '.repeat(code.length));
}

function textsIn(file: string, source: string): readonly Text[] {
  const { comments, errors, program } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const isTest = /\.(?:test|spec)\.tsx?$/.test(file);
  const texts: Text[] = [];
  const visit = (value: unknown, describes = false): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isTree(value)) return;
    if (!isTest) texts.push(...sentenceOf(value, source, describes));
    else if (value.type === 'CallExpression' && testCalls.test(rootName(value['callee'])))
      texts.push(...titleOf(value['arguments'], source));
    const isDescription = value.type === 'Property' && /^(?:description|summary)$/.test(rootName(value['key']));
    for (const child of Object.values(value)) visit(child, isDescription);
  };
  visit(program);
  // Two characters open a comment.
  return [...comments.map(({ value, start }) => ({ text: value, start: start + 2, describes: true })), ...texts];
}

/** A string of three words or more: an error, a summary, a reason, a text. Tests quote the product, so only their titles are read. */
function sentenceOf(value: Tree, source: string, describes: boolean): readonly Text[] {
  if (!/^(?:Literal|TemplateElement|JSXText)$/.test(value.type)) return [];
  const text = source.slice(value.start, Number(value['end']));
  return /\w\s+\w+\s+\w/.test(text) ? [{ text, start: value.start, describes }] : [];
}

/** `it` of `it('…')`, `it.each(rows)('…')` and `test.concurrent('…')`. */
function rootName(callee: unknown): string {
  let at = callee;
  while (isTree(at)) {
    if (at.type === 'Identifier') return String(at['name']);
    at = at['object'] ?? at['callee'] ?? at['tag'];
  }
  return '';
}

function titleOf(given: unknown, source: string): readonly Text[] {
  const first: unknown = Array.isArray(given) ? given[0] : undefined;
  if (!isTree(first) || !/^(?:Literal|TemplateLiteral)$/.test(first.type)) return [];
  const end = Number(first['end']);
  return [{ text: source.slice(first.start + 1, end - 1), start: first.start + 1, describes: false }];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { longOnes } from './long-ones.ts';

const maxFileLines = 400;
const maxFunctionLines = 80;

/** Tests and data tables have no limit: length does not make them harder to read. */
const unlimited = /\.(?:test|spec|interop)\.tsx?$|\.d\.ts$|^e2e\/|^src\/messages\/|^src\/contract\/vocabulary\/|\/migrations\//;

const directive = /^\s*(?:oxlint|eslint)-disable(?:-next-line|-line)?\b|^\s*@ts-(?:expect-error|ignore|nocheck)\b/;

/** Tests that somebody has to remember: a suite runs all of its tests (tools/without-database.ts, playwright.config.ts). */
const conditional = /\b(?:describe|it|test)(?:\.\w+)*\.(?:fixme|only|runIf|skip|skipIf|todo)\b/g;

/** What fails unseen makes the rest of a test show nothing. */
const swallowing = /\.catch\(\(\) => (?:undefined|\{\})\)/;
const mayFail = /\/\/ May fail: \w{2,}/;

type Tree = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };

/**
 * Obstacles for a reader: files and functions that are too long for one look, suppressed rules without a reason,
 * tests that do not always run, and failures that a test hides.
 */
export function shapeProblems(root: string): readonly string[] {
  const files = globSync(['{src,tools,lab,e2e,examples}/**/*.{ts,tsx,mjs}', '*.config.ts'], { cwd: root, exclude: ['**/node_modules/**'] });
  const texts = files.toSorted().map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));
  const long = texts.filter(({ file }) => !unlimited.test(file)).flatMap(({ file, source }) => longIn(file, source));
  return [
    ...texts.flatMap(({ file, source }) =>
      [unexplainedIn, conditionalIn, swallowedIn, openAddressesIn].flatMap((find) => find(file, source)),
    ),
    ...long.filter(({ place }) => !(place in longOnes)).map(({ place, lines, most }) => `${place} has ${lines} lines, more than ${most}`),
    ...Object.keys(longOnes)
      .filter((place) => !long.some((one) => one.place === place))
      .map((place) => `${place} stands in tools/long-ones.ts, and is not long`),
  ];
}

interface Long {
  /** The file, or the file and the function's name. */
  readonly place: string;
  readonly lines: number;
  readonly most: number;
}

export function longIn(file: string, source: string): readonly Long[] {
  const lines = source.split('\n').length - 1;
  return [
    ...(lines > maxFileLines ? [{ place: file, lines, most: maxFileLines }] : []),
    ...functionsIn(file, source)
      .filter((one) => one.lines > maxFunctionLines)
      .map((one) => ({ place: `${file} ${one.name}`, lines: one.lines, most: maxFunctionLines })),
  ];
}

/** A reason follows two dashes, or follows `@ts-expect-error`. */
export function unexplainedIn(file: string, source: string): readonly string[] {
  return parse(file, source).comments.flatMap(({ value, start }) => {
    const found = directive.exec(value)?.[0];
    if (found === undefined) return [];
    const reason = found.trim().startsWith('@ts-') ? value.slice(value.indexOf(found) + found.length) : (value.split(' -- ')[1] ?? '');
    if (/\w{2,}/.test(reason)) return [];
    return [`${file}:${lineAt(source, start)} suppresses a rule without a reason (-- …)`];
  });
}

export function conditionalIn(file: string, source: string): readonly string[] {
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return [];
  return Array.from(source.matchAll(conditional), ({ 0: found, index }) => `${file}:${lineAt(source, index)} ${found}: a test always runs`);
}

export function swallowedIn(file: string, source: string): readonly string[] {
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return [];
  const lines = source.split('\n');
  return lines.flatMap((line, index) =>
    swallowing.test(line) && !mayFail.test(lines[index - 1] ?? '')
      ? [`${file}:${index + 1} hides a failure: expect it, or say why it may fail (// May fail: …)`]
      : [],
  );
}

/** A pattern that begins within a name also fits the name in the query of another page: `/terms?redirect=%2Fpc-security`. */
export function openAddressesIn(file: string, source: string): readonly string[] {
  if (!/\.spec\.tsx?$/.test(file)) return [];
  return Array.from(
    source.matchAll(/toHaveURL\(\/[^\\^].*/g),
    ({ 0: found, index }) => `${file}:${lineAt(source, index)} ${found}: an address begins with \\/`,
  );
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function functionsIn(file: string, source: string): readonly { readonly name: string; readonly lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, name);
    if (!isTree(value)) return;
    const own = nameOf(value) ?? name;
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type)) {
      found.push({ name: own, lines: source.slice(value.start, value.end).split('\n').length });
    }
    for (const child of Object.values(value)) visit(child, own);
  };
  visit(parse(file, source).program, '');
  return found;
}

function parse(file: string, source: string): ReturnType<typeof parseSync> {
  const parsed = parseSync(file, source);
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be read: ${parsed.errors[0]?.message}`);
  return parsed;
}

/** The name given by a declaration, a constant or a property. */
function nameOf({ id, key }: Tree): string | undefined {
  const name = isTree(id) ? id['name'] : isTree(key) ? key['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

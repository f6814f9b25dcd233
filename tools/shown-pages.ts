/**
 * Writes docs/security.md and docs/conformance.md from `tools/shown`, whose tables name the tests of each claim by file and
 * title. A reader gets the files; `npm run check -- pages` compares the pages, and tests compare the titles.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const names = ['security', 'conformance'] as const;

export type ShownPage = (typeof names)[number];

/** The page with the titles of its tests. */
export function shownSource(name: ShownPage): string {
  return readFileSync(new URL(`shown/${name}.page`, import.meta.url), 'utf8');
}

const titled = /(`[\w./-]+\.(?:test|spec)\.tsx?`)(?:,? “[^”]+”)+/g;

/** A cell names a file once. */
function withoutTitles(line: string): string {
  const short = line.replaceAll(titled, '$1');
  if (!line.startsWith('| ')) return short;
  return short.replaceAll(/(`[\w./-]+\.(?:test|spec)\.tsx?`)((?:; `[\w./-]+`)*?); \1/g, '$1$2');
}

/** The page of the provider names the folder of its tests once. */
const withoutFolder = (source: string) => source.replaceAll(/`capabilities\/apps\/openid\/(?=(?:[\w-]+\/)?[\w-]+\.test\.ts`)/g, '`');

export function shownPageText(name: ShownPage): string {
  const source = shownSource(name);
  const lines = (name === 'conformance' ? withoutFolder(source) : source).split('\n').map(withoutTitles);
  return tablesOf(lines)
    .flatMap((part) => shortened(part))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}

/** The lines of a page, with each table as one part. */
function tablesOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (line.startsWith('|') && last?.[0]?.startsWith('|') === true) last.push(line);
    else parts.push([line]);
  }
  return parts;
}

const cellsOf = (row: string) => row.slice(2, -2).split(' | ');

/** The reader's form of a table: a list where a row has two things to say; the source keeps the suite's modules and the requirements that are met. */
function shortened(table: readonly string[]): readonly string[] {
  const [head = '', , ...rows] = table;
  const cells = rows.map(cellsOf);
  if (head.startsWith('| # |')) return cells.map(([number = '', what = '', where = '', by = '']) => `${number}. ${what} (${where}): ${by}`);
  if (head.endsWith('| limit | shown by |')) return cells.map(([what = '', limit = '', by = '']) => `- ${what}, ${limit}: ${by}`);
  if (head.startsWith('| what holds')) return byGroup(cells);
  if (head.startsWith('| § |')) return unmetRequirements(cells);
  if (head === '| requirement | the tests show | test |') return cells.map(([what = '', , by = '']) => `- ${what}: ${by}`);
  if (head === '| requirement | section | test |')
    return cells.map(([what = '', section = '', by = '']) => `- ${what} (${section}): ${by}`);
  if (head === '| module | section | test |') return [];
  return table;
}

const groups = {
  account: 'Account',
  'sign-in': 'Sign-in',
  protection: 'Protection',
  apps: 'Apps',
  rights: 'Rights',
  operations: 'Operations',
  '': 'Everywhere',
} as const;

/** Invariants under the group of their first test. */
function byGroup(cells: readonly (readonly string[])[]): readonly string[] {
  const groupOf = (by: string) => /^`(?:core|capabilities)\/(account|sign-in|protection|apps|rights|operations)\//.exec(by)?.[1] ?? '';
  return Object.entries(groups).flatMap(([group, heading]) => {
    const own = cells.filter(([, by = '']) => groupOf(by) === group);
    return own.length === 0 ? [] : [`**${heading}**`, '', ...own.map(([what = '', by = '']) => `- ${what}: ${by}`), ''];
  });
}

/** The requirements of ASVS that are not met; the source names the tests of the others. */
function unmetRequirements(cells: readonly (readonly string[])[]): readonly string[] {
  const unmet = cells.filter(([, , verdict = '']) => !verdict.startsWith('met'));
  const absent = unmet.filter(([, , verdict]) => verdict === 'n/a: none').map(([numbers, about]) => `${about} (${numbers})`);
  const others = unmet.filter(([, , verdict]) => verdict !== 'n/a: none');
  return [
    ...others.map(([numbers = '', about = '', verdict = '']) => `- ${numbers}, ${about}: ${verdict.replaceAll('**', '')}`),
    `- n/a, because there is none: ${absent.join('; ')}`,
  ];
}

const pageOf = (name: ShownPage) => new URL(`../docs/${name}.md`, import.meta.url);

/** The pages that are not what their sources give. */
export function staleShownPages(): readonly string[] {
  return names
    .filter((name) => readFileSync(pageOf(name), 'utf8') !== shownPageText(name))
    .map((name) => `docs/${name}.md is not what tools/shown gives: run node tools/shown-pages.ts`);
}

if (import.meta.main) for (const name of names) writeFileSync(pageOf(name), shownPageText(name));

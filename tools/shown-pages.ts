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

export function shownPageText(name: ShownPage): string {
  return withRequirementsByChapter(shownSource(name)).split('\n').map(withoutTitles).join('\n');
}

const requirement = /^\| (\d[\d., –]*) \| ([^|]+) \| (.*) \|$/;

/** The requirements of ASVS that are met, by chapter and the files of their tests; the others stay as they are. */
function withRequirementsByChapter(source: string): string {
  const met = new Map<string, { numbers: string[]; files: Set<string> }>();
  const lines = source.split('\n').filter((line) => {
    const [, numbers = '', , verdict = ''] = requirement.exec(line) ?? [];
    if (!verdict.startsWith('met')) return true;
    const chapter = numbers.split('.', 1)[0] ?? '';
    const of = met.get(chapter) ?? { numbers: [], files: new Set<string>() };
    of.numbers.push(numbers);
    for (const [file] of verdict.matchAll(/`[\w./-]+\.\w+`/g)) of.files.add(file);
    met.set(chapter, of);
    return false;
  });
  const rows = [...met].map(([chapter, { numbers, files }]) => `| ${chapter} | met: ${numbers.join(', ')} | ${[...files].join(' ')} |`);
  const at = lines.findIndex((line) => line.startsWith('| § |'));
  return at === -1 ? lines.join('\n') : lines.toSpliced(at + 2, 0, ...rows).join('\n');
}

const pageOf = (name: ShownPage) => new URL(`../docs/${name}.md`, import.meta.url);

/** The pages that are not what their sources give. */
export function staleShownPages(): readonly string[] {
  return names
    .filter((name) => readFileSync(pageOf(name), 'utf8') !== shownPageText(name))
    .map((name) => `docs/${name}.md is not what tools/shown gives: run node tools/shown-pages.ts`);
}

if (import.meta.main) for (const name of names) writeFileSync(pageOf(name), shownPageText(name));

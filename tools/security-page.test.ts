import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingTests, namedIn, testsOf } from './named-tests.ts';
import { shownSource } from './shown-pages.ts';
import { commandsIn, isScript } from './named-commands.ts';

const root = join(import.meta.dirname, '..');
const page = shownSource('security');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|--'));

const named = namedIn(page);

/** The part of the page under a heading. */
function section(heading: string): string {
  const begin = page.indexOf(`\n## ${heading}`);
  expect(begin, heading).toBeGreaterThan(0);
  const end = page.indexOf('\n## ', begin + 4);
  return page.slice(begin, end === -1 ? page.length : end);
}

/** The rows of the requirements table: their numbers and texts. */
const requirements = () =>
  section('OWASP ASVS')
    .split('\n')
    .flatMap((line) => {
      const [, numbers = '', verdict = ''] = /^\| (\d[\d., –]*) \| [^|]+ \| (.*) \|$/.exec(line) ?? [];
      return numbers === '' ? [] : [{ line, numbers: numbersOf(numbers), verdict }];
    });

/** Expands `1.2.6–1.2.8, 1.3.1`. */
function numbersOf(text: string): readonly string[] {
  return text.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split('–');
    const above = from.slice(0, from.lastIndexOf('.'));
    const last = (number: string) => Number(number.slice(number.lastIndexOf('.') + 1));
    return Array.from({ length: last(to) - last(from) + 1 }, (_number, index) => `${above}.${last(from) + index}`);
  });
}

describe('docs/security.md', () => {
  test('names files and titles of tests that exist and run', () => {
    expect(named.length).toBeGreaterThan(100);
    expect(missingTests(named)).toEqual([]);
  });

  test('names no test without an expectation', () => {
    const empty = named.flatMap(({ file, titles }) => {
      const tests = testsOf(file);
      const looked = titles.length === 0 ? tests : tests.filter(({ title }) => titles.includes(title));
      const idle = looked.filter(({ body }) => !/\bexpect\w*[.(]/.test(body));
      // If a row names a whole file, some of its tests must have an expectation.
      return (titles.length === 0 ? idle.length === looked.length : idle.length > 0) ? [`${file}: ${titles.join(', ')}`] : [];
    });
    expect(empty).toEqual([]);
  });

  test('names a test that races in every row about parallel use', () => {
    const parallel = rows.filter((line) => /parallel|simultaneous|two requests/.test(line.replaceAll(/“[^”]+”/g, '')));
    expect(parallel.length).toBeGreaterThan(1);
    const races = (line: string): boolean =>
      namedIn(line).some(({ file, titles }) =>
        testsOf(file).some(({ title, body }) => titles.includes(title) && /Promise\.all(?:Settled)?\(/.test(body)),
      );
    expect(parallel.filter((line) => !races(line))).toEqual([]);
  });

  test('has a test in every row about incidents elsewhere and about invariants', () => {
    for (const part of [section('What happened elsewhere'), section('What always holds')]) {
      const lines = part.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:#|what holds)/.test(line));
      expect(lines.length).toBeGreaterThan(25);
      expect(lines.filter((line) => !namedIn(line).some(({ titles }) => titles.length > 0))).toEqual([]);
    }
  });

  test('covers every requirement of the claimed levels exactly once', () => {
    const numbers = requirements().flatMap((row) => row.numbers);
    expect(numbers).toHaveLength(253);
    expect(new Set(numbers).size).toBe(253);
  });

  test('shows the place of each met requirement, and gives a reason for all others', () => {
    const bare = requirements().filter(({ verdict }) => {
      // A test, a file or folder, a command, another page, or a section of this page.
      const isShown = /`[^`]+`|\]\(|\*[A-Z][^*]+\*/.test(verdict);
      if (/\bmet\b/.test(verdict)) return !isShown;
      return verdict.replace(/^\W*(?:deviation|n\/a)\W*/, '').length <= 3;
    });
    expect(bare.map(({ line }) => line)).toEqual([]);
  });

  test('marks each deviation without an explanation on the spot as explained below', () => {
    const below = section('Where our rules and the references disagree');
    const led = requirements().filter(({ verdict }) => verdict.includes('see below'));
    expect(led.length).toBeGreaterThan(3);
    expect(
      led.filter(({ numbers }) => !numbers.some((number) => below.includes(`ASVS ${number}`) || below.includes(`, ${number}`))),
    ).toEqual([]);
  });

  test('names decisions, commands and files that exist', () => {
    const links = [...page.matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]+)?\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
    expect(commandsIn(page).length).toBeGreaterThan(10);
    expect(commandsIn(page).filter((command) => !isScript(command))).toEqual([]);
    const paths = [...page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|(?:src|deploy|tools|lab|e2e)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src/server', path)))).toEqual([]);
    expect(rows.filter((row) => !row.trimEnd().endsWith('|'))).toEqual([]);
  });

  test('makes true statements about the code', () => {
    const product = (pattern: string) =>
      globSync(pattern, { cwd: root }).filter((path) => !/\.test\.tsx?$|^src\/(?:server|web)\/testing\//.test(path));
    const having = (pattern: string, text: RegExp) =>
      product(pattern)
        .filter((path) => text.test(readFileSync(join(root, path), 'utf8')))
        .toSorted();
    expect(product('src/**/*.{ts,tsx,mjs}').length).toBeGreaterThan(500);
    // 1.2.5, 1.2.9, 3.2.2, 3.5.5
    expect(having('src/server/**/*.{ts,mjs}', /child_process/)).toEqual([]);
    expect(having('src/server/**/*.ts', /new RegExp\(/)).toEqual([
      'src/server/app/mounts/platform-events.ts',
      'src/server/core/sign-in/password/password-patterns.ts',
      'src/server/core/sign-in/password/pinyin.ts',
      'src/server/platform/blob/s3-store.ts',
      'src/server/platform/settings/desk.ts',
    ]);
    expect(having('src/web/**/*.{ts,tsx}', /dangerouslySetInnerHTML|\.innerHTML\b|insertAdjacentHTML|document\.write/)).toEqual([
      'src/web/widgets/agreements/legal-text.tsx',
    ]);
    expect(
      having('src/web/**/*.{ts,tsx}', /addEventListener\('message'|onmessage\b/).filter(
        // Messages of our own tabs and of our own worker; `bridge.test.tsx` shows who is heard in a window.
        (path) =>
          path !== 'src/web/app/embedded/bridge.ts' &&
          !/channelTo|BroadcastChannel|new Worker\(/.test(readFileSync(join(root, path), 'utf8')),
      ),
    ).toEqual([]);
  });
});

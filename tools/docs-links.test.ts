import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Every page of the repository, by its path from the root. */
const pages = globSync(['*.md', '{docs,examples,src,tools,lab}/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
});

const decisions = pages.filter((page) => /^docs\/adr\/\d{4}/.test(page));
const decisionHeadings = ['Decision', 'Alternatives weighed', 'Consequences'];

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Generated paths: a page may name them although they are not in the repository. */
const made: Readonly<Record<string, string>> = {
  'deploy/images.env': 'npm run images writes it',
};
const madeFolders = /^(?:dist|data|data-demo|node_modules|test-results|playwright-report)\//;

const fileTypes = 'ts|tsx|mjs|cjs|js|json|css|md|html|txt|sql|conf|yaml|yml|env|service|timer|c|png|svg';
const filePath = new RegExp(`^(?:[\\w.@-]+/)+[\\w.@-]+\\.(?:${fileTypes})$`);
const folderPath = /^(?:src|docs|tools|e2e|examples|deploy|lab)\/[\w./@-]*$/;

/** The text without its fenced blocks, which contain no links. */
const withoutBlocks = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set([...withoutBlocks(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/** Dead links of a page. */
function deadLinks(page: string, text: string): readonly string[] {
  const targets = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(root, found))) return true;
      return anchor !== undefined && !anchorsOf(found).has(anchor);
    });
}

/** Folders from which a page names files, beside the root and its own. */
const foldersOf: Readonly<Record<string, readonly string[]>> = {
  'docs/security.md': ['src/server'],
  'docs/conformance.md': ['src/server', 'src/server/capabilities/apps/openid'],
};

/** Paths in backticks that name no file. */
function missingPaths(page: string, text: string): readonly string[] {
  const from = ['', dirname(page), ...(foldersOf[page] ?? [])];
  // The text of a link may be short; its target is checked above.
  const prose = withoutBlocks(text).replaceAll(/\[[^\]]*\]\(/g, '(');
  return [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted)
    .filter((quoted) => filePath.test(quoted) || folderPath.test(quoted))
    .filter((path) => !path.startsWith('./') && !madeFolders.test(path) && !(path in made))
    .filter((path) => !from.some((folder) => existsSync(join(root, folder, path))));
}

/** Glossary names that are missing in the file that the glossary gives. */
function missingNames(text: string): readonly string[] {
  return [...text.matchAll(/\[`(\w+)`\]\(\.\.\/([^)]+)\)/g)].flatMap(([, name = '', path = '']) =>
    existsSync(join(root, path)) && new RegExp(`\\b${name}\\b`).test(textOf(path)) ? [] : [`${name} in ${path}`],
  );
}

/** Sentences of some length, outside of tables, headings and blocks. */
function sentencesOf(text: string): readonly string[] {
  return withoutBlocks(text)
    .split(/\n\s*\n|\n(?=[-*|#]|\d+\. )/)
    .filter((part) => !/^\s*(?:[|#<])/.test(part))
    .flatMap((part) => part.replaceAll(/\s+/g, ' ').split(/(?<=[.:;!?。]) /))
    .map((sentence) => sentence.replace(/^(?:[-*]|\d+\.) /, '').trim())
    .filter((sentence) => sentence.split(' ').length > 7 && !sentence.includes('“'));
}

describe('the documentation', () => {
  test('has pages in every place that holds some', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md', 'docs/adr/README.md', 'examples/device/README.md']));
  });

  test.each(pages)('links to files and headings that exist: %s', (page) => {
    expect(deadLinks(page, textOf(page))).toEqual([]);
  });

  test.each(pages)('names files that exist: %s', (page) => {
    expect(missingPaths(page, textOf(page))).toEqual([]);
  });

  test('has each term of the glossary once', () => {
    const terms = [...textOf('docs/glossary.md').matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, term = '']) => term);
    expect(terms.length).toBeGreaterThan(100);
    expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
  });

  test('gives every term of the glossary a file that holds its name', () => {
    const glossary = textOf('docs/glossary.md');
    expect([...glossary.matchAll(/^- .*\[`\w+`\]\(/gm)].length).toBeGreaterThan(90);
    expect(missingNames(glossary)).toEqual([]);
  });

  test.each(decisions)('keeps a decision short, under three headings: %s', (page) => {
    const text = textOf(page);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(decisionHeadings);
    expect(text.split('\n').length).toBeLessThanOrEqual(40);
  });

  test('folds decisions about one subject into one: there are at most 60', () => {
    expect(decisions.length).toBeLessThanOrEqual(60);
  });

  test('lists every decision', () => {
    const listed = textOf('docs/adr/README.md');
    expect(decisions.filter((page) => !listed.includes(`](${page.slice('docs/adr/'.length)})`))).toEqual([]);
  });

  test('says no sentence twice', () => {
    const seen = new Map<string, string>();
    const twice = pages.flatMap((page) =>
      sentencesOf(textOf(page)).flatMap((sentence) => {
        const first = seen.get(sentence);
        seen.set(sentence, first ?? page);
        return first === undefined ? [] : [`${first}, ${page}: ${sentence}`];
      }),
    );
    expect(twice).toEqual([]);
  });
});

describe('a faulty page', () => {
  test('is found by its links, its anchors, its paths and its names', () => {
    const page = 'docs/architecture.md';
    expect(deadLinks(page, '[a](nowhere.md) [b](style.md) [c](../src/nowhere.ts) [d](https://example.com)')).toEqual([
      'nowhere.md',
      '../src/nowhere.ts',
    ]);
    expect(deadLinks(page, '[a](style.md#no-such-heading) [b](style.md#layers)')).toEqual(['style.md#no-such-heading']);
    expect(missingPaths(page, '`src/server/nowhere.ts` `platform/nowhere.ts` `src/nowhere` `src/server/start.ts`')).toEqual([
      'src/server/nowhere.ts',
      'platform/nowhere.ts',
      'src/nowhere',
    ]);
    expect(missingNames('[`NoSuchName`](../src/server/start.ts)')).toEqual(['NoSuchName in src/server/start.ts']);
  });

  test('may use a placeholder, a glob, a call or a generated file', () => {
    const text =
      '`core/<noun>/<noun>.table.ts` `src/**/*.ts` `*.guarded.ts` `src/messages/{en,zh}` `GET /avatars/x.png` `dist/a.json` `Kysely`';
    expect(missingPaths('docs/style.md', text)).toEqual([]);
  });
});

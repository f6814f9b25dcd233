import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('|--'));

/** A test as the page names it: a file in backticks, and behind it the titles in curly quotes. */
interface Named {
  readonly file: string;
  readonly titles: readonly string[];
}

function namedIn(text: string): readonly Named[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? “[^”]+”)*)/g)].map(([, file = '', quoted = '']) => ({
    file: /^(?:e2e|tools|src)\//.test(file) ? file : `src/server/${file}`,
    titles: [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));
}

const named = namedIn(page);

function hasTitle(file: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`\\(\\s*(['"\`])${escaped}\\1`).test(readFileSync(join(root, file), 'utf8'));
}

describe('docs/security.md', () => {
  test('names files and titles of tests that exist', () => {
    expect(named.length).toBeGreaterThan(100);
    const missing = named.flatMap(({ file, titles }) => {
      if (!existsSync(join(root, file))) return [file];
      return titles.filter((title) => !hasTitle(file, title)).map((title) => `${file}: ${title}`);
    });
    expect(missing).toEqual([]);
  });

  test('has a test in every row of what happened elsewhere and of what always holds', () => {
    const [, elsewhere = '', always = ''] = /## What happened elsewhere\n(.*?)\n## What always holds\n(.*?)(?:\n## |$)/s.exec(page) ?? [];
    for (const part of [elsewhere, always]) {
      const lines = part.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:#|what holds)/.test(line));
      expect(lines.length).toBeGreaterThan(25);
      expect(lines.filter((line) => !namedIn(line).some(({ titles }) => titles.length > 0))).toEqual([]);
    }
  });

  test('names decisions, commands and files that exist', () => {
    const links = [...page.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: Record<string, string> };
    const commands = [...page.matchAll(/`npm run (\w+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    expect(rows.filter((row) => !row.trimEnd().endsWith('|'))).toEqual([]);
  });
});

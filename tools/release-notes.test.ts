import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusalOf, sectionOf } from './release-notes.ts';

const changelog = '# Changelog\n\n## 1.1.0 – 2027-01-02\n\nThe second.\n\n## 1.0.0 – 2026-11-29\n\nThe first.\n';
const fine = { version: '1.1.0', changelog, dirty: '', tags: ['v1.0.0'] };

test('takes the section only of its version', () => {
  expect(sectionOf(changelog, '1.1.0')).toBe('The second.');
  expect(sectionOf(changelog, '1.0.0')).toBe('The first.');
  expect(sectionOf(changelog, '1.1')).toBeUndefined();
});

test.each([
  [{ dirty: ' M src/x.ts' }, / M src\/x\.ts/],
  [{ version: '1.1.0-rc' }, /X\.Y\.Z/],
  [{ version: '1.0.0' }, /raise the version/],
  [{ version: '1.2.0' }, /no section of 1\.2\.0/],
  [{ changelog: `## 1.1.0 –\n${'- x\n'.repeat(82)}` }, /more than 80 lines/],
])('refuses a release with %j', (change, sentence) => {
  expect(refusalOf(fine)).toBeUndefined();
  expect(refusalOf({ ...fine, ...change })).toMatch(sentence);
});

test('the version at hand has its section', () => {
  const text = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const { version } = JSON.parse(text('package.json')) as { readonly version: string };
  expect(sectionOf(text('CHANGELOG.md'), version)?.split('\n').length).toBeLessThanOrEqual(80);
});

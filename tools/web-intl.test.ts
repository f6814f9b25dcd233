import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../src/web');

/** The modules that write dates, lists and names by the rules of a language; only forms with a date load the first one. */
const owners = ['lib/texts/date-parts.ts', 'lib/texts/intl.ts'];

/** `toLocaleLowerCase` and `toLocaleUpperCase` write nothing. */
const forms = /\bIntl\s*[.[]|\.toLocale(?:Date|Time)?String\b|\.localeCompare\b/;

describe('dates, lists and names in the web application', () => {
  test('are written by these modules', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] });
    const found = files.filter((file) => forms.test(readFileSync(join(root, file), 'utf8')));
    expect(found.toSorted()).toEqual(owners);
  });

  test.each([
    "new Intl.DateTimeFormat('en', { dateStyle: 'long' })",
    "Intl['ListFormat']",
    'date.toLocaleDateString()',
    'count.toLocaleString()',
    'names.toSorted((a, b) => a.localeCompare(b))',
  ])('are found in %s', (source) => {
    expect(source).toMatch(forms);
  });

  test('are not confused with letters of one case', () => {
    expect('label.toLocaleLowerCase()').not.toMatch(forms);
  });
});

// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { compareSections, sectionsOf } from './compare-sections.ts';

const text = (...sections: readonly (readonly [string, ...string[]])[]) =>
  sectionsOf(
    sections.map(([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map((one) => `<p>${one}</p>`).join('')}`).join(''),
  );

it('pairs sections by name, whatever their number, and says what became of each', () => {
  const earlier = text(['1. Scope', 'a'], ['2. Fees', 'b'], ['3. Data', 'c', 'd'], ['4. Law', 'e']);
  const later = text(['1. Scope', 'a'], ['2. Data', 'c', 'x'], ['3. Children', 'y'], ['4. Law', 'e']);
  expect(compareSections(earlier, later).map(({ kind, before, after }) => [kind, (after ?? before)?.heading])).toEqual([
    ['same', '1. Scope'],
    ['removed', '2. Fees'],
    ['changed', '2. Data'],
    ['new', '3. Children'],
    ['same', '4. Law'],
  ]);
  expect(compareSections(text(['一、范围', '甲']), text(['二、范围', '甲'])).map(({ kind }) => kind)).toEqual(['same']);
  expect(compareSections(text(['A', 'a']), [])).toMatchObject([{ kind: 'removed', before: { heading: 'A' } }]);
});

/** A style with the name of no variable draws nothing, and nobody notices. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const files = globSync('src/web/**/*.{css,ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
const text = (path: string) => readFileSync(path, 'utf8');

function unknownIn(styles: readonly (readonly [path: string, style: string])[], known: ReadonlySet<string>): readonly string[] {
  return styles.flatMap(([path, style]) =>
    [...style.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name = '']) => (known.has(name) ? [] : [`${path}: ${name}`])),
  );
}

it('every variable that a style uses without a fallback is set somewhere', () => {
  const all = files.map((path) => [path, text(path)] as const);
  const known = new Set(
    all.flatMap(([, content]) => [...content.matchAll(/(--[\w-]+)['"]?\]?\s*:|'(--[\w-]+)'/g)].map(([, a, b]) => a ?? b ?? '')),
  );
  expect(known.size).toBeGreaterThan(50);
  const styles = all.filter(([path]) => path.endsWith('.css'));
  expect(unknownIn(styles, known)).toEqual([]);
  expect(unknownIn([['planted.css', 'a { color: var(--text-primary); background: var(--bg-page) }']], known)).toEqual([
    'planted.css: --bg-page',
  ]);
});

import { expect, it } from 'vitest';
import { places } from '#web/widgets/account/places.ts';
import { routes } from './routes.ts';

it('every desktop page of an account belongs to one place', () => {
  const pages = places.flatMap(({ desktop, also = [] }) => [desktop, ...also]);
  expect(pages).toHaveLength(new Set(pages).size);
  const shown = routes.filter(({ frame, guard }) => frame === 'desktop' && guard === 'account');
  expect(shown.map(({ path }) => path).filter((path) => !pages.includes(path))).toEqual([]);
});

it('every page of a place is one, and each place has a first page in both layouts', () => {
  const paths = routes.map(({ path }) => path);
  expect(places.flatMap(({ desktop, mobile, also = [] }) => [desktop, mobile, ...also]).filter((path) => !paths.includes(path))).toEqual(
    [],
  );
});

import { expect, it } from 'vitest';
import { routes } from '#web/app/pages/routes.ts';
import { navigationItems } from './navigation-items.ts';

it('every desktop page of an account belongs to one section of the navigation', () => {
  const sections = navigationItems.flatMap(({ path, also = [] }) => [path, ...also]);
  expect(sections).toHaveLength(new Set(sections).size);
  const pages = routes.filter(({ frame, guard }) => frame === 'desktop' && guard === 'account');
  expect(pages.map(({ path }) => path).filter((path) => !sections.includes(path))).toEqual([]);
});

import type { PackName } from '#web/lib/texts/texts.ts';
import { firstRoutes, isSignedIn, notFoundRoute, type Route } from './pages/first-routes.ts';

/** The text packs of a page. The build fills them with every text of the page (`tools/text-packs.ts`). */
export function packsOf(route: Route): readonly PackName[] {
  const { frame, screen } = route;
  const names = route === notFoundRoute || firstRoutes.includes(route) ? [] : (['page-names'] as const);
  if (!isSignedIn(frame)) return ['app', ...names, screen];
  return ['app', ...names, frame === 'developer' ? 'developer-frame' : 'account-frame', screen];
}

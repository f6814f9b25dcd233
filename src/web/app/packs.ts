import type { PackName } from '#web/lib/texts/texts.ts';
import { isSignedIn, type Route } from './pages/routes.ts';

/** The text packs of a page. The build fills them with every text of the page (`tools/text-packs.ts`). */
export function packsOf({ frame, screen }: Route): readonly PackName[] {
  if (frame === 'developer') return ['app', 'developer-frame', screen];
  return isSignedIn(frame) ? ['app', 'account-frame', screen] : ['app', screen];
}

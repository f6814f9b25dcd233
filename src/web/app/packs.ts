import type { PackName } from '#web/lib/texts.ts';
import { isSignedIn, type Route } from './routes.ts';

/** The packs of texts that a page needs. The build fills them so that they hold every text of the page (`tools/text-packs.ts`). */
export function packsOf({ frame, screen }: Route): readonly PackName[] {
  return isSignedIn(frame) ? ['app', 'account-frame', screen] : ['app', screen];
}

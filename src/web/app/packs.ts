import { isSignedIn, type Route } from './routes.ts';

/** What every page may say: the frames of visitors, toasts, titles. */
export const everyPage = 'app';

/** What the signed-in frames say. */
const accountFrame = 'account-frame';

/** The packs of texts that a page needs. The build fills them so that they hold every text of the page (`tools/text-packs.ts`). */
export function packsOf({ frame, screen }: Route): readonly string[] {
  return [everyPage, ...(isSignedIn(frame) ? [accountFrame] : []), screen];
}

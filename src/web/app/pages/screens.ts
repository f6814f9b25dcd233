import type { ComponentType } from 'react';
import { knowPages } from './match.ts';
import { screenFile } from './screen-file.ts';
import { onFirstTouch } from '#web/lib/browser/first-touch.ts';
import { loadTexts } from '#web/lib/load-texts.ts';

export type Screens = Readonly<Record<string, ComponentType>>;
type Load = () => Promise<Screens>;

/** The screens that people load first; the list of the others, with their files, is in another file. */
const firstScreens: Readonly<Record<string, Load | undefined>> = {
  'shared/sign-in/login': () => import('#web/screens/shared/sign-in/login.tsx'),
  'shared/account/register': () => import('#web/screens/shared/account/register.tsx'),
  'desktop/home': () => import('#web/screens/desktop/home.tsx'),
  'mobile/home': () => import('#web/screens/mobile/home.tsx'),
};

/** The source file whose chunk holds the list of the other pages. */
export const otherPages = 'app/pages/other-screens.tsx';

/** The source files whose chunks hold a screen. */
export function screenChunks(name: string): readonly string[] {
  return [screenFile(name), ...(firstScreens[name] === undefined ? [otherPages] : [])];
}

/** Learns the other pages, and returns their screens. */
export async function loadOtherPages() {
  const { redirects, routes, screens } = await import('./other-screens.tsx');
  knowPages({ redirects, routes });
  return screens;
}

/** Fetches the list of the other pages and their names at the first touch of a page, so that the next page does not wait for them. */
export function expectOtherPages(): void {
  // Without them the next page asks again.
  onFirstTouch(() => void Promise.all([loadOtherPages(), loadTexts(['page-names'])]).catch(() => undefined));
}

/** Every screen is loaded on demand; it is the only export of its file. */
export async function loadScreen(name: string): Promise<ComponentType> {
  const load = firstScreens[name] ?? (await loadOtherPages())[name];
  const [screen] = Object.values((await load?.()) ?? {});
  if (screen === undefined) throw new Error(`There is no screen ${name}.`);
  return screen;
}

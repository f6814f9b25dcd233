import type { Page } from '@playwright/test';
import { share } from '#contract/fixtures/short-form.ts';
import { expectAccessible, expectRoomForText } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';

interface Route {
  readonly path: string;
  readonly frame: string;
  readonly guard: string;
}

// The web application's tables; its files compile with other settings.
const { notFoundRoute } = (await load('app/pages/first-routes.ts')) as { readonly notFoundRoute: Route };
const { routes } = (await load('app/pages/routes.ts')) as { readonly routes: readonly Route[] };
const { screens } = (await load('testing/screens.ts')) as {
  readonly screens: Readonly<Record<string, { readonly at: string } | undefined>>;
};

async function load(file: string): Promise<unknown> {
  return import(new URL(`../src/web/${file}`, import.meta.url).href);
}

/**
 * Every page, at the widths that it is made for, with text of twice the size at the wider one of each layout. axe looks
 * at it once in each theme: in the light one on a phone and in the dark one on a desktop, and at both widths of a layout
 * that is the only one. A page has its turn every second day, and one of both layouts in the other layout than before. English:
 * visitor-pages.spec.ts. Dialogs and other states: the tests that reach them.
 */

const narrow = [320, 390] as const;
const wide = [820, 1440] as const;

type Layout = typeof narrow | typeof wide;

/** Pages that a server shows with data of a request that another test makes. */
const elsewhere = /^\/(?:consent|link|oidc\/)/;

function layoutsOf({ frame }: Route): readonly Layout[] {
  if (frame === 'desktop') return [wide];
  return frame === 'mobile' ? [narrow] : [narrow, wide];
}

const pages = [...routes, notFoundRoute].filter(({ path }) => !elsewhere.test(path));
const [ofOne = [], ofBoth = []] = [1, 2].map((layouts) => pages.filter((route) => layoutsOf(route).length === layouts));

const visits = [
  ...share(ofOne, { of: 2 }).flatMap((route) => layoutsOf(route).map((layout) => ({ route, layout }))),
  ...[narrow, wide].flatMap((layout, index) => share(ofBoth, { of: 4, turn: 2 * index }).map((route) => ({ route, layout }))),
];

type Visitor = 'somebody' | 'the owner of an account' | 'a developer';

function visitorOf({ frame, guard }: Route): Visitor {
  if (frame === 'developer') return 'a developer';
  return guard === 'account' ? 'the owner of an account' : 'somebody';
}

/** Tests that take about the same time, each by one visitor. */
const groups = Object.entries(Object.groupBy(visits, ({ route }) => visitorOf(route))).flatMap(([visitor, items]) =>
  Array.from({ length: Math.ceil(items.length / 8) }, (_, index) => ({
    name: `${visitor}, part ${index + 1}`,
    visitor,
    items: items.slice(index * 8, (index + 1) * 8),
  })),
);

/** Where the page is found: that of an app at the app's own id. */
function urlOf({ path }: Route, appId: string): string {
  return path.includes('/apps/:id') ? path.replace(':id', appId) : (screens[path]?.at ?? path);
}

/** Opens a page: the first one of a layout by its address, and the others in the same document. */
async function open(page: Page, at: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(at);
    await hydrated(page);
    return;
  }
  const before = new URL(page.url()).pathname;
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = '';
    history.pushState({ entry: Date.now() }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, at);
  // A page that arrives focuses its heading, or has another one; an address may lead back to the page that is there.
  await page.waitForFunction((left) => {
    const isOther = document.activeElement !== document.body || document.querySelector('h1:not([data-left])') !== null;
    return isOther || location.pathname === left;
  }, before);
}

async function expectNoBarrier(page: Page, route: Route, { at, layout }: { readonly at: string; readonly layout: Layout }): Promise<void> {
  const isOnlyOne = layoutsOf(route).length === 1;
  for (const width of layout) {
    const isFirst = width === layout[0];
    await page.setViewportSize({ width, height: width > 700 ? 900 : 844 });
    if (isFirst) {
      await open(page, at);
      // A result stays under a moving pointer.
      for (const y of [300, 310]) await page.mouse.move(width / 2, y);
    }
    await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await test.step(`${route.path} at ${width} px`, async () => {
      if (isOnlyOne || isFirst === (layout === narrow)) await expectAccessible(page, isFirst ? 'light' : 'dark');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (!isFirst) await expectRoomForText(page);
    });
  }
}

for (const group of groups) {
  test(`axe finds no barrier on any page in any width for ${group.name}`, async ({ page, signedIn, developing, expectedErrors }) => {
    test.slow();
    // The browser's own message about pages that are refused or missing, and calls with tokens that nobody has.
    expectedErrors.push(/\b40[0-9] \(|\b500 \(/);
    const appId = group.visitor === 'a developer' ? await developing() : '';
    if (group.visitor === 'the owner of an account') await signedIn({ email: true });
    for (const layout of [narrow, wide]) {
      // The document is that of the other layout.
      await page.goto('about:blank');
      for (const { route } of group.items.filter((visit) => visit.layout === layout)) {
        await expectNoBarrier(page, route, { at: urlOf(route, appId), layout });
      }
    }
  });
}

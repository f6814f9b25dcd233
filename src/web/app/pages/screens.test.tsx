import { waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import { share } from '#contract/fixtures/short-form.ts';
import type { Layout } from '#web/lib/page/layout.ts';
import { refused, type Given, type Replies } from '#web/testing/fake-api.ts';
import { renderAt, type Rendered } from '#web/testing/render-at.ts';
import { emptyReplies, fullAccount, fullReplies, newAccount } from '#web/testing/samples.ts';
import { screens, type Screen, type Seen } from '#web/testing/screens.ts';
import { notFoundRoute, type Route } from './first-routes.ts';
import { routes } from './routes.ts';

const all = [...routes, notFoundRoute];

it('lists every route, and no other', () => {
  expect(Object.keys(screens).toSorted()).toEqual(all.map(({ path }) => path).toSorted());
});

/** A screen in one layout and one language. */
interface Case {
  readonly path: string;
  readonly guard: Route['guard'];
  readonly layout: Layout;
  readonly language: Language;
  readonly screen: Screen;
  /** Whether the route has the same screen in both layouts. */
  readonly isInBoth: boolean;
}

const languageIn: Readonly<Record<Layout, Language>> = { desktop: 'zh_CN', mobile: 'en_US' };
/**
 * Each text of the full and the empty state in both languages: a screen of both layouts is one component, with one of them in each; one of
 * a single layout has the language of the day.
 */
const cases = all.flatMap(({ path, guard, ...route }) => {
  const layouts = layoutsOf(route);
  const isInBoth = layouts.length === 2;
  const facts = { path, guard, screen: screenOf(path), isInBoth };
  return layouts.flatMap((layout) =>
    (isInBoth ? [languageIn[layout]] : share(languages, { of: 2, turn: path })).map((language): Case => ({ ...facts, layout, language })),
  );
});
/** A page does the same in both languages. */
const inOneLanguage = cases.filter(({ path, layout }, index) => {
  const before = cases[index - 1];
  return before?.path !== path || before.layout !== layout;
});
const reading = inOneLanguage.filter(({ screen }) => readsOf(screen).length > 0);
/** One of the layouts of a screen shows that it loads, the other one that the session is over. */
const isShownIn = (each: Case, layout: Layout): boolean => each.layout === layout || !each.isInBoth;
const loading = share(
  reading.filter((each) => isShownIn(each, 'desktop')),
  { of: 2 },
);
const over = share(
  reading.filter((each) => each.guard === 'account' && isShownIn(each, 'mobile')),
  { of: 3 },
);
const lacking = cases.flatMap(({ screen, ...each }) =>
  typeof screen.empty === 'string' ? [] : [{ ...each, screen, empty: screen.empty }],
);
/** Each read fails in one of the two ways. */
const failing = reading.flatMap((each) =>
  readsOf(each.screen).flatMap(([name, failure]) =>
    share(
      [
        ['serverError', 'desktop'],
        ['no network', 'mobile'],
      ] as const,
      { of: 2, turn: name },
    ).flatMap(([why, layout]) => (isShownIn(each, layout) ? [{ ...each, name, failure, why }] : [])),
  ),
);
const failingForGood = failing.flatMap(({ failure, ...each }) => (failure === 'card' ? [] : [{ ...each, instead: failure.instead }]));
const failingOnce = failing.filter(({ failure }) => failure === 'card');

describe('the screen of', () => {
  it.each(cases)('$path, $layout, $language, shows its name and its content', async (each) => {
    const rendered = await open(each);
    await sees(rendered, each.screen.full);
    const [heading] = rendered.page.getAllByRole('heading', { level: 1 });
    expect(heading?.textContent).toContain(textOf(rendered, each.screen.heading));
    await waitFor(() => expect(document.title).toMatch(suffixes[each.language]));
    expect(document.body.textContent).not.toMatch(rawKey);
    // Screens have one form for masked phones and emails; the stars are that of calls.
    expect(document.body.textContent).not.toMatch(/\d\*{2,}|\*{2,}@/);
    expect(crowdedTexts()).toEqual([]);
  });

  it.each(lacking)('$path, $layout, $language, names the missing content in the empty state', async ({ empty, ...each }) => {
    const rendered = await open(each, { ...emptyReplies, metainfo: { data: newAccount(each.language) } });
    await sees(rendered, empty);
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
  });

  it.each(loading)('$path, $layout, $language, shows that it loads, and shows late content', async (each) => {
    const late = Promise.withResolvers<void>();
    const full = fullOf(each.language);
    const held = readsOf(each.screen).map(([name]) => {
      const reply: unknown = Reflect.get(full, name);
      return [name, (given: Given) => late.promise.then(() => (typeof reply === 'function' ? reply(given) : reply))] as const;
    });
    const rendered = await open(each, Object.fromEntries(held));
    const { page, t } = rendered;
    expect(await page.findByRole('progressbar', { name: t('sys.loading') })).toBeTruthy();
    expect(document.querySelector('main')?.textContent).not.toContain(textOf(rendered, each.screen.full));
    late.resolve();
    await sees(rendered, each.screen.full);
    await waitFor(() => expect(page.queryByRole('progressbar', { name: t('sys.loading') })).toBeNull());
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
  });

  it.each(failingOnce)('$path, $layout, $language, offers a retry after $why of $name, and the retry works', async (each) => {
    const rendered = await open(each, { [each.name]: failureOf(each.why) });
    const { page, user, api, t } = rendered;
    const [again] = await page.findAllByRole('button', { name: t('sys.retry') });
    api.answer(fullOf(each.language));
    await user.click(present(again));
    await sees(rendered, each.screen.full);
    await waitFor(() => expect(page.queryByRole('button', { name: t('sys.retry') })).toBeNull());
  });

  it.each(failingForGood)('$path, $layout, $language, shows another way after $why of $name', async ({ instead, ...each }) => {
    const rendered = await open(each, { [each.name]: failureOf(each.why) });
    await sees(rendered, instead);
    expect(rendered.page.queryByRole('progressbar', { name: rendered.t('sys.loading') })).toBeNull();
  });

  it.each(over)('$path, $layout, $language, leads to sign-in and back after the end of the session', async (each) => {
    const names = ['metainfo', ...readsOf(each.screen).map(([name]) => name)];
    const rendered = await open(each, Object.fromEntries(names.map((name) => [name, refused('unauthorized')])));
    await waitFor(() => expect(location.pathname).toBe('/login'));
    await sees(rendered, { key: 'si.h' });
    expect(new URLSearchParams(location.search).get('redirect')).toBe(each.screen.at);
    await sees(rendered, { key: 'msg.expired' });
  });
});

const suffixes: Readonly<Record<Language, RegExp>> = { zh_CN: /雪松账号$/, en_US: /Cedar ID$/ };

/** A key that is shown instead of its text. */
const rawKey = /\b(?:title|sys|btn|f|v|toast|msg|a11y)\.[a-z0-9]\w*/;

/** Chinese that meets Latin letters or digits without a space (docs/style.md), except in dates and filing numbers. */
function crowdedTexts(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (parentElement?.closest('script, :not(html)[lang]') !== null) continue;
    const text = (nodeValue ?? '').replaceAll(/(?:\d+年)?\d+月\d+日/g, '日');
    if (/\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(text)) found.push(text);
  }
  return found;
}

function screenOf(path: string): Screen {
  const screen = screens[path];
  if (screen === undefined) throw new Error(`no screen for ${path}`);
  return screen;
}

/** The layouts in which a route has its own page. */
function layoutsOf({ frame, layout }: Pick<Route, 'frame' | 'layout'>): readonly Layout[] {
  const only = layout ?? (frame === 'desktop' || frame === 'mobile' ? frame : undefined);
  return only === undefined ? ['desktop', 'mobile'] : [only];
}

function open({ screen, layout, language }: Case, replies: Replies = {}): Promise<Rendered> {
  const { at, routeData = {}, kept = {} } = screen;
  const account = fullAccount(language);
  return renderAt(at, { layout, language, account, replies: { ...fullOf(language), ...replies }, routeData, kept });
}

function fullOf(language: Language) {
  return { metainfo: { data: fullAccount(language) }, ...fullReplies(language) } satisfies Replies;
}

function readsOf({ reads }: Screen) {
  return typeof reads === 'string' ? [] : Object.entries(reads);
}

function failureOf(why: 'serverError' | 'no network') {
  return why === 'no network' ? why : refused(why);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('It is not there.');
  return value;
}

function textOf({ t }: Rendered, seen: Seen): string {
  return 'key' in seen ? t(seen.key, seen.values) : seen.text;
}

async function sees(rendered: Rendered, seen: Seen): Promise<void> {
  await waitFor(() => expect(document.querySelector('main')?.textContent).toContain(textOf(rendered, seen)), { interval: 5 });
}

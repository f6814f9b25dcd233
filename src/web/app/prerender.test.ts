import { describe, expect, it } from 'vitest';
import type { AppConfig } from '#contract/account/reference/reference.schemas.ts';
import { languages, type Language } from '#contract/vocabulary/languages.ts';
import { sampleConfig } from '#web/testing/sample-config.ts';
import { translate } from '#web/lib/texts/i18n.tsx';
import { matchPath } from './pages/match.ts';
import { pageInfo, renderPage } from './prerender.tsx';
import { notFoundRoute, type Route } from './pages/first-routes.ts';
import { redirects, routes } from './pages/routes.ts';
import { fromTypes } from './pages/title.ts';
import { documentTitle, titleKeyOf, titleSuffix } from './pages/title-of.ts';

/** Pages whose title is blank by the specification (2): results, and a redirect to another page in each layout. */
const untitled = [/^\/(?:register|mobile)[/-]result-center\/[a-zA-Z-]+$/, /^\/edit-password$/];

/** Every URL of a route: with all values of its parameters, and all values of its query that change the title. */
function urlsOf({ path, values = {}, titledBy = {} }: Route): readonly string[] {
  const paths = path === '*' ? ['/no-such-page'] : filled(path, values);
  const queries = Object.entries(titledBy).flatMap(([name, each]) => each.map((value) => `?${name}=${value}`));
  return paths.flatMap((each) => ['', ...queries].map((query) => each + query));
}

function filled(path: string, values: NonNullable<Route['values']>): readonly string[] {
  const name = /:(\w+)/.exec(path)?.[1];
  if (name === undefined) return [path];
  return (values[name] ?? ['anything']).flatMap((value) => filled(path.replace(`:${name}`, value), values));
}

const urls = [...routes, notFoundRoute].flatMap(urlsOf);
const cases = languages.flatMap((language) => [...urls, ...redirects.map(({ path }) => path)].map((url) => ({ url, language })));

// Pages use only a part of the server's configuration.
const config = sampleConfig as unknown as AppConfig;

async function sentTitle(url: string, language: Language): Promise<string> {
  const { title } = await renderPage(pageInfo(url).key, { language, vendor: false, config });
  return title;
}

describe('the title that the server sends', () => {
  it.each(cases)('for $url, $language, is a name of the page', async ({ url, language }) => {
    const title = await sentTitle(url, language);
    const isUntitled = untitled.some((each) => each.test(url));
    expect(title === titleSuffix()).toBe(isUntitled);
    expect(title).toMatch(isUntitled ? /^\S/ : /^\S.* - \S/);
    expect(title).not.toMatch(/\btitle\./);
  });

  it.each(languages.flatMap((language) => urls.map((url) => ({ url, language }))))(
    'for $url, $language, is the one that the application shows',
    async ({ url, language }) => {
      const title = await sentTitle(url, language);
      const { pathname, searchParams } = new URL(url, 'http://page');
      const key = titleKeyOf(matchPath(pathname), searchParams);
      expect(title).toBe(documentTitle(key === '' ? '' : translate(key), titleSuffix()));
    },
  );
});

describe('pages of a query', () => {
  it('are few: other values and other names share the page without a query', () => {
    const keys = ['/logout?reason=other', '/logout?x=risk', '/logout?reason=risk&x=1', '/login?reason=risk'].map(
      (url) => pageInfo(url).key,
    );
    expect(keys).toEqual(['/logout', '/logout', '/logout?reason=risk', '/login']);
  });

  it.each(fromTypes)('differ for fromType %s, which is a title of the table', (fromType) => {
    const url = `/mobile-modify-info/phone?fromType=${fromType}`;
    expect(pageInfo(url).key).toContain(fromType);
  });

  it('keep status and guard of their path', () => {
    expect(pageInfo('/mobile-modify-info/phone?fromType=setInitialPhone')).toMatchObject({ status: 200, guard: 'account' });
    expect(pageInfo('/mobile-modify-info/nothing?fromType=setInitialPhone')).toMatchObject({ key: '*', status: 404 });
  });
});

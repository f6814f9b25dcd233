import { describe, expect, it } from 'vitest';
import { catalogue, refusalNameOf, type CatalogueEntry } from '#contract/errors.ts';
import {
  specChoices,
  specCountries,
  specFieldCodes,
  specFieldKinds,
  specFlows,
  specItems,
  specNumbers,
  specPaths,
  specRegions,
  specResults,
  specRules,
  specTitles,
  specToasts,
} from '#contract/fixtures/specification.ts';
import { limits } from '#contract/limits.ts';
import { itemRows, limitedItems } from '#contract/account/profile/items.ts';
import { countries } from '#contract/vocabulary/countries.ts';
import { mailDomains } from '#contract/vocabulary/mail-domains.ts';
import { regions } from '#contract/vocabulary/regions.ts';
import { resultTypes } from '#contract/vocabulary/result-types.ts';
import { errors } from '#messages/en/errors.ts';
import { web } from '#messages/en/web.ts';
import { ruleMessageKey } from '#messages/rule-keys.ts';
import { resultKind } from '#web/screens/shared/account/result-kinds.ts';
import { notFoundRoute } from './first-routes.ts';
import { knowPages, matchPath } from './match.ts';
import { redirects, routes } from './routes.ts';
import { titleKeyOf } from './title-of.ts';

knowPages({ redirects, routes });

const texts: Readonly<Record<string, string>> = web;

const isText = (key: string): key is keyof typeof web => key in web;

function titleAt(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page');
  return texts[titleKeyOf(matchPath(pathname), searchParams)] ?? '';
}

function exists(address: string): boolean {
  return matchPath(new URL(address, 'http://page').pathname).route !== notFoundRoute;
}

describe('the specification: pages', () => {
  it.each(Object.entries(specTitles))('%s has the title %s', (address, title) => {
    expect(titleAt(address)).toBe(title);
  });

  it.each([...specPaths, ...Object.values(specFieldKinds)])('%s exists', (address) => {
    expect(exists(address)).toBe(true);
  });

  it.each(Object.entries(specResults))('the result %s has the heading %s and a blank title', (type, heading) => {
    for (const area of ['/register', '/mobile']) {
      const path = area === '/mobile' ? `/mobile-result-center/${type}` : `/register/result-center/${type}`;
      expect([texts[resultKind(path).title], titleAt(path), exists(path)]).toEqual([heading, '', true]);
    }
  });

  it('every flow has a result', () => {
    expect(resultTypes).toEqual(expect.arrayContaining([...specFlows]));
  });
});

describe('the specification: rules', () => {
  const all = Object.entries(specRules).flatMap(([field, rules]) =>
    Object.entries(rules).map(([rule, text]) => [field, rule, text] as const),
  );

  it.each(all)('%s, %s: %s', (field, rule, text) => {
    expect(texts[ruleMessageKey(field, rule, isText)]).toBe(text);
  });
});

describe('the specification: codes', () => {
  const entryOf = (code: number): CatalogueEntry => catalogue[refusalNameOf(code) ?? 'unknown'];

  it.each(Object.entries(specToasts))('%i says %s', (code, text) => {
    expect(errors[refusalNameOf(Number(code)) ?? 'exists']).toBe(text);
    expect(entryOf(Number(code)).show).toBe('toast');
  });

  it.each(Object.entries(specFieldCodes))('%i marks %s', (code, [field, rule]) => {
    expect(entryOf(Number(code))).toMatchObject({ show: 'field', field, rule });
  });
});

describe('the specification: vocabularies and numbers', () => {
  it('has the choices, items, regions, flows and countries', () => {
    expect(texts).toMatchObject(specChoices);
    expect([...Object.keys(itemRows), ...limitedItems]).toEqual(expect.arrayContaining([...specItems]));
    expect(regions).toEqual(specRegions);
    expect(countries).toEqual(expect.arrayContaining([...specCountries]));
  });

  it('has the numbers', () => {
    expect(limits).toMatchObject(specNumbers);
    expect(mailDomains).toHaveLength(specNumbers.suggestedMailDomains);
  });
});

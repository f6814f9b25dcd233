import type { Language } from '#contract/vocabulary/regions.ts';

/** Names by code. */
export type CountryNames = Readonly<Record<string, string>>;

/** Names of countries and regions: a large file, fetched where a list of them is shown. */
export async function loadCountryNames(language: Language): Promise<CountryNames> {
  const { countries } = language === 'zh_CN' ? await import('#messages/zh/countries.ts') : await import('#messages/en/countries.ts');
  return countries;
}

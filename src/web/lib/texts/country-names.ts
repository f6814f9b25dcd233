import type { Language } from '#contract/vocabulary/languages.ts';

import { countryNames } from '#messages/web-catalogues.ts';

/** Names by code. */
export type CountryNames = Readonly<Record<string, string>>;

/** Names of countries and regions: a large file, loaded only for pages that list them. */
export async function loadCountryNames(language: Language): Promise<CountryNames> {
  return countryNames[language]();
}

/** CN is Mainland China; DE is Hong Kong, Macau, Taiwan and other regions (spec 1); an account may have none (''). */
export const regions = ['CN', 'DE'] as const;

export type Region = (typeof regions)[number];

/** A region as it travels: empty where none is known or chosen (spec 3). */
export type RegionOrNone = Region | '';

/** The language that a region brings when no language has been chosen yet (spec 1). */
export function languageOfRegion(region: Region): Language {
  return region === 'CN' ? 'zh_CN' : 'en_US';
}

/** The region of a country code: CN for Mainland China, DE for every other one. */
export function regionOfCountry(isoCode: string): Region {
  return isoCode === 'CN' ? 'CN' : 'DE';
}

/** The values of the cookie `lang` (contract 3). */
export const languages = ['zh_CN', 'en_US'] as const;

export type Language = (typeof languages)[number];

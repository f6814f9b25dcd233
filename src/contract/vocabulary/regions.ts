/** CN is Mainland China; DE is Hong Kong, Macau, Taiwan and other regions (spec 1); an account may have none (''). */
export const regions = ['CN', 'DE'] as const;

export type Region = (typeof regions)[number];

/** A region in transit: empty when unknown or not chosen (spec 3). */
export type RegionOrNone = Region | '';

/** Region of a country code: CN for Mainland China, DE for all others. */
export function regionOfCountry(isoCode: string): Region {
  return isoCode === 'CN' ? 'CN' : 'DE';
}

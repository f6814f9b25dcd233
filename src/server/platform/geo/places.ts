import type { CityResponse, Reader } from 'maxmind';
import { defaultLanguage, languageFacts, type Language } from '#contract/vocabulary/languages.ts';

/** Where an address is, as far as it is known: a part that is not is ''. */
export interface Place {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Names in the language that was asked for, else in English. */
  readonly region: string;
  readonly city: string;
}

/** A database of places by address. */
export interface Places {
  find(address: string, language: Language): Place;
}

/** Where an address is, in the words of a language; blank where nobody knows. */
export type PlaceOf = (address: string, language: Language) => Place;

export const nowhere: Place = { country: '', region: '', city: '' };

/**
 * Opens a database in the MMDB format (MaxMind DB 2.0): GeoLite2, GeoIP2, DB-IP and alike, by city or by country. It is read into memory
 * once.
 * @throws {Error} when the file is none
 */
export async function openPlaces(file: string): Promise<Places> {
  // Loaded where it is used: most installations have the country from their proxy.
  const { open } = await import('maxmind');
  const reader: Reader<CityResponse> = await open<CityResponse>(file);
  return {
    find(address, language) {
      const found = reader.get(address);
      const country = found?.country?.iso_code ?? found?.registered_country?.iso_code ?? '';
      const name = (names: object = {}): string => {
        const byTag = new Map<string, string>(Object.entries(names));
        return byTag.get(languageFacts[language].tag) ?? byTag.get(languageFacts[defaultLanguage].tag) ?? '';
      };
      return { country, region: name(found?.subdivisions?.[0]?.names), city: name(found?.city?.names) };
    },
  };
}

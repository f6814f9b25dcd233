import type { CityResponse, Reader } from 'maxmind';
import { defaultLanguage, languageFacts, type Language } from '#contract/vocabulary/languages.ts';

/** The known location of a client IP; unknown parts are ''. */
export interface Place {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** Names in the requested language, or in English. */
  readonly region: string;
  readonly city: string;
}

/** A database of places by client IP. */
export interface Places {
  find(address: string, language: Language): Place;
}

/** The location of a client IP in a language; blank if unknown. */
export type PlaceOf = (address: string, language: Language) => Place;

export const nowhere: Place = { country: '', region: '', city: '' };

/**
 * Opens a database in the MMDB format (MaxMind DB 2.0) by city or country: GeoLite2, GeoIP2, DB-IP and similar. Reads
 * it into memory once.
 * @throws {Error} for any other file
 */
export async function openPlaces(file: string): Promise<Places> {
  // Imported on demand: most installations get the country from their proxy.
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

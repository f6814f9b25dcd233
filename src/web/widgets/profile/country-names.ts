import { useEffect, useState } from 'react';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import type { Language } from '#contract/vocabulary/languages.ts';
import { countryNames } from '#messages/web-catalogues.ts';

/** Names of the countries in the current language; undefined until loaded. */
export function useCountryNames(): CountryNames | undefined {
  const language = useLanguage();
  const [names, setNames] = useState<CountryNames>();
  useEffect(() => {
    let isWanted = true;
    loadCountryNames(language).then(
      (loaded) => {
        if (isWanted) setNames(loaded);
      },
      // Without names the codes are shown: nothing is lost.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  return names;
}

/** Names by code. */
type CountryNames = Readonly<Record<string, string>>;

/** Names of countries and regions: a large file, loaded only for pages that list them. */
async function loadCountryNames(language: Language): Promise<CountryNames> {
  return countryNames[language]();
}

import { useEffect, useState } from 'react';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import { loadCountryNames, type CountryNames } from '#web/lib/texts/country-names.ts';

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

import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import type { CountryNames, WebTexts } from './catalogue.ts';

// Import tables instead of choices in code: bundlers fetch every branch of a choice.

/** Texts of the web application. */
export const webTexts: InEveryLanguage<() => Promise<WebTexts>> = {
  zh_CN: async () => (await import('./zh/web.ts')).web,
  en_US: async () => (await import('./en/web.ts')).web,
};

/** Large files for few pages. */
export const countryNames: InEveryLanguage<() => Promise<CountryNames>> = {
  zh_CN: async () => (await import('./zh/countries.ts')).countries,
  en_US: async () => (await import('./en/countries.ts')).countries,
};

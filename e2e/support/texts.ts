import {
  byShortName,
  languages,
  serverLanguageFacts,
  shortName,
  type Language,
  type ShortLanguage,
} from '#contract/vocabulary/languages.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Catalogue, WebTexts } from '#messages/catalogue.ts';
import { fill } from '#messages/fill.ts';
import { webTexts } from '#messages/web-catalogues.ts';

/** The languages of the projects. */
export type Lang = Extract<ShortLanguage, 'zh' | 'en'>;

type Texts = WebTexts & Catalogue['errors'] & Catalogue['scopes'];

export type TextKey = keyof Texts;

const loaded = new Map(await Promise.all(languages.map(async (language) => [language, await webTexts[language]()] as const)));

const all = byShortName((language): Texts => ({
  ...catalogues[language].errors,
  ...catalogues[language].scopes,
  ...(loaded.get(language) as WebTexts),
}));

/** The words of the default configuration. */
const words = byShortName((language): Readonly<Record<string, string>> => {
  const { id, os } = serverLanguageFacts[language].brand;
  return { brand: id, os };
});

/** Its value in the cookie `lang`. */
export function languageOf(lang: Lang): Language {
  const language = languages.find((each) => shortName(each) === lang);
  if (language === undefined) throw new Error(`There is no language ${lang}.`);
  return language;
}

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts in one language, as a person reads them. */
export function texts(lang: Lang): Translate {
  return (key, values = {}) => fill(all[lang][key], { ...words[lang], ...values });
}

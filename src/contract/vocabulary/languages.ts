import type { Region } from './regions.ts';

/** What a language is beside its texts, which stand in `src/messages/<short>/`. */
interface LanguageFacts {
  /** Names its folder of texts, its keys in JSON and, in capitals, its settings: `BRAND_ID_ZH`. */
  readonly short: string;
  /** BCP 47: `<html lang>`, numbers and lists. */
  readonly tag: string;
  /** As its readers call it. */
  readonly name: string;
  /** How full dates are written. */
  readonly dates: { readonly locale: string; readonly dateStyle: 'long' | 'medium' };
  /** The region of somebody who has told nothing but this language. */
  readonly region: Region;
  /** Between two parts of a sentence. */
  readonly space: '' | ' ';
  /** How the title of a text is written in a sentence. */
  readonly quotes: readonly [before: string, after: string];
  /** ISO 639-3. */
  readonly iso3: string;
}

/** Every language of the product, by the value of the cookie `lang` (contract 3). The first one that fits a browser's wish is taken. */
export const languageFacts = {
  zh_CN: {
    short: 'zh',
    tag: 'zh-CN',
    name: '中文',
    dates: { locale: 'zh-CN', dateStyle: 'long' },
    region: 'CN',
    space: '',
    quotes: ['《', '》'],
    iso3: 'zho',
  },
  en_US: {
    short: 'en',
    tag: 'en',
    name: 'English',
    dates: { locale: 'en-GB', dateStyle: 'medium' },
    region: 'DE',
    space: ' ',
    quotes: ['', ''],
    iso3: 'eng',
  },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof languageFacts;

/** A text in every language. */
export type InEveryLanguage<T = string> = Readonly<Record<Language, T>>;

export type ShortLanguage = (typeof languageFacts)[Language]['short'];

export const languages = Object.keys(languageFacts) as readonly Language[];

/** In the order of their short names, as settings and options are listed. */
export const languagesByShortName = languages.toSorted((one, other) => (shortName(one) < shortName(other) ? -1 : 1));

/** For readers of whom nothing is known, and for what is written once for all of them. */
export const defaultLanguage: Language = 'en_US';

/** What only servers know of a language. */
export const serverLanguageFacts: InEveryLanguage<{
  /** As English calls it. */
  readonly englishName: string;
  /** The names of the product, where the operator has set no others. */
  readonly brand: { readonly id: string; readonly os: string };
  /** What WeChat and Weibo call it; Weibo speaks Chinese where nothing is said. */
  readonly wechat: 'cn' | 'en';
  readonly weibo?: 'en';
}> = {
  zh_CN: { englishName: 'Chinese', brand: { id: '雪松账号', os: '雪松 OS' }, wechat: 'cn' },
  en_US: { englishName: 'English', brand: { id: 'Cedar ID', os: 'Cedar OS' }, wechat: 'en', weibo: 'en' },
};

/** The language that a region brings when no language has been chosen yet (spec 1). */
export function languageOfRegion(region: Region): Language {
  return ofRegion[region];
}

const ofRegion: Readonly<Record<Region, Language>> = { CN: 'zh_CN', DE: 'en_US' };

/** Our language with this name, undefined for anything else: cookies, rows and queries may hold any text. */
export function languageNamed(value: string | null | undefined): Language | undefined {
  return languages.find((language) => language === value);
}

/** The language that fits a BCP 47 tag: this very one, else one of the same tongue. */
export function languageOfTag(tag: string): Language | undefined {
  const wanted = tag.toLowerCase();
  return (
    languages.find((language) => languageFacts[language].tag.toLowerCase() === wanted) ??
    languages.find((language) => tongue(languageFacts[language].tag) === tongue(wanted))
  );
}

/** `zh` of `zh-CN`. */
export function tongue(tag: string): string {
  return tag.split('-', 1)[0] ?? '';
}

export function shortName(language: Language): ShortLanguage {
  return languageFacts[language].short;
}

/** Something for each language. */
export function forEveryLanguage<T>(make: (language: Language) => T): InEveryLanguage<T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as InEveryLanguage<T>;
}

/** The same, under the short names: texts of settings and of answers are so named. */
export function byShortName<T>(make: (language: Language) => T): Readonly<Record<ShortLanguage, T>> {
  return Object.fromEntries(languagesByShortName.map((language) => [shortName(language), make(language)])) as Record<ShortLanguage, T>;
}

import type { Region } from './regions.ts';

/** Facts about a language beside its texts in `src/messages/<short>/`. */
interface LanguageFacts {
  /** Name of its folder of texts, its keys in JSON and, in capitals, its settings: `BRAND_ID_ZH`. */
  readonly short: string;
  /** BCP 47: `<html lang>`, dates, numbers and lists. */
  readonly tag: string;
  /** Name of the language in the language itself. */
  readonly name: string;
  /** Assumed region of a person with this language and no other information. */
  readonly region: Region;
  /** Separator between two parts of a sentence. */
  readonly space: '' | ' ';
  /** Quotation marks around the title of a text in a sentence. */
  readonly quotes: readonly [before: string, after: string];
  /** ISO 639-3. */
  readonly iso3: string;
}

/**
 * Every language of the product, by the value of the cookie `lang` (contract 3). The first match of a browser's
 * preferences is used.
 */
export const languageFacts = {
  zh_CN: {
    short: 'zh',
    tag: 'zh-CN',
    name: '中文',
    region: 'CN',
    space: '',
    quotes: ['《', '》'],
    iso3: 'zho',
  },
  en_US: {
    short: 'en',
    tag: 'en',
    name: 'English',
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

/** Ordered by short name, the order of settings and options. */
export const languagesByShortName = languages.toSorted((one, other) => (shortName(one) < shortName(other) ? -1 : 1));

/** For unknown readers, and for texts that exist once for all readers. */
export const defaultLanguage: Language = 'en_US';

/** Facts about a language that only servers need. */
export const serverLanguageFacts: InEveryLanguage<{
  /** English name of the language. */
  readonly englishName: string;
  /** Names of the product, unless the operator sets others. */
  readonly brand: { readonly id: string; readonly os: string };
  /** Name of the operator’s desk, as its sign-in shows it. */
  readonly desk: string;
  /** Language codes of WeChat and Weibo; Weibo's default is Chinese. */
  readonly wechat: 'cn' | 'en';
  readonly weibo?: 'en';
  /** Settings of mails: their fonts, and the sign between the name of a fact and its value. */
  readonly mail?: { readonly fonts: string; readonly colon: string };
}> = {
  zh_CN: {
    englishName: 'Chinese',
    brand: { id: '雪松账号', os: '雪松 OS' },
    desk: '运营工作台',
    wechat: 'cn',
    mail: { fonts: "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif", colon: '：' },
  },
  en_US: {
    englishName: 'English',
    brand: { id: 'Cedar ID', os: 'Cedar OS' },
    desk: 'Operator’s desk',
    wechat: 'en',
    weibo: 'en',
    mail: { fonts: "-apple-system,BlinkMacSystemFont,'Segoe UI',system-ui,Roboto,Arial,sans-serif", colon: ': ' },
  },
};

/** Language of a region, when none has been chosen yet (spec 1). */
export function languageOfRegion(region: Region): Language {
  return ofRegion[region];
}

const ofRegion: Readonly<Record<Region, Language>> = { CN: 'zh_CN', DE: 'en_US' };

/** Our language with this name; undefined for any other text, because cookies, rows and queries can hold anything. */
export function languageNamed(value: string | null | undefined): Language | undefined {
  return languages.find((language) => language === value);
}

/** Our language for a BCP 47 tag: an exact match, otherwise one of the same tongue. */
export function languageOfTag(tag: string): Language | undefined {
  const wanted = tag.toLowerCase();
  return (
    languages.find((language) => languageFacts[language].tag.toLowerCase() === wanted) ??
    languages.find((language) => tongue(languageFacts[language].tag) === tongue(wanted))
  );
}

/** Languages under the macrolanguage `zh` (ISO 639-3): their readers read Chinese. */
const chinese: ReadonlySet<string> = new Set('cdo cjy cmn cnp cpx csp czh czo gan hak hnm hsn luh lzh mnp nan sjc wuu yue zho'.split(' '));

/** `zh` of `zh-CN`, and of `yue-HK`. */
export function tongue(tag: string): string {
  const [first = ''] = tag.toLowerCase().split('-', 1);
  return chinese.has(first) ? 'zh' : first;
}

export function shortName(language: Language): ShortLanguage {
  return languageFacts[language].short;
}

/** A value for each language. */
export function forEveryLanguage<T>(make: (language: Language) => T): InEveryLanguage<T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as InEveryLanguage<T>;
}

/** Like `forEveryLanguage`, but under the short names, which settings and answers use. */
export function byShortName<T>(make: (language: Language) => T): Readonly<Record<ShortLanguage, T>> {
  return Object.fromEntries(languagesByShortName.map((language) => [shortName(language), make(language)])) as Record<ShortLanguage, T>;
}
